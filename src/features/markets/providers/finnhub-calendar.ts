import { readDay, readNumber, readRecord, readText } from '../../../upstream/answers.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { CalendarEntry, CalendarKind, ReportTime } from '../calendar-entry.js';
import { getRows, type Rows, readRows } from './answer-rows.js';
import { readVolume } from './answer-values.js';
import { symbolOfFinnhub } from './finnhub-symbols.js';
import type { CalendarSource } from './market-provider.js';

const reportTimes: Readonly<Record<string, ReportTime>> = {
  bmo: 'before_open',
  dmh: 'during_session',
  amc: 'after_close',
};

/** Reads the calendars of Finnhub (https://finnhub.io/docs/api/earnings-calendar and /ipo-calendar). */
export class FinnhubCalendar implements CalendarSource {
  /** Maximum days of a call: a week, because Finnhub returns at most 1,500 reports of a call. */
  readonly maxDays = 7;

  constructor(private readonly upstream: Upstream) {}

  entries(kind: CalendarKind, from: string, to: string, signal?: AbortSignal): Promise<CalendarEntry[]> {
    const get = (path: string, parse: (body: unknown) => Rows<CalendarEntry>) =>
      getRows(this.upstream, { path, query: { from, to }, signal, parse });
    return kind === 'earnings' ? get('/calendar/earnings', finnhubEarnings) : get('/calendar/ipo', finnhubOfferings);
  }
}

/** Reads `GET /calendar/earnings`. `quarter` counts calendar or fiscal quarters, so the period is stated as sent. */
export function finnhubEarnings(body: unknown): Rows<CalendarEntry> {
  return readRows(readRecord(body, 'The calendar').earningsCalendar, 'The earnings', (row) => {
    const report = readRecord(row, 'A report');
    const symbol = typeof report.symbol === 'string' ? symbolOfFinnhub(report.symbol) : undefined;
    if (symbol === undefined) return undefined;
    const [year, quarter] = [readNumber(report.year, 'year'), readNumber(report.quarter, 'quarter')];
    return {
      kind: 'earnings',
      day: readDay(report.date, 'date'),
      reportTime: reportTimes[String(report.hour)] ?? null,
      symbol: symbol.text,
      period: year !== null && quarter !== null ? `${year}-Q${quarter}` : null,
      estimate: readNumber(report.epsEstimate, 'epsEstimate'),
      actual: readNumber(report.epsActual, 'epsActual'),
    };
  });
}

/** Reads `GET /calendar/ipo`: `price` is one price or a range such as `13.00-15.00`. */
export function finnhubOfferings(body: unknown): Rows<CalendarEntry> {
  return readRows(readRecord(body, 'The calendar').ipoCalendar, 'The offerings', (row) => {
    const offering = readRecord(row, 'An offering');
    const title = readText(offering.name);
    if (title === null || offering.status === 'withdrawn') return undefined;
    const [low, high] = String(offering.price ?? '').split('-');
    return {
      kind: 'ipo',
      day: readDay(offering.date, 'date'),
      symbol: typeof offering.symbol === 'string' ? (symbolOfFinnhub(offering.symbol)?.text ?? null) : null,
      title,
      currency: 'USD',
      priceLow: readNumber(low, 'price') || null,
      priceHigh: readNumber(high ?? low, 'price') || null,
      shareCount: readVolume(offering.numberOfShares, 'numberOfShares') || null,
    };
  });
}
