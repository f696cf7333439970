import { readEpoch, readList, readRecord, requireEpoch } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { UpstreamAnswer } from '../../../upstream/upstreams.js';
import type { Candle } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { OrderBook, PublicTrade } from '../order-book.js';
import type { ProviderQuote } from '../quote.js';
import { type QuoteRows, type Rows, readQuotes, readRows } from './answer-rows.js';
import { readPrice, readVolume, requirePrice } from './answer-values.js';
import { readCandle } from './candle-rows.js';
import { readBook } from './depth-rows.js';
import { readFrame } from './read-frame.js';
import type { VendorTick } from './symbol-socket.js';

/** Quote assets of Binance. The US dollar is not among them: USDT and USDC are different assets. */
const quoteAssets: ReadonlySet<string> = new Set(
  'USDT USDC FDUSD TUSD DAI BTC ETH BNB XRP TRX DOGE SOL EUR GBP AUD TRY BRL JPY PLN RON UAH ZAR ARS MXN CZK COP IDR'.split(
    ' ',
  ),
);

/**
 * Returns Binance's name of a pair: `BTCUSDT` for `BTC-USDT.CC`.
 * @returns undefined for a pair that Binance cannot list
 */
export function binanceName({ pair }: MarketSymbol): string | undefined {
  return pair !== undefined && quoteAssets.has(pair.quote) ? pair.base + pair.quote : undefined;
}

/**
 * Reads `GET /api/v3/ticker/24hr?symbols=[…]`. Open, high, low and volume cover the last 24 hours, so there is no
 * previous close.
 * @param asked the requested symbols, by Binance's names
 */
export function binanceQuotes(body: unknown, asked: ReadonlyMap<string, MarketSymbol>): QuoteRows {
  const quoteAsset = new Map([...asked.values()].map(({ text, pair }) => [text, pair?.quote ?? null]));
  const symbolOf = (row: unknown) => {
    const { symbol } = readRecord(row, 'A ticker');
    if (typeof symbol !== 'string') throw badAnswer('A ticker has no symbol.');
    return asked.get(symbol)?.text;
  };
  const read = (row: unknown, symbol: string): ProviderQuote => {
    const ticker = readRecord(row, 'A ticker');
    return {
      symbol,
      currency: quoteAsset.get(symbol) ?? null,
      price: requirePrice(ticker.lastPrice, 'lastPrice'),
      previousClose: null,
      open: readPrice(ticker.openPrice, 'openPrice'),
      high: readPrice(ticker.highPrice, 'highPrice'),
      low: readPrice(ticker.lowPrice, 'lowPrice'),
      volume: readVolume(ticker.volume, 'volume'),
      bid: readPrice(ticker.bidPrice, 'bidPrice'),
      ask: readPrice(ticker.askPrice, 'askPrice'),
      tradedAt: readEpoch(ticker.closeTime, 1, 'closeTime'),
    };
  };
  return readQuotes(body, 'The list of tickers', { asked: new Set(quoteAsset.keys()), symbolOf, read });
}

/**
 * Reads `GET /api/v3/klines`: `[open time ms, open, high, low, close, volume, close time ms, …]`, oldest first. The
 * last candle may still be open.
 */
export function binanceCandles(body: unknown): Rows<Candle> {
  return readRows(body, 'The list of candles', (row) => {
    const [time, open, high, low, close, volume] = readList(row, 'A candle');
    return readCandle(requireEpoch(time, 1, 'open time'), { open, high, low, close, volume }, 'a candle');
  });
}

/**
 * Returns the failure for an HTTP error of Binance: 400 with `{ "code": -1121 }` is an unknown symbol, 418 a ban for
 * minutes or days, 451 a country that is not served.
 */
export function binanceRefusal({
  status,
  text,
}: UpstreamAnswer): 'not_found' | 'rate_limited' | 'not_entitled' | undefined {
  if (status === 418) return 'rate_limited';
  if (status === 451) return 'not_entitled';
  return status === 400 && /"code"\s*:\s*-1121\b/.test(text) ? 'not_found' : undefined;
}

/** Reads `GET /api/v3/depth`: `[price, size]`, the best price first. There is no time. */
export function binanceBook(body: unknown, levels: number): OrderBook {
  const { bids, asks } = readRecord(body, 'The order book');
  return readBook(bids, asks, levels, null);
}

/** Reads `GET /api/v3/trades`, oldest first. If the buyer's order waited in the book, the seller caused the trade. */
export function binanceTrades(body: unknown): Rows<PublicTrade> {
  const { rows, skipped } = readRows(body, 'The list of trades', (row): PublicTrade => {
    const { id, price, qty, time, isBuyerMaker } = readRecord(row, 'A trade');
    if (typeof id !== 'number') throw badAnswer('A trade has no id.');
    const side = isBuyerMaker === true ? 'sell' : isBuyerMaker === false ? 'buy' : null;
    const at = requireEpoch(time, 1, 'time');
    return { id: String(id), price: requirePrice(price, 'price'), size: readVolume(qty, 'qty') ?? 0, side, at };
  });
  return { rows: rows.reverse(), skipped };
}

/**
 * Reads a frame of `<symbol>@trade`. A frame with a `result` or an `error` is the response to a request.
 * @throws UpstreamError `bad_answer`
 */
export function binanceTicks(text: string): VendorTick[] {
  const { e, s, p, q, T, error } = readFrame(text);
  if (error !== undefined) throw badAnswer('Binance rejected a subscription.');
  if (e !== 'trade') return [];
  if (typeof s !== 'string') throw badAnswer('A trade has no symbol.');
  return [
    {
      vendorSymbol: s,
      price: requirePrice(p, 'p'),
      bid: null,
      ask: null,
      size: readVolume(q, 'q') || null,
      at: requireEpoch(T, 1, 'T'),
    },
  ];
}
