import { readEpoch, readList, readRecord, readText, requireEpoch } from '../../../upstream/answers.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { Candle } from '../candle.js';
import { firstDayOf } from '../first-day.js';
import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderQuote } from '../quote.js';
import { type Rows, readRows } from './answer-rows.js';
import { readPrice, readVolume, requirePrice } from './answer-values.js';
import { readCandle } from './candle-rows.js';
import { finnhubName, symbolOfFinnhub } from './finnhub-symbols.js';
import { readFrame } from './read-frame.js';
import type { VendorTick } from './symbol-socket.js';

const classes: ReadonlyMap<string, AssetClass> = new Map(
  Object.entries({
    'Common Stock': 'equity',
    ADR: 'equity',
    GDR: 'equity',
    REIT: 'equity',
    'NY Reg Shrs': 'equity',
    Preference: 'equity',
    ETP: 'etf',
  }),
);
/** Market identifiers (ISO 10383) by the first letters of `exchange` in a profile. */
const markets: ReadonlyArray<[string, string]> = [
  ['NASDAQ', 'XNAS'],
  ['NEW YORK STOCK EXCHANGE', 'XNYS'],
  ['NYSE', 'XNYS'],
];

/**
 * Reads `GET /quote`.
 * @throws UpstreamError `not_found` if all numbers and the time are zero, which Finnhub sends for unknown symbols;
 * `bad_answer`
 */
export function finnhubQuote(body: unknown, symbol: string): ProviderQuote {
  const { c, h, l, o, pc, t } = readRecord(body, 'The quote');
  const tradedAt = readEpoch(t, 1000, 't');
  if (tradedAt === null && readPrice(c, 'c') === null) throw new UpstreamError('not_found');
  if (tradedAt === null) throw badAnswer('The quote has no time.');
  return {
    symbol,
    currency: 'USD',
    price: requirePrice(c, 'c'),
    previousClose: readPrice(pc, 'pc'),
    open: readPrice(o, 'o'),
    high: readPrice(h, 'h'),
    low: readPrice(l, 'l'),
    volume: null,
    bid: null,
    ask: null,
    tradedAt,
  };
}

/** Reads `GET /stock/candle`, which has one list per column; `s` is `no_data` for a range without candles. */
export function finnhubCandles(body: unknown): Rows<Candle> {
  const { s, ...columns } = readRecord(body, 'The candles');
  if (s === 'no_data') return { rows: [], skipped: 0 };
  if (s !== 'ok') throw badAnswer('The candles have no known state.');
  const [times, open, high, low, close, volume] = ['t', 'o', 'h', 'l', 'c', 'v'].map((name) =>
    readList(columns[name], name),
  ) as [unknown[], unknown[], unknown[], unknown[], unknown[], unknown[]];
  if ([open, high, low, close, volume].some(({ length }) => length !== times.length))
    throw badAnswer('The columns differ in length.');
  const rows = times.map((time, at) => ({
    time,
    open: open[at],
    high: high[at],
    low: low[at],
    close: close[at],
    volume: volume[at],
  }));
  return readRows(rows, 'The candles', (row) => {
    const { time, ...raw } = row as (typeof rows)[number];
    return readCandle(requireEpoch(time, 1000, 't'), raw, 'a candle');
  });
}

/**
 * Reads `GET /search`.
 * @returns the rows that are listed in the United States, without currency and exchange, which Finnhub does not send
 */
export function finnhubSearch(body: unknown): Rows<Instrument> {
  return readRows(readRecord(body, 'The search').result, 'The result', (row) => {
    const { symbol: name, description, type } = readRecord(row, 'An instrument');
    if (typeof name !== 'string' || typeof type !== 'string') throw badAnswer('An instrument has no symbol or type.');
    const [symbol, assetClass] = [symbolOfFinnhub(name), classes.get(type)];
    if (symbol === undefined || assetClass === undefined) return undefined;
    const title = readText(description) ?? symbol.ticker;
    const unknown = { exchange: null, isin: null, sector: null, country: null, firstDay: firstDayOf(symbol.text) };
    return { symbol: symbol.text, name: title, assetClass, currency: 'USD', ...unknown };
  });
}

/** Reads `GET /stock/profile2`. @throws UpstreamError `not_found` for `{}` and for a listing elsewhere; `bad_answer` */
export function finnhubProfile(body: unknown, symbol: MarketSymbol): Instrument {
  const profile = readRecord(body, 'The profile');
  if (Object.keys(profile).length === 0) throw new UpstreamError('not_found');
  if (profile.ticker !== finnhubName(symbol)) throw new UpstreamError('not_found');
  const [name, currency, country, exchange] = [profile.name, profile.currency, profile.country, profile.exchange].map(
    readText,
  );
  if (!name || !currency || !/^[A-Z]{3}$/.test(currency)) throw badAnswer('The profile has no name or currency.');
  return {
    symbol: symbol.text,
    name,
    assetClass: 'equity',
    exchange: markets.find(([start]) => exchange?.startsWith(start))?.[1] ?? null,
    currency,
    isin: null,
    sector: readText(profile.finnhubIndustry),
    country: country && /^[A-Z]{2}$/.test(country) ? country : null,
    // `ipo` is not used: it may be years after the listing, and transactions before the first day would be rejected.
    firstDay: firstDayOf(symbol.text),
  };
}

/**
 * Reads a frame of the WebSocket: a `trade` with a list of `{ s, p price, t ms, v volume, c conditions }`, a `ping` or
 * an `error`. A volume of 0 means a price change without a trade.
 * @throws UpstreamError `bad_answer`
 */
export function finnhubTicks(text: string): VendorTick[] {
  const { type, data } = readFrame(text);
  if (type === 'ping') return [];
  if (type !== 'trade')
    throw badAnswer(type === 'error' ? 'Finnhub rejected a subscription.' : 'The frame has an unknown type.');
  return readRows(data, 'The list of trades', (row) => {
    const { s, p, t, v } = readRecord(row, 'A trade');
    if (typeof s !== 'string') throw badAnswer('A trade has no symbol.');
    return {
      vendorSymbol: s,
      price: requirePrice(p, 'p'),
      bid: null,
      ask: null,
      size: readVolume(v, 'v') || null,
      at: requireEpoch(t, 1, 't'),
    };
  }).rows;
}
