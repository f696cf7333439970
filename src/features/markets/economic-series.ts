/** The lengths of the periods of a series. */
export const frequencies = ['day', 'week', 'month', 'quarter', 'year', 'other'] as const;
export type Frequency = (typeof frequencies)[number];

/** A series of an economy, without its values. */
export interface SeriesDescription {
  /** `<source>:<code>`, such as `fred:CPIAUCSL`. */
  id: string;
  title: string;
  unit: string | null;
  frequency: Frequency;
  /** ISO 3166-1 alpha-2; null for groups of countries, and if unknown. */
  country: string | null;
  /** Publisher of the figures. */
  publisher: string;
}

/** A value of a period, as published at a time. */
export interface Vintage {
  value: number | null;
  publishedAt: Date;
}

/** A period with the values that were published about it. */
export interface Observation {
  /** `2026-10-31`, `2026-10`, `2026-Q3` or `2026`. */
  period: string;
  /** The first day of the period. */
  start: string;
  /** In the order of their publication; for a source without vintages the current value alone. */
  vintages: readonly Vintage[];
}

/** A series with its values. */
export interface SeriesContent {
  description: SeriesDescription;
  /** By period, ascending. */
  observations: readonly Observation[];
  /** Whether `publishedAt` states when each value became known; otherwise only the current values are known. */
  hasVintages: boolean;
  /** Time of the last change; null if the source does not state it. */
  updatedAt: Date | null;
}

/** Maximum number of observations of a series; longer ones lose their oldest. */
export const MAX_OBSERVATIONS = 20_000;

const forms: ReadonlyArray<readonly [RegExp, Frequency]> = [
  [/^(\d{4})$/, 'year'],
  [/^(\d{4})-?Q([1-4])$/, 'quarter'],
  [/^(\d{4})-?M?(0[1-9]|1[0-2])$/, 'month'],
  [/^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'day'],
];

/**
 * Reads a period as publishers write it: `2026`, `2026-Q3`, `2026Q3`, `2026-10`, `2026M10` or `2026-10-31`.
 * @returns undefined for another form or a day that does not exist
 */
export function readPeriod(text: string): { period: string; start: string; frequency: Frequency } | undefined {
  for (const [form, frequency] of forms) {
    const [, year, part = '01', day = '01'] = form.exec(text) ?? [];
    if (year === undefined) continue;
    const month = frequency === 'quarter' ? String(Number(part) * 3 - 2).padStart(2, '0') : part;
    const start = `${year}-${month}-${day}`;
    const time = Date.parse(start);
    if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== start) return undefined;
    const written = { year, quarter: `${year}-Q${part}`, month: `${year}-${month}`, day: start };
    return { period: written[frequency as keyof typeof written], start, frequency };
  }
  return undefined;
}

/** Returns a start of a period in the form of its frequency, such as `2026-Q3` for `2026-07-01`. */
export function periodOf(start: string, frequency: Frequency): string {
  if (frequency === 'year') return start.slice(0, 4);
  if (frequency === 'month') return start.slice(0, 7);
  return frequency === 'quarter' ? `${start.slice(0, 4)}-Q${Math.ceil(Number(start.slice(5, 7)) / 3)}` : start;
}

/** Returns observations in ascending order, each period once, the latest `MAX_OBSERVATIONS`. */
export function ordered(observations: readonly Observation[]): Observation[] {
  const periods = new Map(observations.map((one) => [one.period, one]));
  const sorted = [...periods.values()].sort((one, other) => (one.start < other.start ? -1 : 1));
  return sorted.slice(-MAX_OBSERVATIONS);
}

/** Returns the observations that were published by a moment (ms), with the values that were known then. */
export function knownBy(observations: readonly Observation[], moment: number): Observation[] {
  return observations.flatMap((observation) => {
    const vintages = observation.vintages.filter(({ publishedAt }) => publishedAt.getTime() <= moment);
    return vintages.length === 0 ? [] : [{ ...observation, vintages }];
  });
}
