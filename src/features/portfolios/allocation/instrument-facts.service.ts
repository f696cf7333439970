import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { InstrumentFacts } from './grouping.js';

/** Maximum number of concurrent lookups. */
const MAX_LOOKUPS = 8;

/** Reads the known facts about the instruments of a portfolio. */
@Service()
export class InstrumentFactsService {
  constructor(private readonly markets: MarketsApi) {}

  /**
   * Returns the facts of instruments by symbol.
   * @param currencies of the holdings, by symbol; null: the currency of the instrument is used
   * @throws the reason of the signal
   */
  async of(
    currencies: ReadonlyMap<string, string | null>,
    signal?: AbortSignal,
  ): Promise<Map<string, InstrumentFacts>> {
    const all = [...currencies];
    const found = new Map<string, InstrumentFacts>();
    for (let at = 0; at < all.length; at += MAX_LOOKUPS) {
      signal?.throwIfAborted();
      const facts = await Promise.all(
        all.slice(at, at + MAX_LOOKUPS).map(([symbol, currency]) => this.factsOf(symbol, currency)),
      );
      for (const one of facts) found.set(one.symbol, one);
    }
    return found;
  }

  /** Returns the facts of an instrument; all but its currency are null if no provider knows it now. */
  private async factsOf(symbol: string, held: string | null): Promise<InstrumentFacts> {
    try {
      const { assetClass, sector, country, currency } = (await this.markets.instrument(symbol)).instrument;
      return { symbol, currency: held ?? currency, assetClass, sector, country };
    } catch (error) {
      if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unavailable'))
        return { symbol, currency: held, assetClass: null, sector: null, country: null };
      throw error;
    }
  }
}
