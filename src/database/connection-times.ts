import { DurationHistogram } from '../metrics/duration-histogram.js';

/** Upper limits in seconds: a statement takes a millisecond, and ends after five seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The user of a connection: a request of an account, or work of the service itself. */
export type ConnectionUser = 'request' | 'background';

/** Times with connections to the database, in seconds, by their user. */
export class ConnectionTimes {
  /** Waiting for a connection. */
  readonly waits = byUser();
  /** Holding one, for a statement or a transaction. */
  readonly uses = byUser();
}

const byUser = (): ReadonlyMap<ConnectionUser, DurationHistogram> =>
  new Map([
    ['request', new DurationHistogram(BUCKETS)],
    ['background', new DurationHistogram(BUCKETS)],
  ]);
