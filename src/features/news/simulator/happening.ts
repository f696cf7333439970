export const topics = [
  'rise',
  'fall',
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
  /** The same happening has the same key at every start. */
  key: string;
  /** ms */
  at: number;
  topic: Topic;
  /** The words of headlines: `{place}`. */
  values: Readonly<Record<string, string>>;
  symbols: readonly string[];
  position: { lat: number; lon: number } | null;
  /** From 0 to 1: how many outlets report it. */
  weight: number;
}
