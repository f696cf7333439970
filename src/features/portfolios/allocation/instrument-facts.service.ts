import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Instrument } from '../../markets/instrument.js';
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

  /** Returns the names of those instruments that a provider knows now, by symbol. @throws the reason of the signal */
  async names(symbols: readonly string[], signal?: AbortSignal): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (let at = 0; at < symbols.length; at += MAX_LOOKUPS) {
      signal?.throwIfAborted();
      await Promise.all(
        symbols.slice(at, at + MAX_LOOKUPS).map(async (symbol) => {
          const name = await this.known(symbol, ({ name }) => name);
          if (name !== undefined) names.set(symbol, name);
        }),
      );
    }
    return names;
  }

  /** Returns the facts of an instrument; all but its currency are null if no provider knows it now. */
  private async factsOf(symbol: string, held: string | null): Promise<InstrumentFacts> {
    const facts = await this.known(symbol, ({ assetClass, sector, country, currency }) => ({
      symbol,
      currency: held ?? currency,
      assetClass,
      sector,
      country,
    }));
    return facts ?? { symbol, currency: held, assetClass: null, sector: null, country: null };
  }

  /** Returns a fact of an instrument; undefined if no provider knows it now. */
  private async known<Fact>(symbol: string, factOf: (instrument: Instrument) => Fact): Promise<Fact | undefined> {
    try {
      return factOf((await this.markets.instrument(symbol)).instrument);
    } catch (error) {
      if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unavailable')) return undefined;
      throw error;
    }
  }
}
