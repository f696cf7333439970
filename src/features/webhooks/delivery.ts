import type { Order } from '../../time/sort-order.js';
import type { webhookAttempts, webhookDeliveries } from './webhooks.schema.js';

/** The delivery of one event to one endpoint. */
export type Delivery = typeof webhookDeliveries.$inferSelect;

/** One call of an endpoint and its response. */
export type Attempt = typeof webhookAttempts.$inferSelect;

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * Name of the job that makes one attempt per run. It is defined here because the code that queues attempts and the job
 * both use it.
 */
export const DELIVER_JOB = 'webhooks.deliver';
/** Name of the job for endpoints whose last attempts timed out. */
export const DELIVER_SLOW_JOB = 'webhooks.deliver-slow';
export const RECOVER_JOB = 'webhooks.recover';

/** The queue in which an attempt is: `slow` for endpoints whose last attempts timed out. */
export type DeliveryLane = 'usual' | 'slow';

/**
 * A planned attempt. A scheduled attempt is the attempt number `step` (from 0) since the delivery was queued; a manual
 * one is the attempt number `attempt` (from 1) of the delivery.
 */
export type AttemptPlan = ({ deliveryId: string; step: number } | { deliveryId: string; attempt: number }) & {
  /** True if the attempt has already waited for the rate limit of the endpoint. */
  isPaced?: true;
  /**
   * Id of the delivery's event, and its sequence number, which limit queries to one partition. Absent in plans of
   * earlier releases; manual plans have no sequence number.
   */
  eventId?: string;
  eventPosition?: number;
};

/** A delivery to be created. */
export interface NewDelivery {
  endpointId: string;
  eventId: string;
  /** Sequence number of the event in the log. */
  eventPosition: number;
}

export interface DeliveryFilter {
  endpointId?: readonly string[];
  status?: readonly DeliveryStatus[];
  type?: readonly string[];
  /** Order of the list. Default: newest first. */
  order?: Order;
}
