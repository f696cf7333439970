import { instant } from '../../database/columns.js';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from '../../database/drizzle.js';
import { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';

/**
 * One event on its way to one endpoint. Partitioned by the time in the id of the event, so that the key that makes a
 * delivery exactly once spans all partitions; deleted with the event, by a trigger of the migration.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Unique: a UUIDv7, made for this row. */
    id: uuid('id').notNull(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    eventId: uuid('event_id').notNull(),
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
    primaryKey({ columns: [table.id, table.eventId] }),
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.eventId),
    index('webhook_deliveries_account').on(table.accountId, table.id),
    index('webhook_deliveries_status').on(table.endpointId, table.status, table.id),
    index('webhook_deliveries_event').on(table.eventId),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
);

/**
 * One call to an endpoint and its response. Partitioned by the time in the id of the delivery; deleted with it, by a
 * trigger of the migration.
 */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id').notNull(),
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
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index('webhook_attempts_endpoint').on(table.endpointId, table.at),
  ],
);
