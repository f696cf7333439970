import type { Instrument } from '../../../../src/features/markets/instrument.js';
import type {
  InstrumentSource,
  ProviderName,
  SearchSource,
} from '../../../../src/features/markets/providers/market-provider.js';
import { UpstreamError, type UpstreamFailureCode } from '../../../../src/upstream/upstream-error.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';

const assetClasses = ['equity', 'etf', 'index', 'fx', 'crypto', 'commodity'] as const;

/** Returns an instrument with a name and default fields. */
export const listing = (symbol: string, name: string, rest: Partial<Instrument> = {}): Instrument => ({
  symbol,
  name,
  assetClass: 'equity',
  exchange: null,
  currency: 'USD',
  isin: null,
  sector: null,
  country: null,
  firstDay: null,
  ...rest,
});

/** A provider that returns the same listings for every search. */
export class SearchingProvider extends FakeMarketProvider {
  readonly searched: string[] = [];
  readonly lookedUp: string[] = [];
  refusal?: UpstreamFailureCode;
  readonly search: SearchSource = { search: (query) => this.answerTo(this.searched, query, () => this.listings) };
  readonly instrument: InstrumentSource = {
    instrument: ({ text }) => this.answerTo(this.lookedUp, text, () => this.known(text)),
  };

  constructor(
    name: ProviderName,
    readonly listings: Instrument[],
  ) {
    super(name, [
      { operation: 'search', assetClasses, delaySeconds: 0 },
      { operation: 'instrument', assetClasses, delaySeconds: 0 },
    ]);
  }

  private async answerTo<Answer>(log: string[], what: string, answer: () => Answer): Promise<Answer> {
    log.push(what);
    await this.gate;
    if (this.refusal !== undefined)
      throw new UpstreamError(this.refusal, this.refusal === 'rate_limited' ? 30_000 : undefined);
    return answer();
  }

  private known(symbol: string): Instrument {
    const found = this.listings.find((one) => one.symbol === symbol);
    if (found === undefined) throw new UpstreamError('not_found');
    return found;
  }
}
