import { instant } from './columns.js';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from './drizzle.js';
import { events } from './event-schema.js';
import { accounts } from './schema.js';

/** How far a recovery has come; see features/webhooks/recovery.service.ts. */
export interface RecoveryState {
  since: string;
  until: string;
  /** The failed delivery queued last; null when all are. */
  delivery: string | null;
  /** The event looked at last, on the way back in time; null before the first. */
  event: { time: string; position: number } | null;
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
    /** Signs; sealed, see secrets/secret-vault.ts. */
    secret: text('secret').notNull(),
    /** Secrets that were replaced and sign on until `expiresAt` (ms since the epoch); sealed too. */
    oldSecrets: jsonb('old_secrets').$type<Array<{ secret: string; expiresAt: number }>>().notNull().default([]),
    /** Null: events are delivered. */
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason', { enum: ['paused', 'failing', 'gone', 'secret_lost'] }),
    /** The first failure since the last success; null after a success. */
    failingSince: instant('failing_since'),
    /** The recovery under way or the last one; null when none was asked for. */
    recovery: jsonb('recovery').$type<RecoveryState>(),
    /** Counts the changes of what its owner sees; the ETag. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [unique('webhook_endpoints_of_account').on(table.id, table.accountId), index('webhook_endpoints_account').on(table.accountId, table.id)],
);

/** Which events an account wants, and how. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Patterns: `alert.fired`, `alert.*`, `*`. */
    eventTypes: text('event_types').array().notNull(),
    filter: jsonb('filter').$type<Record<string, unknown>>().notNull(),
    channel: text('channel', { enum: ['webhook', 'stream'] }).notNull(),
    /** Set exactly for the channel webhook. */
    endpointId: uuid('endpoint_id'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // With the account in the key, nobody can subscribe another account's endpoint.
    foreignKey({
      name: 'subscriptions_own_endpoint',
      columns: [table.endpointId, table.accountId],
      foreignColumns: [webhookEndpoints.id, webhookEndpoints.accountId],
    }).onDelete('cascade'),
    index('subscriptions_account').on(table.accountId, table.id),
    index('subscriptions_endpoint').on(table.endpointId),
  ],
);

/** One event on its way to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    eventType: text('event_type').notNull(),
    status: text('status', { enum: ['pending', 'delivered', 'failed'] }).notNull(),
    /** Attempts made, by schedule and by hand. */
    attempts: integer('attempts').notNull().default(0),
    /** Attempts made since it was last queued: its place in the schedule. */
    step: integer('step').notNull().default(0),
    /** When the next attempt is due; null when none will be made. */
    nextAttemptAt: instant('next_attempt_at'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.eventId),
    index('webhook_deliveries_account').on(table.accountId, table.id),
    index('webhook_deliveries_status').on(table.endpointId, table.status, table.id),
    index('webhook_deliveries_event').on(table.eventId),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
);

/** One call to an endpoint and what came back. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer('number').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    at: instant('at').notNull(),
    /** The HTTP status; null when there was no answer. */
    statusCode: integer('status_code'),
    /** Why it failed, as a word; null for a success. */
    error: text('error'),
    latencyMs: integer('latency_ms').notNull(),
    /** The first kilobyte of the answer, as text; null without one. */
    response: text('response'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] }), index('webhook_attempts_endpoint').on(table.endpointId, table.at)],
);
