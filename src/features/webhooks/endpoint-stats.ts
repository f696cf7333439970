/** Of deliveries of one state, and of attempts, so many are looked at, the newest. What is behind them is not worth the time. */
export const MOST_COUNTED = 20_000;

export interface AttemptCounts {
  attempts: number;
  succeeded: number;
  /** Milliseconds of those that were answered, whatever the answer; null without any. */
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
