import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { type Depth, MAX_LEVELS, MAX_TRADES, type OrderBook, type PublicTrade } from '../order-book.js';
import type { DepthSource } from '../providers/market-provider.js';
import { MarketRouter, type Routed } from '../routing/market-router.service.js';
import { unavailable } from '../unavailable.js';

/** Callers share a response of an exchange for this long (ms). */
const FRESH_MS = 1_000;
/** A response may be served for this long (ms) while the exchange does not answer. */
const STALE_MS = 10_000;
const MAX_CACHED = 500;

/** Reads order books and trades of crypto-assets at their exchanges. Nothing is stored. */
@Service()
export class MarketDepthService {
  private readonly books: StaleWhileRevalidateCache<Routed<OrderBook>>;
  private readonly trades: StaleWhileRevalidateCache<Routed<PublicTrade[]>>;

  constructor(
    private readonly router: MarketRouter,
    clock: Clock,
  ) {
    const options = { max: MAX_CACHED, freshMs: FRESH_MS, staleMs: STALE_MS };
    this.books = new StaleWhileRevalidateCache(clock, options);
    this.trades = new StaleWhileRevalidateCache(clock, options);
  }

  /**
   * Reads the best prices of an order book.
   * @param text the symbol, case-insensitive
   * @param levels maximum number of prices of each side, at most `MAX_LEVELS`
   * @throws Problem `unprocessable` for instruments other than crypto-assets, `not_found`, `unavailable`
   */
  async orderBook(text: string, levels: number): Promise<Depth<OrderBook>> {
    const read = (source: DepthSource, symbol: MarketSymbol) => source.orderBook(symbol, MAX_LEVELS);
    const { content, provenance, ...named } = await this.read(text, 'order_book', this.books, read);
    const { bids, asks, at } = content;
    const [bid, ask] = [bids[0], asks[0]];
    const isCrossed = bid !== undefined && ask !== undefined && bid.price >= ask.price;
    const warnings = isCrossed ? ['The best bid is not below the best ask, so the book is not consistent.'] : [];
    return {
      ...named,
      content: { bids: bids.slice(0, levels), asks: asks.slice(0, levels), at },
      provenance: { ...provenance, asOf: at, warnings: [...provenance.warnings, ...warnings] },
    };
  }

  /**
   * Lists the latest trades, the newest first.
   * @param limit maximum number of trades, at most `MAX_TRADES`
   * @throws Problem like `orderBook`
   */
  async latestTrades(text: string, limit: number): Promise<Depth<PublicTrade[]>> {
    const read = (source: DepthSource, symbol: MarketSymbol) => source.trades(symbol, MAX_TRADES);
    const { content, provenance, ...named } = await this.read(text, 'trades', this.trades, read);
    const newest = content.toSorted((one, other) => other.at.getTime() - one.at.getTime());
    return { ...named, content: newest.slice(0, limit), provenance: { ...provenance, asOf: newest[0]?.at ?? null } };
  }

  private async read<Content>(
    text: string,
    operation: 'order_book' | 'trades',
    cache: StaleWhileRevalidateCache<Routed<Content>>,
    call: (source: DepthSource, symbol: MarketSymbol) => Promise<Content>,
  ): Promise<Depth<Content>> {
    const symbol = parseSymbol(text);
    if (symbol === undefined) throw unknown();
    const { pair, venue } = symbol;
    if (symbol.assetClass !== 'crypto' || pair === undefined)
      throw new Problem('unprocessable', {
        detail: 'Only crypto-assets have public order books and trades. Name a symbol such as BTC-USD.CC.',
      });
    const load = () =>
      this.router.route({ operation, assetClass: 'crypto', venue }, async ({ provider }) => {
        if (provider.depth === undefined) throw new UpstreamError('not_entitled');
        return await call(provider.depth, symbol);
      });
    try {
      const { value, loadedAt, stale } = await cache.get(symbol.text, load);
      const { answer, provider, capability, warnings } = value;
      return {
        symbol: symbol.text,
        currency: pair.quote,
        content: answer,
        provenance: {
          provider: provider.name,
          asOf: null,
          fetchedAt: new Date(loadedAt),
          delaySeconds: capability.delaySeconds,
          stale,
          warnings,
        },
      };
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }
}

const unknown = () =>
  new Problem('not_found', {
    detail: 'No configured exchange lists this symbol. Use GET /markets/search to find symbols.',
  });

function problemOf(error: UpstreamError): Problem {
  if (error.code === 'not_found') return unknown();
  if (error.code === 'not_entitled' || error.code === 'unauthorized')
    return new Problem('unprocessable', {
      detail: 'No configured provider offers order books and trades. Add coinbase, kraken or binance to the providers.',
    });
  return unavailable('The exchanges are not answering. Try again in a moment.', error.retryAfterMs, error);
}
