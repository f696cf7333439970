import { type FieldProblem, Problem } from '../../api/problem.js';
import type { EventCatalog } from '../../events/event-catalog.js';
import type { Channel, MailMode, Subscription, SubscriptionFilter } from './subscription.js';

/** A subscription as an account requests it. */
export type SubscriptionRequest = Pick<Subscription, 'name' | 'eventTypes' | 'filter'> & Delivery;

/** Channel and settings of the delivery of events. */
type Delivery = Pick<Subscription, 'channel' | 'endpointId' | 'mailMode' | 'digestMinutes'>;

/** Period of a digest if the request has no period. */
const DEFAULT_DIGEST_MINUTES = 60;

/** A new subscription as a caller sends it. */
export interface SubscriptionInput {
  name: string;
  eventTypes: string[];
  filter?: Omit<SubscriptionFilter, 'conditions'>;
  conditions?: SubscriptionFilter['conditions'];
  delivery: { channel: Channel; endpointId?: string; mode?: MailMode; digestMinutes?: number };
}

/** Changes of a subscription as a caller sends them: omitted fields are unchanged, null removes a condition. */
export interface SubscriptionChanges {
  name?: string;
  eventTypes?: string[];
  filter?: { [Condition in keyof SubscriptionFilter]: SubscriptionFilter[Condition] | null } | null;
  conditions?: SubscriptionFilter['conditions'] | null;
  delivery?: DeliveryChanges;
}

interface DeliveryChanges {
  channel?: Channel;
  endpointId?: string | null;
  mode?: MailMode;
  digestMinutes?: number;
}

/**
 * Returns the request of a new subscription.
 * @throws Problem `invalid_request` for unknown event types or an impossible delivery
 */
export function requestOf(
  { name, eventTypes, filter, conditions, delivery }: SubscriptionInput,
  catalogue: EventCatalog,
): SubscriptionRequest {
  const { channel, endpointId = null } = delivery;
  const request = {
    name,
    eventTypes,
    filter: filterAfter({}, { filter, conditions }),
    channel,
    endpointId,
    ...mailOf(channel, delivery),
  };
  refuse([...unknownTypes(eventTypes, catalogue), ...impossible(request, delivery)]);
  return request;
}

/**
 * Returns a subscription after changes.
 * @throws Problem `invalid_request` for unknown event types or an impossible delivery
 */
export function changed(
  subscription: Subscription,
  { name, eventTypes, filter, conditions, delivery = {} }: SubscriptionChanges,
  catalogue: EventCatalog,
): Subscription {
  const channel = delivery.channel ?? subscription.channel;
  // A change to a channel other than `webhook` removes the endpoint.
  const kept = channel === 'webhook' ? subscription.endpointId : null;
  const next = {
    ...subscription,
    name: name ?? subscription.name,
    eventTypes: eventTypes ?? subscription.eventTypes,
    filter: filterAfter(subscription.filter, { filter, conditions }),
    channel,
    endpointId: delivery.endpointId === undefined ? kept : delivery.endpointId,
    ...mailOf(channel, delivery, subscription),
  };
  // Unchanged types are not checked: types that were removed from the catalog remain valid in existing subscriptions.
  refuse([...unknownTypes(eventTypes ?? [], catalogue), ...impossible(next, delivery)]);
  return next;
}

/** Returns a filter after changes. Conditions on fields, which requests have beside the filter, are stored in it. */
function filterAfter(
  { conditions: before, ...filter }: SubscriptionFilter,
  { filter: changes, conditions = before }: Pick<SubscriptionChanges, 'filter' | 'conditions'>,
): SubscriptionFilter {
  const kept = changes === undefined ? filter : merged(filter, changes);
  return { ...kept, ...(conditions != null && { conditions }) };
}

/** Merges conditions: omitted ones are unchanged, null removes one, and a null filter removes all conditions. */
function merged(filter: SubscriptionFilter, changes: SubscriptionChanges['filter']): SubscriptionFilter {
  if (changes == null) return {};
  const said = Object.entries(changes).filter(([, condition]) => condition !== undefined);
  return Object.fromEntries(
    Object.entries({ ...filter, ...Object.fromEntries(said) }).filter(([, condition]) => condition !== null),
  );
}

function unknownTypes(patterns: readonly string[], catalogue: EventCatalog): FieldProblem[] {
  return patterns.flatMap((pattern, index) =>
    catalogue.matching(pattern).length > 0
      ? []
      : [
          {
            pointer: `/eventTypes/${index}`,
            detail: 'matches no type of event; GET /subscriptions/event-types lists those there are',
          },
        ],
  );
}

/** Returns the e-mail settings: the given ones, otherwise the current ones, otherwise one e-mail per event. */
function mailOf(
  channel: Channel,
  given: DeliveryChanges,
  before?: Delivery,
): Pick<Delivery, 'mailMode' | 'digestMinutes'> {
  if (channel !== 'email') return { mailMode: null, digestMinutes: null };
  const mailMode = given.mode ?? before?.mailMode ?? 'each';
  return {
    mailMode,
    digestMinutes:
      mailMode === 'digest' ? (given.digestMinutes ?? before?.digestMinutes ?? DEFAULT_DIGEST_MINUTES) : null,
  };
}

function impossible(
  { filter: { bbox }, channel, endpointId, mailMode }: SubscriptionRequest,
  given: DeliveryChanges,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (bbox !== undefined && !isBox(bbox)) {
    problems.push({
      pointer: '/filter/bbox',
      detail: 'must be west, south, east, north, with latitudes from -90 to 90, the southern one first',
    });
  }
  if (channel === 'webhook' && endpointId === null)
    problems.push({ pointer: '/delivery/endpointId', detail: 'is needed for the channel webhook' });
  if (channel !== 'webhook' && endpointId !== null)
    problems.push({ pointer: '/delivery/endpointId', detail: `must be left out for the channel ${channel}` });
  if (channel !== 'email' && given.mode !== undefined)
    problems.push({ pointer: '/delivery/mode', detail: `must be left out for the channel ${channel}` });
  if (mailMode !== 'digest' && given.digestMinutes !== undefined)
    problems.push({ pointer: '/delivery/digestMinutes', detail: 'is only for the channel email with the mode digest' });
  return problems;
}

function isBox([, south = 0, , north = 0]: number[]): boolean {
  return -90 <= south && south <= north && north <= 90;
}

function refuse(problems: FieldProblem[]): void {
  if (problems.length > 0)
    throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: problems });
}
