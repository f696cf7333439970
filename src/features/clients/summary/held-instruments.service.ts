import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Instrument } from '../../markets/instrument.js';
import { MarketsApi } from '../../markets/markets.api.js';

/** Maximum number of concurrent lookups: an instrument that is not in memory is fetched from upstream. */
const MAX_LOOKUPS = 8;

/** Reads the instruments that clients hold. */
@Service()
export class HeldInstruments {
  constructor(private readonly markets: MarketsApi) {}

  /** Returns instruments by symbol; those that no provider knows now are left out. @throws the reason of the signal */
  async read(symbols: ReadonlySet<string>, signal?: AbortSignal): Promise<Map<string, Instrument>> {
    const found = new Map<string, Instrument>();
    const rest = symbols.values();
    const run = async () => {
      for (const symbol of rest) {
        signal?.throwIfAborted();
        try {
          found.set(symbol, (await this.markets.instrument(symbol)).instrument);
        } catch (error) {
          // The name and the facts of this instrument stay unknown.
          if (!(error instanceof Problem)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_LOOKUPS, symbols.size) }, run));
    return found;
  }
}
