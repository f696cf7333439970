import type { EventFilter } from '../../events/event-log.js';
import type { Owned } from '../../resources/owned-table.js';

/**
 * The conditions on events. An event must meet all of them; for a list, one matching item is enough. An event that
 * lacks a property does not match a condition on it.
 */
export interface SubscriptionFilter {
  symbols?: string[];
  /** `<kind>:<id>` */
  entityIds?: string[];
  portfolioIds?: string[];
  /** West, south, east, north in degrees; west is greater than east across the antimeridian. */
  bbox?: number[];
  /** 1 to 5 */
  minSeverity?: number;
}

export const channels = ['webhook', 'stream', 'email'] as const;
export type Channel = (typeof channels)[number];

/** One mail an event, or one for all events of a period. */
export const mailModes = ['each', 'digest'] as const;
export type MailMode = (typeof mailModes)[number];

export interface Subscription extends Owned {
  name: string;
  /** Patterns: `alert.firing`, `alert.*`, `*`. */
  eventTypes: string[];
  filter: SubscriptionFilter;
  channel: Channel;
  /** Set exactly for the channel webhook. */
  endpointId: string | null;
  /** Set exactly for the channel email. */
  mailMode: MailMode | null;
  /** The period of a digest in minutes; set exactly for the mode digest. */
  digestMinutes: number | null;
  /** When a mail was sent last; null before the first. */
  lastSentAt: Date | null;
  /** When a mail failed last, and why; null while no mail has failed. */
  lastErrorAt: Date | null;
  lastError: string | null;
  /** True: the subscription is not stored; it selects events for one stream and ends with it. */
  isTransient?: true;
}

/** A subscription with its place in the log. */
export interface PlacedSubscription extends Subscription {
  /**
   * Position of the event that reports its creation; the subscription gets later events. 0 when the log no longer has
   * this event, Infinity when it does not have it yet.
   */
  since: number;
}

/**
 * Converts the conditions of a subscription to a filter of the event log, without event types. Quiet events are
 * delivered to no subscription.
 */
export function conditionsIn({ symbols, entityIds, portfolioIds, bbox, minSeverity }: SubscriptionFilter): EventFilter {
  const keys = [
    symbols?.map((symbol) => `symbol:${symbol.toUpperCase()}`),
    entityIds,
    portfolioIds?.map((id) => `portfolio:${id}`),
  ].filter((list) => list !== undefined);
  const [west, south, east, north] = (bbox ?? []) as [number, number, number, number];
  return {
    isQuiet: false,
    ...(keys.length === 0 ? {} : { keys }),
    ...(minSeverity === undefined ? {} : { minSeverity }),
    ...(bbox === undefined ? {} : { bbox: { west, south, east, north } }),
  };
}

const known = new Map<string, readonly string[]>();

/**
 * Returns every pattern that matches a type: for `a.b.c` these are `a.b.c`, `a.b.*`, `a.*` and `*`. The list is cached,
 * because there are few types.
 */
export function patternsFor(type: string): readonly string[] {
  const found = known.get(type);
  if (found !== undefined) return found;
  const words = type.split('.');
  const patterns = [
    type,
    ...words.slice(1).map((_, index) => `${words.slice(0, words.length - 1 - index).join('.')}.*`),
    '*',
  ];
  known.set(type, patterns);
  return patterns;
}
