import { readInstant, readList, readRecord, requireEpoch } from '../../../upstream/answers.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Candle } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { OrderBook, PublicTrade } from '../order-book.js';
import type { ProviderQuote } from '../quote.js';
import { type QuoteRows, type Rows, readQuotes, readRows } from './answer-rows.js';
import { readPrice, readVolume, requirePrice } from './answer-values.js';
import { readCandle } from './candle-rows.js';
import { readBook } from './depth-rows.js';
import { pairInstrument } from './pair-instruments.js';
import { readFrame } from './read-frame.js';
import type { VendorTick } from './symbol-socket.js';

/** The usual codes of crypto-assets that have other names at Kraken. */
const usual: ReadonlyMap<string, string> = new Map(Object.entries({ XBT: 'BTC', XDG: 'DOGE' }));

/** A pair with its names at Kraken. */
export interface KrakenPair {
  /** The key of the pair in responses: `XXBTZUSD`. */
  key: string;
  /** The name of the pair in requests: `XBTUSD`. */
  altname: string;
  instrument: Instrument;
}

/**
 * Returns the `result` of a response. Errors are sent with HTTP 200, as `E<category>:<message>` in `error`.
 * @param now ms since 1970
 * @throws UpstreamError by the category
 */
export function krakenResult(body: unknown, now: number): Record<string, unknown> {
  const { error, result } = readRecord(body, 'The answer');
  const refusals = readList(error, 'error').filter(
    (one): one is string => typeof one === 'string' && one.startsWith('E'),
  );
  const [first] = refusals;
  if (first !== undefined) throw krakenRefusal(first, now);
  return readRecord(result, 'result');
}

function krakenRefusal(text: string, now: number): UpstreamError {
  const throttled = /^EService:\s?Throttled:\s*(\d+)/.exec(text);
  if (throttled) return new UpstreamError('rate_limited', Math.max(0, Number(throttled[1]) * 1000 - now));
  if (/^EAPI:Rate limit|^EGeneral:Temporary lockout|^EGeneral:Too many requests/i.test(text))
    return new UpstreamError('rate_limited');
  if (/^EQuery:Unknown asset/i.test(text)) return new UpstreamError('not_found');
  if (/^EService:|^EGeneral:Internal/i.test(text)) return new UpstreamError('server_error');
  return badAnswer('Kraken rejected the call.');
}

/** Reads `GET /0/public/AssetPairs`. Pairs without a WebSocket name are dark pools and skipped. */
export function krakenPairs(body: unknown, now: number): Rows<KrakenPair> {
  return readRows(Object.entries(krakenResult(body, now)), 'The pairs', (row) => {
    const [key, pair] = row as [string, unknown];
    const { altname, wsname } = readRecord(pair, 'A pair');
    if (wsname === undefined) return undefined;
    const [base, quote] = typeof wsname === 'string' ? wsname.split('/').map((name) => usual.get(name) ?? name) : [];
    if (typeof altname !== 'string' || base === undefined || quote === undefined)
      throw badAnswer('A pair has no names.');
    const instrument = pairInstrument(base, quote);
    return instrument && { key, altname, instrument };
  });
}

/**
 * Reads `GET /0/public/Ticker`, which uses Kraken's names of pairs: `c` last trade, `b` bid, `a` ask, `o` open of the
 * UTC day; `h`, `l` and `v` each for the UTC day, which is used, and for 24 hours. There is no time.
 */
