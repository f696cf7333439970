import { readInstant, readList, readRecord, requireEpoch } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Candle } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { OrderBook, PublicTrade } from '../order-book.js';
import type { ProviderQuote } from '../quote.js';
import { type Rows, readRows } from './answer-rows.js';
import { readPrice, readVolume, requirePrice } from './answer-values.js';
import { readCandle } from './candle-rows.js';
import { readBook } from './depth-rows.js';
import { pairInstrument } from './pair-instruments.js';
import { readFrame } from './read-frame.js';
import type { VendorTick } from './symbol-socket.js';

/** Figures of a product over the last 24 hours. */
export interface CoinbaseStats {
  open: number | null;
  high: number | null;
  low: number | null;
}

/** Reads `GET /products/{id}/stats`. */
export function coinbaseStats(body: unknown): CoinbaseStats {
  const { open, high, low } = readRecord(body, 'The stats');
  return { open: readPrice(open, 'open'), high: readPrice(high, 'high'), low: readPrice(low, 'low') };
}

/**
 * Reads `GET /products/{id}/ticker`, which has texts and a time in nanoseconds. The open is from 24 hours ago; there is
 * no previous close.
 */
export function coinbaseQuote(body: unknown, { text, pair }: MarketSymbol, stats: CoinbaseStats): ProviderQuote {
  const { price, bid, ask, volume, time } = readRecord(body, 'The ticker');
  return {
    symbol: text,
    currency: pair?.quote ?? null,
    price: requirePrice(price, 'price'),
    previousClose: null,
    ...stats,
    volume: readVolume(volume, 'volume'),
    bid: readPrice(bid, 'bid'),
    ask: readPrice(ask, 'ask'),
    tradedAt: readInstant(time, 'time'),
  };
}

/**
 * Reads `GET /products/{id}/candles`: `[time s, low, high, open, close, volume]`, newest first. Intervals without
 * trades are missing.
 */
export function coinbaseCandles(body: unknown): Rows<Candle> {
  return readRows(body, 'The list of candles', (row) => {
    const [time, low, high, open, close, volume] = readList(row, 'A candle');
    return readCandle(requireEpoch(time, 1000, 'time'), { open, high, low, close, volume }, 'a candle');
  });
}

/** Reads `GET /products`. @returns the products that are traded */
export function coinbaseProducts(body: unknown): Rows<Instrument> {
  return readRows(body, 'The list of products', (row) => {
    const { base_currency: base, quote_currency: quote, status } = readRecord(row, 'A product');
    if (typeof base !== 'string' || typeof quote !== 'string') throw badAnswer('A product has no currencies.');
    return status === 'online' ? pairInstrument(base, quote) : undefined;
  });
}

const quiet: ReadonlySet<unknown> = new Set(['subscriptions', 'heartbeat']);

/** Reads a frame of the channel `ticker`. @throws UpstreamError `bad_answer`, also for an `error` frame */
export function coinbaseTicks(text: string): VendorTick[] {
  const { type, product_id: vendorSymbol, price, best_bid, best_ask, last_size, time } = readFrame(text);
  if (quiet.has(type)) return [];
  if (type !== 'ticker' || typeof vendorSymbol !== 'string')
    throw badAnswer(type === 'error' ? 'Coinbase rejected a subscription.' : 'An unknown frame.');
  const at = readInstant(time, 'time');
  // The first frame of a subscription is the current state, not a trade.
  if (at === null) return [];
  const [bid, ask] = [readPrice(best_bid, 'best_bid'), readPrice(best_ask, 'best_ask')];
  return [
    {
      vendorSymbol,
      price: requirePrice(price, 'price'),
      bid,
      ask,
      size: readVolume(last_size, 'last_size') || null,
      at,
    },
  ];
}

/** Reads `GET /products/{id}/book?level=2`: `[price, size, number of orders]`, the best price first. */
export function coinbaseBook(body: unknown, levels: number): OrderBook {
  const { bids, asks, time } = readRecord(body, 'The order book');
  return readBook(bids, asks, levels, readInstant(time, 'time'));
}

/** Reads `GET /products/{id}/trades`, the newest first. `side` is the side of the order that waited in the book. */
export function coinbaseTrades(body: unknown): Rows<PublicTrade> {
  return readRows(body, 'The list of trades', (row) => {
    const { trade_id: id, price, size, side, time } = readRecord(row, 'A trade');
    const at = readInstant(time, 'time');
    if (at === null || (typeof id !== 'number' && typeof id !== 'string'))
      throw badAnswer('A trade has no id or time.');
    const taker = side === 'sell' ? 'buy' : side === 'buy' ? 'sell' : null;
    return {
      id: String(id),
      price: requirePrice(price, 'price'),
      size: readVolume(size, 'size') ?? 0,
      side: taker,
      at,
    };
  });
}
