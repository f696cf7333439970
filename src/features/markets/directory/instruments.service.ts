import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Instrument } from '../instrument.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { isLocalSymbol, LocalMarkets } from '../measured/local-markets.service.js';
import type { OwnInstrument } from '../own/own-instrument.js';
import type { InstrumentSource } from '../providers/market-provider.js';
import { MarketRouter, type Routed } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';
import { unavailable } from '../unavailable.js';
import { InstrumentTable, tableAsOf } from './instrument-table.js';

export interface KnownInstrument {
  instrument: Instrument;
  provenance: Provenance;
  /** The definition of an own instrument; undefined for a listed one. */
  own?: OwnInstrument;
}

/** Time (ms) for which an unknown symbol is not requested again. */
const UNKNOWN_FRESH_MS = 30_000;

/** The provenance of directory entries. */
export const tableProvenance: Provenance = {
  provider: 'directory',
  asOf: tableAsOf,
  fetchedAt: tableAsOf,
  delaySeconds: 0,
  stale: false,
  warnings: [],
};

/** Looks up instruments in the directory, otherwise at a provider. */
@Service()
export class InstrumentsService {
  /** Looked-up instruments by symbol; undefined for unknown symbols. */
  private readonly lookups: StaleWhileRevalidateCache<Routed<Instrument> | undefined>;

  constructor(
    private readonly table: InstrumentTable,
    private readonly router: MarketRouter,
    private readonly local: LocalMarkets,
    clock: Clock,
  ) {
    this.lookups = new StaleWhileRevalidateCache(clock, {
      max: 10_000,
      freshMs: (known) => (known === undefined ? UNKNOWN_FRESH_MS : DAY_MS),
      staleMs: (known) => (known === undefined ? 0 : 30 * DAY_MS),
    });
  }

  /**
   * Returns an instrument: a listed one, a measured series, or one of the account on whose behalf the current work
   * runs.
   * @param symbol case-insensitive
   * @throws Problem `not_found`; `unavailable` if its providers do not answer now
   */
  async find(symbol: string): Promise<KnownInstrument> {
    const text = symbol.toUpperCase();
    if (isLocalSymbol(text)) return this.local.instrument(text);
    const instrument = this.table.find(text);
    if (instrument !== undefined) return { instrument, provenance: tableProvenance };
    const parsed = parseSymbol(text);
    if (parsed === undefined) throw unknown();
    try {
      const { value, loadedAt, stale } = await this.lookups.get(text, () => this.ask(parsed));
      if (value === undefined) throw unknown();
      const { provider, capability, answer, warnings } = value;
      const { delaySeconds } = capability;
      return {
        instrument: answer,
        provenance: {
          provider: provider.name,
          asOf: null,
          fetchedAt: new Date(loadedAt),
          delaySeconds,
          stale,
          warnings,
        },
      };
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }

  private async ask(symbol: MarketSymbol): Promise<Routed<Instrument> | undefined> {
    const { assetClass, venue } = symbol;
    const requirement: Requirement = { operation: 'instrument', assetClass, venue };
    try {
      return await this.router.route(requirement, ({ provider }) =>
        (provider.instrument as InstrumentSource).instrument(symbol),
      );
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

const unknown = () =>
  new Problem('not_found', {
    detail: 'No configured provider knows this symbol. Use GET /markets/search to find symbols.',
  });

function problemOf(error: UpstreamError): Problem {
  const { code, retryAfterMs } = error;
  if (code === 'not_entitled' || code === 'unauthorized') return unknown();
  return unavailable(
    'The providers that may know this symbol are not answering. Try again in a moment.',
    retryAfterMs,
    error,
  );
}
