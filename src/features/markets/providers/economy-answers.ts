import { type Fields, numberOf, numeralOf, readList, readRecord, readText } from '../../../upstream/answers.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import {
  type Frequency,
  type Observation,
  ordered,
  periodOf,
  readPeriod,
  type SeriesContent,
  type SeriesDescription,
} from '../economic-series.js';

/** Values beyond this amount are left out as invalid. */
const MAX_VALUE = 1e30;
/** Values of FRED count as known from the end of their day in Chicago, which is 06:00 UTC of the next day in winter. */
const END_OF_DAY_MS = 30 * 3_600_000;
const LAST_DAY = '9999-12-31';

const amountOf = (value: unknown): number | null => {
  const read = numberOf(value) ?? numeralOf(value);
  return read !== null && Math.abs(read) <= MAX_VALUE ? read : null;
};

/** Returns an observation with the current value alone; undefined for a period or value that cannot be read. */
function current(period: unknown, value: unknown, at: Date): Observation | undefined {
  const read = typeof period === 'string' ? readPeriod(period) : undefined;
  const number = amountOf(value);
  if (read === undefined || number === null) return undefined;
  return { period: read.period, start: read.start, vintages: [{ value: number, publishedAt: at }] };
}

/** Returns a content without vintages. @throws UpstreamError `bad_answer` if none of the rows can be read */
function currentContent(
  description: SeriesDescription,
  rows: ReadonlyArray<readonly [period: unknown, value: unknown]>,
  updatedAt: Date | null,
): SeriesContent {
  const at = updatedAt ?? new Date(0);
  const observations = ordered(rows.flatMap(([period, value]) => current(period, value, at) ?? []));
  if (rows.length > 0 && observations.length === 0) throw badAnswer('No observation can be read.');
  const first = readPeriod(observations[0]?.period ?? '');
  const frequency = description.frequency === 'other' ? (first?.frequency ?? 'other') : description.frequency;
  return { description: { ...description, frequency }, observations, hasVintages: false, updatedAt };
}

const dayAt = (value: unknown): Date | null => {
  const text = String(value).slice(0, 10);
  return /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : null;
};

/**
 * Parses a series of the World Bank: `[{"page": 1, "lastupdated": …}, [{"indicator", "country", "date", "value"}, …]]`.
 * An unknown indicator or country is a 200 with `[{"message": […]}]`.
 */
export function worldBankSeries(body: unknown, id: string, unit: string | null): SeriesContent {
  const [head, rows] = readList(body, 'body');
  const { message, lastupdated } = readRecord(head, 'head');
  if (message !== undefined || rows === null || rows === undefined) throw new UpstreamError('not_found');
  const list = readList(rows, 'rows').map((row) => readRecord(row, 'row'));
  const [first] = list;
  if (first === undefined) throw new UpstreamError('not_found');
  const indicator = readRecord(first.indicator, 'indicator');
  const country = readRecord(first.country, 'country');
  const code = readText(country.id);
  const values = list.map(({ date, value }) => [date, value] as const).filter(([, value]) => value !== null);
  const description: SeriesDescription = {
    id,
    title: [readText(indicator.value), readText(country.value)].filter(Boolean).join(', ').slice(0, 300) || id,
    unit,
    frequency: 'year',
    country: code !== null && /^[A-Z]{2}$/.test(code) ? code : null,
    publisher: 'World Bank',
  };
  return currentContent(description, values, dayAt(lastupdated));
}

/** Parses a series of the European Central Bank (`format=csvdata`): a header, then one observation a line. */
export function ecbSeriesContent(text: unknown, id: string): SeriesContent {
  if (typeof text !== 'string') throw badAnswer('The table is not a text.');
  const [header = [], ...lines] = csvRows(text);
  const at = (name: string) => header.indexOf(name);
  const [period, value, title, unit] = [at('TIME_PERIOD'), at('OBS_VALUE'), at('TITLE'), at('UNIT')];
  if (period < 0 || value < 0) throw badAnswer('The table has no period or value.');
  const [first] = lines;
  if (first === undefined) throw new UpstreamError('not_found');
  const description: SeriesDescription = {
    id,
    title: (title < 0 ? null : readText(first[title])) ?? id,
    unit: unit < 0 ? null : readText(first[unit]),
    frequency: 'other',
    country: null,
    publisher: 'European Central Bank',
  };
  return currentContent(
    description,
    lines.map((line) => [line[period], line[value]] as const),
    null,
  );
}

