import type { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';

/** A webhook endpoint of an account. Its secrets are encrypted. */
export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** Progress of a recovery of missed deliveries. */
export type RecoveryState = NonNullable<Endpoint['recovery']>;

/**
 * Reasons why an endpoint is disabled: `paused` by its owner or an operator, `failing` for five days, `gone` because it
 * responded with 410 (or, for a chat, 404), or `secret_lost` because its signing secret can no longer be decrypted.
 */
export const disabledReasons = ['paused', 'failing', 'gone', 'secret_lost'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Value that replaces a lost signing secret. */
export const LOST_SECRET = '';

/**
 * Maximum number of secrets that sign at the same time, including the newest; each lengthens a header of every
 * delivery.
 */
export const MAX_SECRETS = 10;

/**
 * Changes of an endpoint. Its version increases with every change that the owner can see, including changes by the
 * service.
 */
export type EndpointChanges = Partial<
  Pick<
    Endpoint,
    | 'url'
    | 'description'
    | 'format'
    | 'nextCallAt'
    | 'maxPerMinute'
    | 'headers'
    | 'orderBy'
    | 'bodyTemplate'
    | 'secret'
    | 'oldSecrets'
    | 'disabledAt'
    | 'disabledReason'
    | 'failingSince'
    | 'recovery'
  >
>;
