/**
 * Maximum number of the newest deliveries of each state, and of the newest attempts, from which statistics are
 * computed, to limit the cost.
 */
export const MAX_COUNTED = 20_000;

export interface AttemptCounts {
  attempts: number;
  succeeded: number;
  /** Median and 95th percentile of the time until a response (ms); null without a response. */
  p50: number | null;
  p95: number | null;
}

export interface WindowStats extends AttemptCounts {
  hours: number;
  delivered: number;
  failed: number;
  /** False if there were more deliveries or attempts than are counted. */
  complete: boolean;
}

export interface EndpointStats {
  endpointId: string;
  failingSince: Date | null;
  pending: number;
  day: WindowStats;
  week: WindowStats;
}
