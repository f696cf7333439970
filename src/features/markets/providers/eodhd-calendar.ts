import { optionalDay, readDay, readNumber, readRecord, readText, timeOf } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { CalendarEntry, CalendarKind, ReportTime } from '../calendar-entry.js';
import { parseSymbol } from '../market-symbol.js';
import { getRows, type Rows, readRows } from './answer-rows.js';
import { readPrice, readVolume } from './answer-values.js';
import type { CalendarSource } from './market-provider.js';

/** Number of economic figures of a call, which is also the largest offset that EODHD accepts. */
const PAGE_SIZE = 1000;
const reportTimes: Readonly<Record<string, ReportTime>> = { BeforeMarket: 'before_open', AfterMarket: 'after_close' };

/**
 * Reads the calendars of EODHD (https://eodhd.com/financial-apis/calendar-upcoming-earnings-ipos-and-splits and
 * /economic-events-data-api). Dividends are read by symbol instead: its calendar of dividends has no amounts.
 */
export class EodhdCalendar implements CalendarSource {
  /** A week: a response with the earnings of the world stays below the size limit of a response. */
  readonly maxDays = 7;

  constructor(private readonly upstream: Upstream) {}

  async entries(kind: CalendarKind, from: string, to: string, signal?: AbortSignal): Promise<CalendarEntry[]> {
    const range = { fmt: 'json', from, to };
    const get = (path: string, parse: (body: unknown) => Rows<CalendarEntry>, query: Record<string, string> = range) =>
      getRows(this.upstream, { path, query, signal, parse });
    if (kind === 'split') return get('/calendar/splits', eodhdSplitCalendar);
    if (kind === 'earnings') return get('/calendar/earnings', eodhdEarnings);
    if (kind === 'ipo') return get('/calendar/ipos', eodhdOfferings);
    let isFull = false;
    const page = (offset: number) => {
      const query = { ...range, limit: String(PAGE_SIZE), offset: String(offset) };
      const parse = (body: unknown) => {
        isFull = Array.isArray(body) && body.length >= PAGE_SIZE;
        return eodhdFigures(body);
      };
      return get('/economic-events', parse, query);
    };
    const first = await page(0);
    return isFull ? [...first, ...(await page(PAGE_SIZE))] : first;
  }
}

/** Reads `GET /calendar/splits`: `{ "splits": [{ "code", "split_date", "old_shares", "new_shares" }] }`. */
export function eodhdSplitCalendar(body: unknown): Rows<CalendarEntry> {
  return readRows(readRecord(body, 'The calendar').splits, 'The splits', (row) => {
    const split = readRecord(row, 'A split');
    const symbol = symbolOf(split.code);
    if (symbol === undefined) return undefined;
    const [fresh, old] = [readPrice(split.new_shares, 'new_shares'), readPrice(split.old_shares, 'old_shares')];
    return {
      kind: 'split',
      day: readDay(split.split_date, 'split_date'),
      symbol,
      ratio: fresh === null || old === null ? null : fresh / old,
    };
  });
}

/** Reads `GET /calendar/earnings`: `{ "earnings": [{ "code", "report_date", "date", "actual", "estimate", … }] }`. */
export function eodhdEarnings(body: unknown): Rows<CalendarEntry> {
  return readRows(readRecord(body, 'The calendar').earnings, 'The earnings', (row) => {
    const report = readRecord(row, 'A report');
    const symbol = symbolOf(report.code);
    if (symbol === undefined) return undefined;
    return {
      kind: 'earnings',
      day: readDay(report.report_date, 'report_date'),
      reportTime: reportTimes[String(report.before_after_market)] ?? null,
      symbol,
      currency: currencyOf(report.currency),
      period: optionalDay(report.date),
      estimate: readNumber(report.estimate, 'estimate'),
      actual: readNumber(report.actual, 'actual'),
    };
  });
}

/** Reads `GET /calendar/ipos`. Rows without a start date are filings whose day is open; they are left out. */
export function eodhdOfferings(body: unknown): Rows<CalendarEntry> {
  return readRows(readRecord(body, 'The calendar').ipos, 'The offerings', (row) => {
    const offering = readRecord(row, 'An offering');
    const start = optionalDay(offering.start_date);
    const title = readText(offering.name);
    if (start === null || title === null) return undefined;
    const fixed = readPrice(offering.offer_price, 'offer_price');
    return {
      kind: 'ipo',
      day: start,
      symbol: symbolOf(offering.code) ?? null,
      title,
      currency: currencyOf(offering.currency),
      priceLow: fixed ?? readPrice(offering.price_from, 'price_from'),
      priceHigh: fixed ?? readPrice(offering.price_to, 'price_to'),
      shareCount: readVolume(offering.shares, 'shares') || null,
    };
  });
}

/** Reads `GET /economic-events`: `date` is UTC without a zone, `comparison` is `yoy`, `mom`, `qoq` or null. */
export function eodhdFigures(body: unknown): Rows<CalendarEntry> {
  return readRows(body, 'The figures', (row) => {
    const figure = readRecord(row, 'A figure');
    const title = readText(figure.type);
    if (title === null) throw badAnswer('A figure has no name.');
    const at = readUtc(figure.date);
    const comparison = readText(figure.comparison);
    const country = readText(figure.country);
    return {
      kind: 'economic',
      day: at.toISOString().slice(0, 10),
      at,
      title: comparison === null ? title : `${title} (${comparison})`,
      country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
      period: readText(figure.period),
      estimate: readNumber(figure.estimate, 'estimate'),
      actual: readNumber(figure.actual, 'actual'),
      previous: readNumber(figure.previous, 'previous'),
    };
  });
}

const symbolOf = (code: unknown): string | undefined =>
  typeof code === 'string' ? parseSymbol(code)?.text : undefined;

function currencyOf(value: unknown): string | null {
  const text = readText(value);
  return text !== null && /^[A-Z]{3}$/.test(text) ? text : null;
}

/** Reads a time such as `2026-11-20 13:30:00`, in UTC. @throws UpstreamError `bad_answer` */
const readUtc = (value: unknown): Date => timeOf(`${String(value).trim().replace(' ', 'T')}Z`, 'A time');
