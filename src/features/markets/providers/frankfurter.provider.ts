import type { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import type { Candle } from '../candle.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { marketVendors } from '../markets.vendors.js';
import { dayOf, lastDayBefore } from './candle-rows.js';
import { frankfurterDay, frankfurterDays } from './frankfurter-answers.js';
import type {
  CandleSource,
  Capability,
  MarketProvider,
  QuoteSource,
  RateSource,
  RateTable,
} from './market-provider.js';
import { crossRate, type ReferenceDay, referenceCandles, referenceQuotes, referenceTime } from './reference-rates.js';

/** The first day of trading in euros. */
const FIRST_DAY = '1999-01-04';
/** Range (ms) that contains two days with rates despite any holidays. */
const LOOK_BACK_MS = 14 * DAY_MS;

/**
 * Frankfurter v1: the reference rates of the European Central Bank, without a key. One rate a day, published at about
 * 16:00 in Frankfurt. Rates are requested with the base EUR, because Frankfurter rounds converted rates. It publishes
 * no limit of calls. https://frankfurter.dev/
 */
export class FrankfurterProvider implements MarketProvider {
  readonly name = 'frankfurter';
  readonly title = marketVendors.frankfurter.title;
  readonly capabilities: readonly Capability[] = [
    { operation: 'rates', assetClasses: ['fx'], delaySeconds: 86_400 },
    { operation: 'quotes', assetClasses: ['fx'], delaySeconds: 86_400 },
    { operation: 'candles', assetClasses: ['fx'], intervals: ['1d'], delaySeconds: 86_400 },
  ];
  readonly rates: RateSource = { firstDay: FIRST_DAY, rates: (day, signal) => this.table(day, signal) };
  readonly quotes: QuoteSource = {
    quoteFreshSeconds: 3600,
    quotes: async (symbols, signal) => {
      const now = this.clock.now();
      return referenceQuotes(
        symbols,
        await this.days(dayOf(new Date(now - LOOK_BACK_MS)), dayOf(new Date(now)), signal),
      );
    },
  };
  /** Maximum number of candles of a call: five years of days. */
  readonly candles: CandleSource = { maxCandles: 1300, candles: (...asked) => this.readCandles(...asked) };
  private readonly upstream: Upstream;
  private readonly clock: Clock;

  constructor({ upstreams, clock }: SourceParts, { baseUrl, callsPerMinute = 60, callsPerDay }: VendorSettings) {
    this.clock = clock;
    this.upstream = upstreams.open({
      feed: marketVendors.frankfurter.feed,
      provider: 'frankfurter',
      baseUrl,
      budgets: budgetsOf(callsPerMinute, callsPerDay),
      // Rates change once a day, except on weekends, so the feed is stale only after four days.
      staleSeconds: 4 * 86_400,
    });
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  private async table(day = 'latest', signal?: AbortSignal): Promise<RateTable> {
    const request = { path: `/v1/${encodeURIComponent(day)}`, query: { base: 'EUR' }, signal };
    const table = await this.upstream.get({
      ...request,
      parse: frankfurterDay,
      records: ({ rates }) => Object.keys(rates).length,
    });
    return { base: 'EUR', ...table, at: referenceTime(table.day) };
  }

  private async readCandles(
    { pair }: MarketSymbol,
    _interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    if (pair === undefined) throw new UpstreamError('not_found');
    if (to <= from) return [];
    const candles = referenceCandles(pair, await this.days(dayOf(from), lastDayBefore(to), signal), from, to);
    if (candles.length > 0) return candles;
    // The latest rates show whether the range has no rates or the currency is unknown.
    if (crossRate((await this.table(undefined, signal)).rates, pair.base, pair.quote) === undefined)
      throw new UpstreamError('not_found');
    return [];
  }

  /**
   * Returns the days with rates from `from` to `to`, both inclusive, ascending. Frankfurter responds with 404 to a
   * range without rates, such as a weekend.
   */
  private async days(from: string, to: string, signal?: AbortSignal): Promise<ReferenceDay[]> {
    try {
      const request = { path: `/v1/${from}..${to}`, query: { base: 'EUR' }, signal };
      return await this.upstream.get({ ...request, parse: frankfurterDays, records: ({ length }) => length });
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'not_found') return [];
      throw error;
    }
  }
}
