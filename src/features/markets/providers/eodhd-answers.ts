import {
  optionalDay,
  readDay,
  readEpoch,
  readNumber,
  readRecord,
  readText,
  requireEpoch,
} from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Candle, CorporateAction } from '../candle.js';
import type { ProviderQuote } from '../quote.js';
import { type QuoteRows, type Rows, readQuotes, readRows } from './answer-rows.js';
import { readPrice, readVolume, requirePrice } from './answer-values.js';
import { readCandle } from './candle-rows.js';

/**
 * Reads `GET /real-time/{SYMBOL}`: an object for one symbol, a list for several. A symbol with `NA` in every field is
 * unknown; if only `close` is `NA`, the price is the previous close, marked as stale.
 * @param asked the requested symbols; others are ignored
 * @throws UpstreamError `bad_answer`
 */
export function eodhdQuotes(body: unknown, asked: ReadonlySet<string>): QuoteRows {
  const symbolOf = (row: unknown) => readText(readRecord(row, 'A quote').code) ?? undefined;
  const read = (row: unknown, symbol: string): ProviderQuote | undefined => {
    const { timestamp, open, high, low, close, volume, previousClose } = readRecord(row, 'A quote');
    const [last, previous] = [readPrice(close, 'close'), readPrice(previousClose, 'previousClose')];
    const price = last ?? previous;
    if (price === null) return undefined;
    return {
      symbol,
      currency: null,
      price,
      previousClose: previous,
      open: readPrice(open, 'open'),
      high: readPrice(high, 'high'),
      low: readPrice(low, 'low'),
      volume: symbol.endsWith('.FOREX') ? null : readVolume(volume, 'volume'),
      bid: null,
      ask: null,
      tradedAt: readEpoch(timestamp, 1000, 'timestamp'),
      ...(last === null && { stale: true }),
    };
  };
  return readQuotes(Array.isArray(body) ? body : [body], 'The list of quotes', { asked, symbolOf, read });
}

/**
 * Reads `GET /eod/{SYMBOL}?period=d`, oldest first, with prices as traded.
 * @param isTraded true for instruments with a volume on every trading day: flat days without a volume were filled in by
 * EODHD and are skipped
 */
export function eodhdDays(body: unknown, isTraded: boolean): Rows<Candle> {
  return readRows(body, 'The list of days', (row) => {
    const { date, ...raw } = readRecord(row, 'A day');
    const { open, high, low, close, volume } = raw;
    const candle = readCandle(new Date(readDay(date, 'date')), { open, high, low, close, volume }, 'a day');
    return isTraded && candle.volume === 0 && candle.high === candle.low ? undefined : candle;
  });
}

/**
 * Reads `GET /intraday/{SYMBOL}`: `timestamp` is the start of the candle; thinly traded symbols have rows of nulls,
 * which are skipped.
 */
export function eodhdIntraday(body: unknown): Rows<Candle> {
  return readRows(body, 'The list of candles', (row) => {
    const { timestamp, open, high, low, close, volume } = readRecord(row, 'A candle');
    const time = requireEpoch(timestamp, 1000, 'timestamp');
    const isEmpty = [open, high, low, close].every((price) => readNumber(price, 'A price') === null);
    return isEmpty ? undefined : readCandle(time, { open, high, low, close, volume }, 'a candle');
  });
}

/** Reads `GET /splits/{SYMBOL}`: `{ "date": "2020-08-31", "split": "4.000000/1.000000" }`, new shares first. */
export function eodhdSplits(body: unknown): Rows<CorporateAction> {
  return readRows(body, 'The list of splits', (row) => {
    const { date, split } = readRecord(row, 'A split');
    const [fresh, old] = typeof split === 'string' ? split.split('/') : [];
    const value = requirePrice(fresh, 'split') / requirePrice(old, 'split');
    return { day: readDay(date, 'date'), kind: 'split', value };
  });
}

export interface EodhdDividend extends CorporateAction {
  /** Currency code as sent by EODHD, including GBX; null if missing. */
  currency: string | null;
}

/** Reads `GET /div/{SYMBOL}`. `value` is per share of today; `unadjustedValue`, if sent, is per share of its day. */
export function eodhdDividends(body: unknown): Rows<EodhdDividend> {
  return readRows(body, 'The list of dividends', (row) => {
    const dividend = readRecord(row, 'A dividend');
    const amount = readPrice(dividend.unadjustedValue, 'unadjustedValue') ?? requirePrice(dividend.value, 'value');
    return {
      day: readDay(dividend.date, 'date'),
      kind: 'dividend',
      value: amount,
      currency: readText(dividend.currency),
      declarationDay: optionalDay(dividend.declarationDate),
      recordDay: optionalDay(dividend.recordDate),
      paymentDay: optionalDay(dividend.paymentDate),
    };
  });
}

/** A row of `GET /search/{query}`. */
export interface EodhdListing {
  code: string;
  exchange: string;
  name: string;
  type: string;
  /** English name of the country, such as `USA` or `Germany`. */
  country: string | null;
  /** Currency code as sent by EODHD, including GBX. */
  currency: string;
  isin: string | null;
}

/** Reads `GET /search/{query}`. ISIN and country may be null. */
export function eodhdListings(body: unknown): Rows<EodhdListing> {
  return readRows(body, 'The list of instruments', (row) => {
    const found = readRecord(row, 'An instrument');
    const [code, exchange, type] = [readText(found.Code), readText(found.Exchange), readText(found.Type)];
    if (code === null || exchange === null || type === null)
      throw badAnswer('An instrument has no code, exchange or type.');
    const currency = readText(found.Currency);
    if (currency === null) throw badAnswer('An instrument has no currency.');
    return {
      code,
      exchange,
      name: readText(found.Name) ?? code,
      type,
      country: readText(found.Country),
      currency,
      isin: isinOf(found.ISIN),
    };
  });
}

function isinOf(value: unknown): string | null {
  const text = readText(value);
  return text !== null && /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text) ? text : null;
}

/** Returns codes and exchanges of all rows of `GET /search/{query}`, including malformed ones. */
export const eodhdCodes = (body: unknown): Array<Pick<EodhdListing, 'code' | 'exchange'>> =>
  (Array.isArray(body) ? body : []).map((row: { Code?: unknown; Exchange?: unknown } | null) => ({
    code: readText(row?.Code) ?? '',
    exchange: readText(row?.Exchange) ?? '',
  }));
