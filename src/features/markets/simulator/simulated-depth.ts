import { mix, unit } from '../../../simulation/noise.js';
import type { Clock } from '../../../time/clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { BookLevel, OrderBook, PublicTrade } from '../order-book.js';
import type { DepthSource } from '../providers/market-provider.js';
import type { SimulatedMarket } from './simulated-market.js';
import type { SimulatedAsset, SimulatedUniverse } from './simulated-universe.js';
import { STEP_MS } from './trading-minutes.js';

/** The size at the best price is about this fraction of the volume of a day; sizes grow with the distance from it. */
const SIZE_FRACTION = 1 / 20_000;
/** Number of prices over which the size doubles. */
const DOUBLING_LEVELS = 20;

/**
 * The order books and trades of the simulated crypto-assets. The best prices are those of the quote, and the trades are
 * the simulated ticks, so that both agree with quotes and candles.
 */
export class SimulatedDepth implements DepthSource {
  constructor(
    private readonly universe: SimulatedUniverse,
    private readonly market: SimulatedMarket,
    private readonly clock: Clock,
  ) {}

  async orderBook(symbol: MarketSymbol, levels: number): Promise<OrderBook> {
    const asset = this.existing(symbol);
    const quote = this.market.quote(asset, this.clock.now());
    const { bid = null, ask = null, tradedAt = null } = quote ?? {};
    if (bid === null || ask === null || tradedAt === null) throw new UpstreamError('not_found');
    const factor = 10 ** asset.decimals;
    const gap = Math.max(1, Math.round(((ask - bid) * factor) / 4));
    const step = Math.floor(tradedAt.getTime() / STEP_MS);
    const side = (best: number, direction: 1 | -1): BookLevel[] =>
      Array.from({ length: levels }, (_, level) => ({
        price: (Math.round(best * factor) + direction * level * gap) / factor,
        size: sizeOf(asset, unit(mix(asset.key, step), direction * levels + level), level),
      })).filter(({ price }) => price > 0);
    return { bids: side(bid, -1), asks: side(ask, 1), at: tradedAt };
  }

  async trades(symbol: MarketSymbol, limit: number): Promise<PublicTrade[]> {
    const asset = this.existing(symbol);
    const now = this.clock.now();
    // One more, because the side follows from the price before.
    const ticks = Array.from({ length: limit + 1 }, (_, back) => this.market.tick(asset, now - back * STEP_MS));
    return ticks.slice(0, limit).flatMap((tick, index) => {
      const before = ticks[index + 1];
      if (tick === undefined || tick.size === null || tick.size === 0) return [];
      const side =
        before === undefined || before.price === tick.price ? null : before.price < tick.price ? 'buy' : 'sell';
      return [
        { id: String(Math.floor(tick.at.getTime() / STEP_MS)), price: tick.price, size: tick.size, side, at: tick.at },
      ];
    });
  }

  private existing(symbol: MarketSymbol): SimulatedAsset {
    const asset = this.universe.find(symbol);
    if (asset === undefined) throw new UpstreamError('not_found');
    return asset;
  }
}

/** Returns the size at a price. @param noise from 0 to 1 @param level distance from the best price, in prices */
function sizeOf({ volume }: SimulatedAsset, noise: number, level: number): number {
  const { perDay = 1, perUnit = 1 } = volume ?? {};
  const typical = perDay * SIZE_FRACTION * 2 ** (level / DOUBLING_LEVELS);
  return Math.max(1, Math.round(typical * (0.25 + 1.5 * noise) * perUnit)) / perUnit;
}
