export const endpointStates = ['ok', 'failing', 'disabled'] as const;
export type EndpointStateName = (typeof endpointStates)[number];

export interface EndpointFilter {
  accountId?: string;
  state?: readonly EndpointStateName[];
}

/** An endpoint of any account, with its pending deliveries. */
export interface EndpointLoad {
  id: string;
  accountId: string;
  url: string;
  state: EndpointStateName;
  disabledReason: string | null;
  disabledAt: Date | null;
  failingSince: Date | null;
  /** Number of pending deliveries, at most `MAX_PENDING`. */
  pending: number;
  /** When the oldest pending delivery was queued; null without one. */
  oldestPendingAt: Date | null;
  createdAt: Date;
}

/** Pending deliveries of an endpoint are counted up to this number. */
export const MAX_PENDING = 10_000;
