/** The provider of data, and the time at which it was true. */
export interface Provenance {
  provider: string;
  /** When it was true; null when the provider does not say. */
  asOf: Date | null;
  /** When this service got it. */
  fetchedAt: Date;
  /** Age of the data when the provider publishes it, in seconds. */
  delaySeconds: number;
  /** Older than it should be; nothing newer was available. */
  stale: boolean;
  /** Sentences: disagreements, fallbacks. */
  warnings: string[];
}
