import { Service } from 'typedi';
import { PriceCurrencies } from '../calendar/price-currencies.service.js';
import type { Candle, CorporateAction } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { InstrumentOperation, MarketProvider } from '../providers/market-provider.js';
import { MarketRouter } from '../routing/market-router.service.js';

/** Daily candles as traded, ascending. */
export interface DailyPrices {
  items: readonly Candle[];
  currency: string;
  /** Name of the provider. */
  provider: string;
}

/**
 * Reads daily candles and splits from a provider that computes them, without the database: it computes those of a
 * company in a millisecond, which is less than the queries that would store and read them.
 */
@Service()
export class ComputedPrices {
  constructor(
    private readonly router: MarketRouter,
    private readonly currencies: PriceCurrencies,
  ) {}

  /**
   * Returns the candles of the days in `[from, to)` (ms).
   * @returns undefined if the provider of the symbol does not compute its data
   * @throws UpstreamError `not_found`
   */
  async days(symbol: MarketSymbol, from: number, to: number): Promise<DailyPrices | undefined> {
    const provider = this.providerOf(symbol, 'candles');
    if (provider?.candles === undefined) return undefined;
    const items = await provider.candles.candles(symbol, '1d', new Date(from), new Date(to));
    return { items, currency: await this.currencies.of(symbol), provider: provider.name };
  }

  /** Returns the splits of the days from `firstDay` to `lastDay`, ascending; undefined as for `days`. */
  async splits(symbol: MarketSymbol, firstDay: string, lastDay: string): Promise<CorporateAction[] | undefined> {
    const provider = this.providerOf(symbol, 'actions');
    if (provider?.actions === undefined) return undefined;
    const actions = await provider.actions.actions(symbol, firstDay, lastDay);
    return actions.filter(({ kind }) => kind === 'split');
  }

  private providerOf({ assetClass, venue }: MarketSymbol, operation: InstrumentOperation): MarketProvider | undefined {
    const interval = operation === 'candles' ? ('1d' as const) : undefined;
    const provider = this.router.candidates({ operation, assetClass, venue, interval })[0]?.provider;
    return provider?.isComputed === true ? provider : undefined;
  }
}
