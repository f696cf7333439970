/** The provider of data, with the times at which the data was true and was fetched. */
export interface Provenance {
  provider: string;
  /** Time at which the data was true; null when the provider does not state it. */
  asOf: Date | null;
  /** Time at which this service received the data. */
  fetchedAt: Date;
  /** Usual delay of the provider: age of the data when it is published (s). */
  delaySeconds: number;
  /** True: older than it should be, but no newer data was available. */
  stale: boolean;
  /** Sentences about disagreements and fallbacks. */
  warnings: string[];
}
