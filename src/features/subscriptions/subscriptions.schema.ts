import { instant } from '../../database/columns.js';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/** The progress of a recovery; see features/webhooks/recovery.service.ts. */
export interface RecoveryState {
  since: string;
  until: string;
  /** The failed delivery that was queued last; null when all failed deliveries are queued. */
  delivery: string | null;
  /** The event that was checked last; events are checked from the newest to the oldest. Null before the first. */
  event: { time: string; position: number } | null;
  /** True: every event that names the endpoint is queued, and those of its subscriptions follow. */
  isDirectDone?: boolean;
  queued: number;
  finishedAt: string | null;
}

/** Where an account wants events delivered. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description').notNull(),
    /** Signed CloudEvents, or messages of a chat; see features/webhooks/formats. */
    format: text('format', { enum: ['generic', 'slack', 'discord', 'teams'] })
      .notNull()
      .default('generic'),
    /** For a chat: the time until which its rate is used up; null when it was never called. */
    nextCallAt: instant('next_call_at'),
    /** The secret that signs deliveries, sealed; see secrets/secret-vault.ts. */
    secret: text('secret').notNull(),
    /** Replaced secrets that still sign until `expiresAt` (ms since the epoch), also sealed. */
    oldSecrets: jsonb('old_secrets').$type<Array<{ secret: string; expiresAt: number }>>().notNull().default([]),
    /** Null: events are delivered. */
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason', { enum: ['paused', 'failing', 'gone', 'secret_lost'] }),
    /** The first failure since the last success; null after a success. */
    failingSince: instant('failing_since'),
    /** The current or last recovery; null if there was no recovery. */
    recovery: jsonb('recovery').$type<RecoveryState>(),
    /** Increases with every change that the owner can see; part of the ETag. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('webhook_endpoints_of_account').on(table.id, table.accountId),
    index('webhook_endpoints_account').on(table.accountId, table.id),
  ],
);

/** The events that an account subscribes to, and their delivery. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Patterns: `alert.firing`, `alert.*`, `*`. */
    eventTypes: text('event_types').array().notNull(),
    filter: jsonb('filter').$type<Record<string, unknown>>().notNull(),
    channel: text('channel', { enum: ['webhook', 'stream', 'email'] }).notNull(),
    /** Set exactly for the channel webhook. */
    endpointId: uuid('endpoint_id'),
    /** Set exactly for the channel email: one mail an event, or one for all events of a period. */
    mailMode: text('mail_mode', { enum: ['each', 'digest'] }),
    /** The period; set exactly for the mode digest. */
    digestMinutes: integer('digest_minutes'),
    /** Results of mails; null before the first. */
    lastSentAt: instant('last_sent_at'),
    lastErrorAt: instant('last_error_at'),
    lastError: text('last_error'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // With the account in the key, no account can use the endpoint of another in a subscription.
    foreignKey({
      name: 'subscriptions_own_endpoint',
      columns: [table.endpointId, table.accountId],
      foreignColumns: [webhookEndpoints.id, webhookEndpoints.accountId],
    }).onDelete('cascade'),
    index('subscriptions_account').on(table.accountId, table.id),
    index('subscriptions_endpoint').on(table.endpointId),
  ],
);

/**
 * Events that wait to be sent to an account by mail. Rows with one batch of a subscription are sent together, in one
 * mail.
 */
export const subscriptionMails = pgTable(
  'subscription_mails',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** Id of the event; the row is deleted with it, by a trigger of the migration. */
    eventId: uuid('event_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /**
     * The batch of events sent together: `event:<id>`, `group:<id>`, or `until:<Unix seconds>` for the events before
     * that time.
     */
    batch: text('batch').notNull(),
    /** When the next attempt is due. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.eventId] }),
    index('subscription_mails_batch').on(table.subscriptionId, table.batch),
    index('subscription_mails_account').on(table.accountId),
    index('subscription_mails_due').on(table.dueAt),
    index('subscription_mails_event').on(table.eventId),
  ],
);
