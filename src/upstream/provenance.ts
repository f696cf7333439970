/** Who said something, and when it was true. */
export interface Provenance {
  provider: string;
  /** When it was true; null when the provider does not say. */
  asOf: Date | null;
  /** When this service got it. */
  fetchedAt: Date;
  /** How old the provider says its data is when it gives it out, in seconds. */
  delaySeconds: number;
  /** Older than it should be; nothing newer was available. */
  stale: boolean;
  /** Sentences: disagreements, fallbacks. */
  warnings: string[];
}
