import type { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';

/** Where an account wants events delivered. Its secrets are sealed. */
export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** The progress of a recovery of missed events. */
export type RecoveryState = NonNullable<Endpoint['recovery']>;

/**
 * `paused` by its owner or an operator, `failing` for five days, `gone` because it answered 410 (a chat also 404), or
 * `secret_lost` because its signing secret cannot be read any more.
 */
export const disabledReasons = ['paused', 'failing', 'gone', 'secret_lost'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** The value in place of a lost signing secret. */
export const LOST_SECRET = '';

/** The most secrets that may sign at once, the newest included: each makes the header of every delivery longer. */
export const MAX_SECRETS = 10;

/** Changes of an endpoint. Its version increases with every change visible to the owner, also one by the service. */
export type EndpointChanges = Partial<
  Pick<
    Endpoint,
    | 'url'
    | 'description'
    | 'format'
    | 'nextCallAt'
    | 'secret'
    | 'oldSecrets'
    | 'disabledAt'
    | 'disabledReason'
    | 'failingSince'
    | 'recovery'
  >
>;
