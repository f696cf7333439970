import { Environment } from '../../config/environment.js';

/** Settings of searches: the timeout of their sources, and the quota of saved searches. */
export class SearchConfig {
  /** Timeout of a source of a search (ms). */
  readonly sourceTimeoutMs: number;
  /** Interval at which the saved searches of alert rules are run (ms). */
  readonly savedSearchIntervalMs: number;
  /** Maximum number of saved searches per account. */
  readonly savedSearches: number;

  constructor(env: Environment) {
    this.sourceTimeoutMs = env.integer('SVC_SEARCH_TIMEOUT_MS', 1_000, 50, 30_000, {
      meaning:
        'Milliseconds that a search waits for one of its sources; a later one is left out and named in `warnings`.',
    });
    this.savedSearchIntervalMs =
      env.integer('SVC_SAVED_SEARCH_INTERVAL_SECONDS', 60, 5, 3_600, {
        meaning: 'Seconds between two runs of the saved searches that alert rules listen to.',
      }) * 1000;
    this.savedSearches = env.integer('SVC_SAVED_SEARCH_LIMIT', 100, 1, 100_000, {
      meaning: 'Maximum number of saved searches per account.',
    });
  }
}