export function krakenQuotes(body: unknown, pairs: readonly KrakenPair[], now: number): QuoteRows {
  const answers = Object.entries(krakenResult(body, now));
  const asked = new Map(pairs.map((pair) => [pair.instrument.symbol, pair]));
  const symbolOf = (row: unknown) => {
    const [key] = row as [string, unknown];
    // The response for a single pair may use any name of the pair.
    const pair =
      pairs.length === 1 && answers.length === 1
        ? pairs[0]
        : pairs.find((one) => one.key === key || one.altname === key);
    return pair?.instrument.symbol;
  };
  const read = (row: unknown, symbol: string): ProviderQuote => {
    const { a, b, c, v, l, h, o } = readRecord((row as [string, unknown])[1], 'A ticker');
    const first = (list: unknown, name: string) => readList(list, name)[0];
    return {
      symbol,
      currency: asked.get(symbol)?.instrument.currency ?? null,
      price: requirePrice(first(c, 'c'), 'c'),
      previousClose: null,
      open: readPrice(o, 'o'),
      high: readPrice(first(h, 'h'), 'h'),
      low: readPrice(first(l, 'l'), 'l'),
      volume: readVolume(first(v, 'v'), 'v'),
      bid: readPrice(first(b, 'b'), 'b'),
      ask: readPrice(first(a, 'a'), 'a'),
      tradedAt: null,
    };
  };
  return readQuotes(answers, 'The tickers', { asked: new Set(asked.keys()), symbolOf, read });
}

/**
 * Reads `GET /0/public/OHLC` of one pair: `[time s, open, high, low, close, vwap, volume, count]`, oldest first. The
 * last candle is open.
 */
export function krakenCandles(body: unknown, now: number): Rows<Candle> {
  const { last: _committed, ...pairs } = krakenResult(body, now);
  const [list] = Object.values(pairs);
  return readRows(list, 'The list of candles', (row) => {
    const [time, open, high, low, close, , volume] = readList(row, 'A candle');
    return readCandle(requireEpoch(time, 1000, 'time'), { open, high, low, close, volume }, 'a candle');
  });
}

/** Reads `GET /0/public/Depth` of one pair: `[price, size, time s]`. There is no time of the book. */
export function krakenBook(body: unknown, levels: number, now: number): OrderBook {
  const [book] = Object.values(krakenResult(body, now));
  const { bids, asks } = readRecord(book, 'The order book');
  return readBook(bids, asks, levels, null);
}

/**
 * Reads `GET /0/public/Trades` of one pair: `[price, size, time s, b or s, m or l, other, id]`, oldest first. `b` and
 * `s` are the side of the order that caused the trade.
 */
export function krakenTrades(body: unknown, now: number): Rows<PublicTrade> {
  const { last: _next, ...pairs } = krakenResult(body, now);
  const [list] = Object.values(pairs);
  const { rows, skipped } = readRows(list, 'The list of trades', (row): PublicTrade => {
    const [price, size, time, side, , , id] = readList(row, 'A trade');
    const taker = side === 'b' ? 'buy' : side === 's' ? 'sell' : null;
    const at = requireEpoch(time, 1000, 'time');
    // Trades before 2023 have no id.
    const known = typeof id === 'number' ? String(id) : String(at.getTime());
    return { id: known, price: requirePrice(price, 'price'), size: readVolume(size, 'size') ?? 0, side: taker, at };
  });
  return { rows: rows.reverse(), skipped };
}

/**
 * Reads a frame of the channel `ticker` of the WebSocket v2.
 * @throws UpstreamError `bad_answer`, also for a rejected subscription
 */
export function krakenTicks(text: string): VendorTick[] {
  const { channel, data, success } = readFrame(text);
  if (success === false) throw badAnswer('Kraken rejected a subscription.');
  if (channel !== 'ticker') return [];
  return readRows(data, 'The list of tickers', (row) => {
    const { symbol, last, bid, ask, timestamp } = readRecord(row, 'A ticker');
    const at = readInstant(timestamp, 'timestamp');
    if (typeof symbol !== 'string' || at === null) throw badAnswer('A ticker has no symbol or time.');
    return {
      vendorSymbol: symbol,
      price: requirePrice(last, 'last'),
      bid: readPrice(bid, 'bid'),
      ask: readPrice(ask, 'ask'),
      size: null,
      at,
    };
  }).rows;
}