/** Splits a table at commas and line breaks; cells in quotation marks may contain both (RFC 4180). */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cells.lastIndex < text.length) {
    const cell = cells.exec(text);
    if (cell === null) throw badAnswer('The table cannot be read.');
    (rows.at(-1) as string[]).push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    if (cell[3] !== ',' && cells.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

const dbnomicsFrequencies: Readonly<Record<string, Frequency>> = {
  annual: 'year',
  quarterly: 'quarter',
  monthly: 'month',
  weekly: 'week',
  daily: 'day',
};

const listIn = (body: unknown, ...path: string[]): unknown[] =>
  readList(
    path.reduce<unknown>((value, name) => readRecord(value, name)[name], body),
    path.at(-1) as string,
  );

/** Parses a series of DBnomics: `{"series": {"docs": [{"period": […], "value": […], …}]}}`. */
export function dbnomicsSeries(body: unknown): SeriesContent {
  const [doc] = listIn(body, 'series', 'docs');
  if (doc === undefined) throw new UpstreamError('not_found');
  const { period_start_day: starts, period, value, indexed_at } = readRecord(doc, 'series');
  const description = dbnomicsDescription(doc);
  const [periods, values] = [readList(period, 'period'), readList(value, 'value')];
  if (periods.length !== values.length) throw badAnswer('A series has another number of periods than values.');
  const days = Array.isArray(starts) && starts.length === periods.length ? starts : periods;
  const isKnown = (one: unknown) => typeof one === 'string' && readPeriod(one) !== undefined;
  const rows = periods.map((one, index) => [isKnown(one) ? one : days[index], values[index]] as const);
  return currentContent(
    description,
    rows.filter(([, one]) => one !== 'NA' && one !== null),
    dayAt(indexed_at),
  );
}

/** Parses a page of series of DBnomics. */
export const dbnomicsPage = (body: unknown): SeriesDescription[] =>
  listIn(body, 'series', 'docs').map(dbnomicsDescription);

/** Parses a search of DBnomics. @returns the datasets that were found, as `provider/dataset` */
export const dbnomicsDatasets = (body: unknown): string[] =>
  listIn(body, 'results', 'docs').flatMap((row) => {
    const { type, provider_code: provider, code } = readRecord(row, 'row');
    return type === 'dataset' && isCode(provider) && isCode(code) ? [`${provider}/${code}`] : [];
  });

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[\w.@+$-]{1,100}$/.test(value);

function dbnomicsDescription(doc: unknown): SeriesDescription {
  const row: Fields = readRecord(doc, 'series');
  const { provider_code: provider, dataset_code: dataset, series_code: series } = row;
  if (!isCode(provider) || !isCode(dataset) || !isCode(series)) throw badAnswer('A series has no code.');
  return {
    id: `dbnomics:${provider}:${dataset}:${series}`,
    title: readText(row.series_name) ?? readText(row.dataset_name) ?? series,
    unit: null,
    frequency: dbnomicsFrequencies[String(row['@frequency'])] ?? 'other',
    country: null,
    publisher: provider,
  };
}

const fredFrequencies: Readonly<Record<string, Frequency>> = {
  A: 'year',
  Q: 'quarter',
  M: 'month',
  W: 'week',
  BW: 'week',
  D: 'day',
};

/** Parses the descriptions of series of FRED: `{"seriess": […]}`. */
export const fredSeries = (body: unknown): SeriesDescription[] =>
  listIn(body, 'seriess').map((row) => {
    const { id, title, units, frequency_short: frequency } = readRecord(row, 'series');
    if (!isCode(id)) throw badAnswer('A series has no id.');
    return {
      id: `fred:${id}`,
      title: readText(title) ?? id,
      unit: readText(units),
      frequency: fredFrequencies[String(frequency).split(',')[0] as string] ?? 'other',
      country: null,
      publisher: 'Federal Reserve Bank of St. Louis',
    };
  });

/**
 * Parses observations of FRED with all vintages (ALFRED): `{"count", "observations": [{"realtime_start",
 * "realtime_end", "date", "value"}, …]}`. Each row is a value that was valid in a range of days.
 */
export function fredContent(body: unknown, description: SeriesDescription): SeriesContent {
  const rows = listIn(body, 'observations');
  const { count } = readRecord(body, 'body');
  if (typeof count === 'number' && count > rows.length) throw new UpstreamError('too_large');
  const periods = new Map<string, Array<{ value: number | null; publishedAt: Date }>>();
  let updated = 0;
  for (const row of rows) {
    const { realtime_start: from, realtime_end: to, date, value } = readRecord(row, 'observation');
    const known = dayAt(from);
    const start = typeof date === 'string' ? readPeriod(date)?.start : undefined;
    const number = value === '.' ? null : amountOf(value);
    if (known === null || start === undefined || (number === null && value !== '.')) throw badAnswer('observation');
    const publishedAt = new Date(known.getTime() + END_OF_DAY_MS);
    updated = Math.max(updated, publishedAt.getTime());
    const vintages = periods.get(start) ?? [];
    vintages.push({ value: number, publishedAt });
    // A value that is withdrawn without another one is missing from then on.
    const until = to === LAST_DAY ? null : dayAt(to);
    if (until !== null)
      vintages.push({ value: null, publishedAt: new Date(until.getTime() + 24 * 3_600_000 + END_OF_DAY_MS) });
    periods.set(start, vintages);
  }
  const observations = [...periods].map(([start, vintages]) => ({
    period: periodOf(start, description.frequency),
    start,
    vintages: different(vintages),
  }));
  return {
    description,
    observations: ordered(observations.filter(({ vintages }) => vintages.length > 0)),
    hasVintages: true,
    updatedAt: updated === 0 ? null : new Date(updated),
  };
}

/** Returns vintages in their order, without those that repeat the value before or are replaced at the same time. */
function different(vintages: ReadonlyArray<{ value: number | null; publishedAt: Date }>) {
  const sorted = vintages.toSorted(
    (one, other) =>
      one.publishedAt.getTime() - other.publishedAt.getTime() ||
      Number(one.value !== null) - Number(other.value !== null),
  );
  const last = sorted.filter(({ publishedAt }, at) => sorted[at + 1]?.publishedAt.getTime() !== publishedAt.getTime());
  const known = last.filter(({ value }, at) => value !== (at === 0 ? null : last[at - 1]?.value));
  return known;
}
