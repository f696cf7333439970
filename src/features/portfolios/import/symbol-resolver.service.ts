import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { ImportFormat, InstrumentReference } from './file/import-entry.js';
import type { ResolvedInstrument } from './finish-rows.js';
import { symbolCandidates } from './symbol-candidates.js';

/** Number of concurrent lookups. */
const CONCURRENT = 8;

/** The options by which an instrument is looked up. */
export interface ResolverOptions {
  format: ImportFormat;
  /** Symbols of the service by the symbol, ISIN or name in the file. */
  mapping: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Called for each instrument that was looked up. */
  onLookup(): void;
}

/** Finds the symbols of the service for the instruments that a file names. */
@Service()
export class SymbolResolver {
  constructor(private readonly markets: MarketsApi) {}

  /**
   * Resolves references in their order.
   * @returns the instrument of each reference; null if none is found
   * @throws the reason of the signal
   */
  async resolve(
    references: readonly InstrumentReference[],
    options: ResolverOptions,
  ): Promise<Array<ResolvedInstrument | null>> {
    const resolved = new Array<ResolvedInstrument | null>(references.length).fill(null);
    const queue = references.entries();
    const mapping = new Map(
      Object.entries(options.mapping).map(([text, symbol]) => [text.toUpperCase(), symbol.toUpperCase()]),
    );
    const work = async () => {
      for (const [index, reference] of queue) {
        options.signal.throwIfAborted();
        resolved[index] = await this.find(reference, mapping, options.format);
        options.onLookup();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    return resolved;
  }

  private async find(
    reference: InstrumentReference,
    mapping: ReadonlyMap<string, string>,
    format: ImportFormat,
  ): Promise<ResolvedInstrument | null> {
    const { symbol, isin, name, currency } = reference;
    const named = [symbol, isin, name]
      .map((text) => mapping.get(text?.toUpperCase() ?? ''))
      .find((one) => one !== undefined);
    if (named !== undefined) return this.look(named, true);
    // Files in the service's own format have its symbols. A symbol that cannot be looked up now is accepted.
    if (format === 'plain') return symbol === null ? null : this.look(symbol.toUpperCase(), true);
    const listings = this.markets.listings(isin ?? symbol ?? '');
    const listing = listings.find((one) => one.currency === currency) ?? listings[0];
    if (listing !== undefined)
      return { symbol: listing.symbol, currency: listing.currency, firstDay: listing.firstDay };
    let other: ResolvedInstrument | null = null;
    for (const candidate of symbolCandidates(reference)) {
      const found = await this.look(candidate, false, isin);
      if (found !== null && found.currency === currency) return found;
      other ??= found;
    }
    return other;
  }

  /**
   * Looks up a symbol; null if it is unknown.
   * @param isTrusted true: a symbol that cannot be looked up now counts as known
   * @param isin ISIN in the file; an instrument with another ISIN is not a match
   */
  private async look(
    symbol: string,
    isTrusted: boolean,
    isin: string | null = null,
  ): Promise<ResolvedInstrument | null> {
    try {
      const { instrument } = await this.markets.instrument(symbol);
      return isin !== null && instrument.isin !== null && instrument.isin !== isin
        ? null
        : { symbol, currency: instrument.currency, firstDay: instrument.firstDay };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return isTrusted && error.code !== 'not_found' ? { symbol, currency: null, firstDay: null } : null;
    }
  }
}
