import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { isFlowSymbol } from '../../markets/market-symbol.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { MarketsRegistersApi } from '../../markets/markets.registers.api.js';
import type { ImportFormat, InstrumentReference } from './file/import-entry.js';
import type { ResolvedInstrument } from './finish-rows.js';
import type { ResolutionExplanation, ResolutionReason } from './import-report.js';
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

/** An instrument that was found or not, and why. */
export interface ExplainedInstrument extends ResolutionExplanation {
  instrument: ResolvedInstrument | null;
}

/** Finds the symbols of the service for the instruments that a file names. */
@Service()
export class SymbolResolver {
  constructor(
    private readonly markets: MarketsApi,
    private readonly registers: MarketsRegistersApi,
  ) {}

  /**
   * Resolves references in their order. ISINs that neither the directory nor a provider has are resolved together at
   * the end.
   * @throws the reason of the signal
   */
  async resolve(
    references: readonly InstrumentReference[],
    options: ResolverOptions,
  ): Promise<readonly ExplainedInstrument[]> {
    const resolved = new Array<ExplainedInstrument>(references.length);
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
    await this.identify(references, resolved);
    return resolved;
  }

  private async find(
    reference: InstrumentReference,
    mapping: ReadonlyMap<string, string>,
    format: ImportFormat,
  ): Promise<ExplainedInstrument> {
    const { symbol, isin, name, currency } = reference;
    const named = [symbol, isin, name]
      .map((text) => mapping.get(text?.toUpperCase() ?? ''))
      .find((one) => one !== undefined);
    if (named !== undefined)
      return explained(await this.look(named, true), 'mapping', 'The parameter `symbol` names it.');
    // Files in the service's own format have its symbols. A symbol that cannot be looked up now is accepted.
    if (format === 'plain')
      return explained(
        symbol === null ? null : await this.look(symbol.toUpperCase(), true),
        'own_symbol',
        'The file has symbols of this service.',
      );
    const listings = this.markets.listings(isin ?? symbol ?? '');
    const listing = listings.find((one) => one.currency === currency) ?? listings[0];
    if (listing !== undefined)
      return explained(
        { symbol: listing.symbol, currency: listing.currency, firstDay: listing.firstDay },
        'directory',
        `The directory has ${listings.length === 1 ? 'one listing' : `${listings.length} listings`} with this ISIN; this one is in ${listing.currency}.`,
      );
    let other: ResolvedInstrument | null = null;
    for (const candidate of symbolCandidates(reference)) {
      const found = await this.look(candidate, false, isin);
      if (found !== null && found.currency === currency)
        return explained(found, 'provider', `${candidate} is listed in ${currency}.`);
      other ??= found;
    }
    return explained(other, 'provider', `${other?.symbol} is listed, though not in ${currency ?? 'a known currency'}.`);
  }

  /** Resolves the ISINs of instruments that were not found. */
  private async identify(references: readonly InstrumentReference[], resolved: ExplainedInstrument[]): Promise<void> {
    const open = references.flatMap(({ isin, currency }, index) =>
      resolved[index]?.instrument === null && isin !== null && isin.length <= 60 ? [{ index, isin, currency }] : [],
    );
    const asked = open.map(({ isin, currency }) => ({
      text: isin,
      kind: 'isin' as const,
      currency: currency ?? undefined,
    }));
    for (const [at, { symbol, status, reason: detail }] of (await this.registers.resolve(asked)).entries()) {
      const instrument = symbol === null ? null : await this.look(symbol, false);
      const reason = instrument === null ? (unresolved[status] ?? 'not_found') : 'identifier';
      resolved[(open[at] as { index: number }).index] = { instrument, reason, detail };
    }
  }

  /**
   * Looks up a symbol; null if it is unknown, or a count, which cannot be held.
   * @param isTrusted true: a symbol that cannot be looked up now counts as known
   * @param isin ISIN in the file; an instrument with another ISIN is not a match
   */
  private async look(
    symbol: string,
    isTrusted: boolean,
    isin: string | null = null,
  ): Promise<ResolvedInstrument | null> {
    if (isFlowSymbol(symbol)) return null;
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

/** The reasons for which an ISIN has no symbol, by the status of its resolution. */
const unresolved: Readonly<Record<string, ResolutionReason>> = {
  ambiguous: 'ambiguous',
  invalid: 'invalid_identifier',
  unavailable: 'unavailable',
};

const explained = (
  instrument: ResolvedInstrument | null,
  reason: ResolutionReason,
  detail: string,
): ExplainedInstrument =>
  instrument === null
    ? { instrument, reason: 'not_found', detail: 'No symbol of this service was found.' }
    : { instrument, reason, detail };
