import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { ListedActionsService } from '../actions/listed-actions.service.js';
import { CandlesService } from '../candles/candles.service.js';
import { ComputedPrices, type DailyPrices } from '../candles/computed-prices.service.js';
import { coverShares } from '../line-items.js';
import type { MarketSymbol } from '../market-symbol.js';
import { pauseOf } from '../unavailable.js';
import type { SourcedFacts } from './companies.service.js';
import type { KnownFact } from './known-fact.js';
import type { RatioInput } from './ratios.js';

/** The price of a share and the number of shares, or the reason for which they cannot be used. */
export type ValuationPrice =
  | { price: RatioInput; shares: RatioInput; provider: string; unusable?: undefined }
  | {
      unusable: string;
      /** Time (ms) after which another attempt makes sense, because too many calls were made. */
      retryAfterMs?: number;
    };

/** Days before a moment within which there must be a close. */
const MAX_PRICE_DAYS = 14;
/** Days before a close within which the number of shares must have been stated. */
const MAX_SHARES_DAYS = 460;
/** Factor by which two statements of the number of shares may differ. */
const MAX_FACTOR = 2;

/** Reads the last close before a moment, and the shares of that day. */
@Service()
export class ValuationPriceService {
  constructor(
    private readonly candles: CandlesService,
    private readonly computed: ComputedPrices,
    private readonly actions: ListedActionsService,
  ) {}

  /**
   * Returns the unadjusted close before the moment, and the shares on the latest cover of a report, multiplied by the
   * splits since then.
   * @param average the average number of shares of the latest period, with which the cover must agree
   */
  async read(known: SourcedFacts, average: RatioInput | undefined): Promise<ValuationPrice> {
    try {
      return await this.find(known, average);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof UpstreamError)) throw error;
      return { unusable: 'No provider has a price, or the splits, of this share.', retryAfterMs: pauseOf(error) };
    }
  }

  private async find(known: SourcedFacts, average: RatioInput | undefined): Promise<ValuationPrice> {
    const { symbol, knownAt, provenance } = known;
    const shares = latestShares(known.facts);
    if (shares === undefined) return { unusable: 'No filing states the number of all shares.' };
    const { items, currency, provider } = await this.closes(symbol, knownAt);
    // A day counts once it has ended, so that its close is no later than the moment.
    const close = items.findLast(({ time }) => time.getTime() + DAY_MS <= knownAt.getTime());
    if (close === undefined) return { unusable: `No close is known in the ${MAX_PRICE_DAYS} days before.` };
    if ((provider === 'simulator') !== (provenance.provider === 'simulator'))
      return { unusable: 'Either the price or the figures are simulated, so they do not belong together.' };
    const day = close.time.toISOString().slice(0, 10);
    if (Date.parse(day) - Date.parse(shares.end) > MAX_SHARES_DAYS * DAY_MS)
      return { unusable: `The number of shares was last stated for ${shares.end}.` };
    const first = average !== undefined && average.end < shares.end ? average.end : shares.end;
    const splits =
      (await this.computed.splits(symbol, first, day)) ??
      (await this.actions.list(symbol, { kinds: ['split'], firstDay: first, lastDay: day })).actions;
    const splitSince = (since: string) =>
      splits.filter((action) => action.day > since).reduce((product, { value }) => product * value, 1);
    const count = shares.value * splitSince(shares.end);
    if (average !== undefined) {
      const factor = count / (average.value * splitSince(average.end));
      if (!(factor < MAX_FACTOR && factor > 1 / MAX_FACTOR))
        return { unusable: 'The number of shares on the cover contradicts the average number of shares.' };
    }
    const price = {
      item: 'price',
      label: 'Last close',
      value: close.close,
      unit: currency,
      start: null,
      end: day,
      knownSince: new Date(close.time.getTime() + DAY_MS),
      accession: null,
      isDerived: false,
    };
    const adjusted = { ...shares, item: 'shares', value: count, isDerived: count !== shares.value };
    return { price, shares: adjusted, provider };
  }

  private async closes(symbol: MarketSymbol, knownAt: Date): Promise<DailyPrices> {
    const from = knownAt.getTime() - MAX_PRICE_DAYS * DAY_MS;
    const computed = await this.computed.days(symbol, from, knownAt.getTime());
    if (computed !== undefined) return computed;
    const { items, currency, provenance } = await this.candles.read(symbol.text, {
      interval: '1d',
      from: new Date(from).toISOString(),
      to: knownAt.toISOString(),
      adjustment: 'none',
    });
    return { items, currency, provider: provenance.provider };
  }
}

/** Returns the number of shares on the latest cover of a report, or in its balance sheet. */
function latestShares(facts: readonly KnownFact[]): RatioInput | undefined {
  const latest = (key: string) =>
    facts
      .filter(({ item }) => item === key)
      .reduce<KnownFact | undefined>((best, one) => (best === undefined || one.end > best.end ? one : best), undefined);
  const found = latest(coverShares.key) ?? latest('sharesOutstanding');
  const version = found?.versions.at(-1);
  if (found === undefined || version === undefined || version.value <= 0) return undefined;
  return {
    item: 'shares',
    label: coverShares.label,
    value: version.value,
    unit: 'shares',
    start: null,
    end: found.end,
    knownSince: version.publishedAt,
    accession: version.accession,
    isDerived: false,
  };
}
