import type { webhookEndpoints } from '../../database/webhook-schema.js';

/** Where an account wants events delivered. Its secrets are sealed. */
export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** How far a recovery of what it missed has come. */
export type RecoveryState = NonNullable<Endpoint['recovery']>;

/** `paused` by its owner, `failing` for five days, or `gone` (410) by its own word. */
export const disabledReasons = ['paused', 'failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** How many secrets may sign at once, the newest included: each makes the header of every delivery longer. */
export const MOST_SECRETS = 10;

/** What its owner changes of it. Its version grows with whatever its owner sees of it, also when it is the service that changes it. */
export type EndpointChanges = Partial<
  Pick<Endpoint, 'url' | 'description' | 'secret' | 'oldSecrets' | 'disabledAt' | 'disabledReason' | 'failingSince' | 'recovery'>
>;
