import { DurationHistogram } from '../metrics/duration-histogram.js';

/** Upper limits of buckets (s): most statements take a millisecond, and all end after five seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** User of a connection: a request of an account, or work of the service itself. */
export type ConnectionUser = 'request' | 'background';

/** Durations of waiting for and using database connections (s), by user. */
export class ConnectionTimes {
  /** Time spent waiting for a connection. */
  readonly waits = byUser();
  /** Time for which a connection is used, for a statement or a transaction. */
  readonly uses = byUser();
}

const byUser = (): ReadonlyMap<ConnectionUser, DurationHistogram> =>
  new Map([
    ['request', new DurationHistogram(BUCKETS)],
    ['background', new DurationHistogram(BUCKETS)],
  ]);
