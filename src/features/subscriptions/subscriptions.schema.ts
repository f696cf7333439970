import { instant } from '../../database/columns.js';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from '../../database/drizzle.js';
import { ownedColumns } from '../../resources/owned-columns.js';

/** The progress of a recovery; see features/webhooks/recovery.service.ts. */
export interface RecoveryState {
  since: string;
  until: string;
  /** Id of the last failed delivery that was queued; null once all failed deliveries are queued. */
  delivery: string | null;
  /** The last event that was checked, from the newest to the oldest; null before the first. */
  event: { time: string; position: number } | null;
  /** True once all events that name the endpoint are queued; events that match its subscriptions follow. */
  isDirectDone?: boolean;
  queued: number;
  finishedAt: string | null;
}

/** Webhook endpoints of accounts. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    ...ownedColumns(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    /** Format of the messages: signed CloudEvents (`generic`), or messages of a chat; see features/webhooks/formats. */
    format: text('format', { enum: ['generic', 'slack', 'discord', 'teams'] })
      .notNull()
      .default('generic'),
    /** The time until which the rate of a chat or of `maxPerMinute` is used up; null before the first call. */
    nextCallAt: instant('next_call_at'),
    /** Maximum number of calls per minute that the owner set; null: no limit of the owner. */
    maxPerMinute: integer('max_per_minute'),
    /** `entity`: deliveries about one subject keep the order of the log; null: they do not wait for each other. */
    orderBy: text('order_by', { enum: ['entity'] }),
    /** Template of the bodies, as JSON with placeholders; null: bodies are envelopes or messages of a chat. */
    bodyTemplate: text('body_template'),
    /** Own headers of deliveries, with encrypted values. */
    headers: jsonb('headers').$type<Array<{ name: string; value: string }>>().notNull().default([]),
    /** Secret that signs deliveries, encrypted; see secrets/secret-vault.ts. */
    secret: text('secret').notNull(),
    /** Replaced secrets, encrypted, which also sign until `expiresAt` (ms since the epoch). */
    oldSecrets: jsonb('old_secrets').$type<Array<{ secret: string; expiresAt: number }>>().notNull().default([]),
    /** When the endpoint was disabled; null: it is enabled. */
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason', { enum: ['paused', 'failing', 'gone', 'secret_lost'] }),
    /** Time of the first failure since the last success; null after a success. */
    failingSince: instant('failing_since'),
    /** The current or last recovery; null if there was no recovery. */
    recovery: jsonb('recovery').$type<RecoveryState>(),
    /** Increases with every change that the owner can see; part of the ETag. */
  },
  (table) => [
    unique('webhook_endpoints_of_account').on(table.id, table.accountId),
    index('webhook_endpoints_account').on(table.accountId, table.id),
  ],
);

/** Subscriptions of accounts to events, and their delivery. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** Types or patterns: `alert.firing`, `alert.*`, `*`. */
    eventTypes: text('event_types').array().notNull(),
    filter: jsonb('filter').$type<Record<string, unknown>>().notNull(),
    channel: text('channel', { enum: ['webhook', 'stream', 'email'] }).notNull(),
    /** Id of the endpoint; set if and only if the channel is `webhook`. */
    endpointId: uuid('endpoint_id'),
    /**
     * Mode of the mails: one mail per event, or one for all events of a period. Set if and only if the channel is
     * `email`.
     */
    mailMode: text('mail_mode', { enum: ['each', 'digest'] }),
    /** Period of a digest in minutes; set if and only if the mode is `digest`. */
    digestMinutes: integer('digest_minutes'),
    /** Times of the last mail that was sent and of the last that failed; null before the first. */
    lastSentAt: instant('last_sent_at'),
    lastErrorAt: instant('last_error_at'),
    lastError: text('last_error'),
  },
  (table) => [
    // The account is part of the key, so that an account cannot use the endpoint of another one.
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
 * Events that wait to be mailed to an account. Rows of one subscription with the same batch are sent together in one
 * mail.
 */
export const subscriptionMails = pgTable(
  'subscription_mails',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** Id of the event. A trigger (see the migration) deletes the row with the event. */
    eventId: uuid('event_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /**
     * Batch of events that are sent together: `event:<id>`, `group:<id>`, or `until:<Unix seconds>` for the events
     * before that time.
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
