/**
 * The statistics use at most this number of the newest deliveries of each state, and of attempts, to limit the cost.
 */
export const MAX_COUNTED = 20_000;

export interface AttemptCounts {
  attempts: number;
  succeeded: number;
  /** Milliseconds of attempts that got any response; null without one. */
  p50: number | null;
  p95: number | null;
}

export interface WindowStats extends AttemptCounts {
  hours: number;
  delivered: number;
  failed: number;
  /** False when there was more than is counted. */
  complete: boolean;
}

export interface EndpointStats {
  endpointId: string;
  failingSince: Date | null;
  pending: number;
  day: WindowStats;
  week: WindowStats;
}
