import { Service } from 'typedi';
import { parseSymbol } from './market-symbol.js';
import { MarketRouter } from './routing/market-router.service.js';

/** Lets other features read which feeds serve a symbol. */
@Service()
export class MarketsRoutesApi {
  constructor(private readonly router: MarketRouter) {}

  /**
   * Returns the names of the configured feeds that serve prices of a symbol, by priority; an empty list for an invalid
   * symbol, and for series that this service measures or an account sets.
   */
  feedsOf(symbol: string): string[] {
    const parsed = parseSymbol(symbol);
    if (parsed === undefined) return [];
    const { assetClass, venue } = parsed;
    const capable = (['quotes', 'ticks', 'candles'] as const).flatMap((operation) =>
      this.router.capable({ operation, assetClass, venue }),
    );
    return [...new Set(capable.map(({ provider }) => `markets.${provider.name}`))];
  }
}
