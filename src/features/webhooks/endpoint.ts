import type { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';

/** Where an account wants events delivered. Its secrets are sealed. */
export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** How far a recovery of what it missed has come. */
export type RecoveryState = NonNullable<Endpoint['recovery']>;

/** `paused` by its owner or an operator, `failing` for five days, `gone` because it answered 410 (a chat also 404), or `secret_lost` because its signing secret cannot be read any more. */
export const disabledReasons = ['paused', 'failing', 'gone', 'secret_lost'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** What is kept in place of a signing secret that is lost. */
export const LOST_SECRET = '';

/** How many secrets may sign at once, the newest included: each makes the header of every delivery longer. */
export const MAX_SECRETS = 10;

/** Changes of an endpoint. Its version increases with every change visible to the owner, also one by the service. */
export type EndpointChanges = Partial<
  Pick<Endpoint, 'url' | 'description' | 'format' | 'nextCallAt' | 'secret' | 'oldSecrets' | 'disabledAt' | 'disabledReason' | 'failingSince' | 'recovery'>
>;
