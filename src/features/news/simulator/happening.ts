export const topics = [
  'rise',
  'fall',
  'upgrade',
  'downgrade',
  'steady',
  'earthquake',
  'storm',
  'wildfire',
  'flood',
  'volcano',
  'breakdown',
  'congestion',
  'strike',
] as const;
export type Topic = (typeof topics)[number];

/** An incident of the simulated world that outlets report. */
export interface Happening {
  /** Unique key, equal after every start of the service. */
  key: string;
  /** Time of the incident (ms since 1970). */
  at: number;
  topic: Topic;
  /** Values for the placeholders of headlines, such as `{place}`. */
  values: Readonly<Record<string, string>>;
  symbols: readonly string[];
  position: { lat: number; lon: number } | null;
  /** Importance from 0 to 1: the more important, the more outlets report it. */
  weight: number;
}
