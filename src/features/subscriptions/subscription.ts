import type { EventFilter } from '../../events/event-log.js';
import { type FieldCondition, preparedCondition } from '../../events/field-condition.js';
import type { Owned } from '../../resources/owned-table.js';

/**
 * Conditions on events. An event must meet all of them; for a list, one matching item is enough. An event that lacks a
 * property does not meet a condition on it.
 */
export interface SubscriptionFilter {
  symbols?: string[];
  /** Entities in the form `<kind>:<id>`. */
  entityIds?: string[];
  portfolioIds?: string[];
  /** Bounding box: west, south, east, north in degrees; west is greater than east across the antimeridian. */
  bbox?: number[];
  /** Minimum severity, from 1 to 5. */
  minSeverity?: number;
  /** Conditions on fields of the data, all of which must hold. */
  conditions?: FieldCondition[];
}

export const channels = ['webhook', 'stream', 'email'] as const;
export type Channel = (typeof channels)[number];

/** `each`: one mail per event; `digest`: one mail for all events of a period. */
export const mailModes = ['each', 'digest'] as const;
export type MailMode = (typeof mailModes)[number];

export interface Subscription extends Owned {
  name: string;
  /** Types or patterns: `alert.firing`, `alert.*`, `*`. */
  eventTypes: string[];
  filter: SubscriptionFilter;
  channel: Channel;
  /** Id of the endpoint; set if and only if the channel is `webhook`. */
  endpointId: string | null;
  /** Mode of the mails; set if and only if the channel is `email`. */
  mailMode: MailMode | null;
  /** Period of a digest in minutes; set if and only if the mode is `digest`. */
  digestMinutes: number | null;
  /** Time of the last mail that was sent; null before the first. */
  lastSentAt: Date | null;
  /** Time of the last failed mail, and its error; null while no mail has failed. */
  lastErrorAt: Date | null;
  lastError: string | null;
  /** True for a subscription that is not stored: it selects the events of one stream and ends with it. */
  isTransient?: true;
}

/** A subscription with its position in the log. */
export interface PlacedSubscription extends Subscription {
  /**
   * Sequence number of the event that reports its creation; the subscription receives later events. 0 if the log no
   * longer contains this event, Infinity if it does not contain it yet.
   */
  since: number;
}

/**
 * Converts the conditions of a subscription to a filter of the event log, without event types. Quiet events never
 * match, because subscriptions do not deliver them.
 */
export function conditionsIn(filter: SubscriptionFilter): EventFilter {
  const { symbols, entityIds, portfolioIds, bbox, minSeverity, conditions } = filter;
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
    ...(conditions === undefined ? {} : { fields: conditions.map(preparedCondition) }),
    ...(bbox === undefined ? {} : { bbox: { west, south, east, north } }),
  };
}

const known = new Map<string, readonly string[]>();

/**
 * Returns all patterns that match a type: for `a.b.c` these are `a.b.c`, `a.b.*`, `a.*` and `*`. Results are cached,
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
