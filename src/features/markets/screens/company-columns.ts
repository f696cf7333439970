import { DAY_MS } from '../../../time/durations.js';
import { numberOf as dayNumberOf } from '../companies/fiscal-periods.js';
import { type NotComputable, type RatioInput, ratioPeriods } from '../companies/ratios.js';
import type { LatestFigures } from '../companies/ratios.service.js';
import { companyFieldAt, companyFields } from './screen-fields.js';

/** The reasons for which an instrument has no value of a field. */
export const missingReasons = [
  'loading',
  'not_applicable',
  'unavailable',
  'not_reported',
  'not_meaningful',
  'outdated',
  'too_few_candles',
] as const;
export type MissingReason = (typeof missingReasons)[number];

/** Days after the end of its period until which a figure is used: a year, and the time to file. */
const MAX_AGE_DAYS = 550;

/** A byte counts the filings of the figures of a company. */
const MAX_ACCESSIONS = 255;

/** The latest figures of a company, by the position of their field in `companyFields`. */
export interface CompanyColumns {
  /** NaN: missing for the reason at the same position. */
  values: Float64Array;
  /** Positions in `missingReasons`. */
  reasons: Uint8Array;
  /** The first and the last day of the period, as day numbers; the first one is NaN for a figure of one day. */
  starts: Float32Array;
  ends: Float32Array;
  /** Times (ms) from which values were known. */
  knownSince: Float64Array;
  /** Positions in `accessions` of the latest filing of each value, counted from 1; 0: no filing states it. */
  filings: Uint8Array;
  /** Accession numbers of filings, at most 255. */
  accessions: readonly string[];
  /** Currency of amounts; null without figures in a currency. */
  currency: string | null;
  /** Currencies of amounts in another one, by position. */
  otherCurrencies: ReadonlyMap<number, string>;
  provider: string;
}

/** Estimated memory of the figures of a company (bytes). */
export const COMPANY_BYTES = companyFields.length * 26 + 1_500;

const reasonOf: Record<NotComputable['code'], MissingReason> = {
  missing_input: 'not_reported',
  not_positive: 'not_meaningful',
  different_units: 'not_meaningful',
  price_unusable: 'unavailable',
};

/** Arranges the latest figures of a company as columns. @param moment the moment of which they are (ms) */
export function companyColumnsOf(latest: LatestFigures, moment: number): CompanyColumns {
  const size = companyFields.length;
  const columns = {
    values: new Float64Array(size).fill(Number.NaN),
    reasons: new Uint8Array(size).fill(missingReasons.indexOf('not_reported')),
    starts: new Float32Array(size).fill(Number.NaN),
    ends: new Float32Array(size).fill(Number.NaN),
    knownSince: new Float64Array(size),
    filings: new Uint8Array(size),
  };
  const accessions: string[] = [];
  const otherCurrencies = new Map<number, string>();
  const oldest = Math.floor(moment / DAY_MS) - MAX_AGE_DAYS;
  const set = (
    field: string,
    value: number,
    inputs: readonly RatioInput[],
    period?: { start: string; end: string },
  ) => {
    const at = companyFieldAt.get(field);
    if (at === undefined) return;
    const last = inputs.reduce<RatioInput | undefined>(
      (best, one) => (best && best.end > one.end ? best : one),
      undefined,
    );
    columns.ends[at] = dayNumberOf(period?.end ?? (last?.end as string));
    const start = period === undefined ? (inputs[0]?.start ?? null) : period.start;
    if (start !== null) columns.starts[at] = dayNumberOf(start);
    columns.knownSince[at] = Math.max(...inputs.map(({ knownSince }) => knownSince.getTime()));
    columns.filings[at] = numberOf(accessions, latestFiling(inputs));
    const isOld = (columns.ends[at] as number) < oldest;
    if (isOld) columns.reasons[at] = missingReasons.indexOf('outdated');
    else columns.values[at] = value;
    const unit = (last as RatioInput).unit.split('/')[0] as string;
    if (unit !== 'shares' && unit !== latest.currency) otherCurrencies.set(at, unit);
  };
  const lack = (field: string, code: NotComputable['code']) => {
    const at = companyFieldAt.get(field);
    if (at !== undefined) columns.reasons[at] = missingReasons.indexOf(reasonOf[code]);
  };
  for (const kind of ratioPeriods) {
    const found = latest.periods[kind];
    if (found === undefined) continue;
    for (const [item, inputs] of found.period.items)
      set(
        `${item}:${kind}`,
        inputs.reduce((sum, { value }) => sum + value, 0),
        inputs,
        spanOf(inputs),
      );
    for (const { ratio, value, inputs, notComputable } of found.ratios)
      if (value === null) lack(`${ratio}:${kind}`, notComputable?.code ?? 'missing_input');
      else set(`${ratio}:${kind}`, value, inputs, found.period);
  }
  for (const { ratio, value, inputs, notComputable } of latest.valuation)
    if (value === null) lack(ratio, notComputable?.code ?? 'missing_input');
    else set(ratio, value, inputs, spanOf(inputs));
  return { ...columns, accessions, currency: latest.currency, otherCurrencies, provider: latest.provider };
}

/** Returns the accession number of the latest filing of figures; undefined if no filing states them. */
function latestFiling(inputs: readonly RatioInput[]): string | undefined {
  let latest: RatioInput | undefined;
  for (const input of inputs)
    if (input.accession !== null && (latest === undefined || input.knownSince > latest.knownSince)) latest = input;
  return latest?.accession ?? undefined;
}

/** Returns the position of an accession number, counted from 1, which is added if it is new; 0 without one. */
function numberOf(accessions: string[], accession: string | undefined): number {
  if (accession === undefined) return 0;
  const at = accessions.indexOf(accession);
  if (at >= 0) return at + 1;
  return accessions.length < MAX_ACCESSIONS ? accessions.push(accession) : 0;
}

/** Returns the days from the first to the last of figures that add up; undefined for figures of one day. */
function spanOf(inputs: readonly RatioInput[]): { start: string; end: string } | undefined {
  const starts = inputs.flatMap(({ start }) => start ?? []).sort();
  const ends = inputs.map(({ end }) => end).sort();
  return starts[0] === undefined ? undefined : { start: starts[0], end: ends.at(-1) as string };
}
