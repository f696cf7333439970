import { instant } from '../../database/columns.js';
import { bigint, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../../database/drizzle.js';
import { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';

/**
 * Deliveries of one event to one endpoint each. Partitioned by the time in the id of the event, so that the primary key
 * makes each delivery unique across all partitions. A trigger (see the migration) deletes them with the event.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Id of the delivery, a UUIDv7. */
    id: uuid('id').notNull(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    eventId: uuid('event_id').notNull(),
    eventType: text('event_type').notNull(),
    status: text('status', { enum: ['pending', 'delivered', 'failed'] }).notNull(),
    /** Number of all attempts, scheduled and manual. */
    attempts: integer('attempts').notNull().default(0),
    /** Number of attempts made since the delivery was last queued, which is its position in the schedule. */
    step: integer('step').notNull().default(0),
    /** When the next attempt is due; null if no attempt is due. */
    nextAttemptAt: instant('next_attempt_at'),
    /**
     * Subject of the event and its sequence number, for an endpoint that keeps the order of entities; otherwise null.
     */
    orderKey: text('order_key'),
    orderPosition: bigint('order_position', { mode: 'number' }),
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
    index('webhook_deliveries_order')
      .on(table.endpointId, table.orderKey, table.orderPosition)
      .where(sql`status = 'pending' and order_key is not null`),
  ],
);

/**
 * Calls of an endpoint and their responses. Partitioned by the time in the id of the delivery. A trigger (see the
 * migration) deletes them with the delivery.
 */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: uuid('delivery_id').notNull(),
    /** Number of the attempt, from 1. */
    number: integer('number').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    at: instant('at').notNull(),
    /** HTTP status; null without a response. */
    statusCode: integer('status_code'),
    /** Code of the error; null for a success. */
    error: text('error'),
    latencyMs: integer('latency_ms').notNull(),
    /** First kilobyte of the response as text; null without a body. */
    response: text('response'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index('webhook_attempts_endpoint').on(table.endpointId, table.at),
  ],
);
