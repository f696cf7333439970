import type { Order } from '../../time/sort-order.js';
import type { webhookAttempts, webhookDeliveries } from './webhooks.schema.js';

/** One event on its way to one endpoint. */
export type Delivery = typeof webhookDeliveries.$inferSelect;

/** One call and its response. */
export type Attempt = typeof webhookAttempts.$inferSelect;

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The queue of attempts, one run each. Here, because those who fill it and who empties it know it. */
export const DELIVER_JOB = 'webhooks.deliver';
/** The queue of attempts at endpoints whose last attempts timed out. */
export const DELIVER_SLOW_JOB = 'webhooks.deliver-slow';
export const RECOVER_JOB = 'webhooks.recover';

/** The queue from which an attempt is made. */
export type DeliveryLane = 'usual' | 'slow';

/**
 * An attempt by schedule is the `step`-th since the delivery was queued; one by hand is to be the `attempt`-th of all.
 */
export type AttemptPlan = ({ deliveryId: string; step: number } | { deliveryId: string; attempt: number }) & {
  /** True: the delivery has waited because of the rate limit of the endpoint. */
  isPaced?: true;
  /**
   * With the event of the delivery only its partitions are read; absent in plans of earlier releases, the position also
   * in those by hand.
   */
  eventId?: string;
  eventPosition?: number;
};

/** A delivery to be made, with its endpoint. */
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
  /** Default: newest first. */
  order?: Order;
}
