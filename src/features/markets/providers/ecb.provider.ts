import { setImmediate } from 'node:timers/promises';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import type { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import type { Candle } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import { marketVendors } from '../markets.vendors.js';
import { ecbDays, ecbPieces } from './ecb-answers.js';
import type {
  CandleSource,
  Capability,
  MarketProvider,
  QuoteSource,
  RateSource,
  RateTable,
} from './market-provider.js';
import { crossRate, type ReferenceDay, referenceCandles, referenceQuotes, referenceTime } from './reference-rates.js';

type Document = 'daily' | 'hist-90d' | 'hist';

/** The first day of trading in euros. */
const FIRST_DAY = '1999-01-04';
/** Age (ms) up to which a day is certainly in the short history, which has 90 days. */
const SHORT_HISTORY_MS = 80 * DAY_MS;
/**
 * Maximum number of days of a short document. A longer one is the complete history, which is read only for past days
 * and therefore does not change.
 */
const MAX_SHORT_DAYS = 100;

/**
 * The euro foreign exchange reference rates of the European Central Bank, without a key. One rate a day, published at
 * about 16:00 in Frankfurt. https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 */
export class EcbProvider implements MarketProvider {
  readonly name = 'ecb';
  readonly title = marketVendors.ecb.title;
  readonly capabilities: readonly Capability[] = [
    { operation: 'rates', assetClasses: ['fx'], delaySeconds: 86_400 },
    { operation: 'quotes', assetClasses: ['fx'], delaySeconds: 86_400 },
    { operation: 'candles', assetClasses: ['fx'], intervals: ['1d'], delaySeconds: 86_400 },
  ];
  readonly rates: RateSource = { firstDay: FIRST_DAY, rates: (day) => this.table(day) };
  readonly quotes: QuoteSource = {
    quoteFreshSeconds: 3600,
    quotes: async (symbols) => referenceQuotes(symbols, await this.document('hist-90d')),
  };
  /** One document has all days, so one call is enough for any range. */
  readonly candles: CandleSource = {
    maxCandles: 20_000,
    candles: (symbol, _interval, from, to) => this.readCandles(symbol, from, to),
  };
  private readonly upstream: Upstream;
  private readonly clock: Clock;
  private readonly documents: StaleWhileRevalidateCache<ReferenceDay[]>;

  constructor({ upstreams, clock }: SourceParts, { baseUrl, callsPerMinute = 30, callsPerDay }: VendorSettings) {
    this.clock = clock;
    // Stale documents are not returned: a caller could not see that they are stale.
    this.documents = new StaleWhileRevalidateCache(clock, {
      max: 3,
      freshMs: (days) => (days.length > MAX_SHORT_DAYS ? 12 * HOUR_MS : HOUR_MS),
      staleMs: 0,
    });
    this.upstream = upstreams.open({
      feed: marketVendors.ecb.feed,
      provider: 'ecb',
      baseUrl,
      budgets: budgetsOf(callsPerMinute, callsPerDay),
      timeoutMs: 20_000,
      // The complete history is about 8 MB.
      maxBytes: 20_000_000,
      staleSeconds: 4 * 86_400,
    });
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  /** Returns the rates of a day, or of the last earlier day with rates; without `day` the latest. */
  private async table(day?: string): Promise<RateTable> {
    const days = await this.document(day === undefined ? 'daily' : this.documentSince(new Date(day)));
    const found = days.findLast((one) => day === undefined || one.day <= day);
    if (found === undefined) throw new UpstreamError('not_found');
    return { base: 'EUR', ...found, at: referenceTime(found.day) };
  }

  private async readCandles({ pair }: MarketSymbol, from: Date, to: Date): Promise<Candle[]> {
    if (pair === undefined) throw new UpstreamError('not_found');
    const days = await this.document(this.documentSince(from));
    const candles = referenceCandles(pair, days, from, to);
    if (candles.length === 0 && !days.some(({ rates }) => crossRate(rates, pair.base, pair.quote) !== undefined))
      throw new UpstreamError('not_found');
    return candles;
  }

  private documentSince(from: Date): Document {
    return from.getTime() >= this.clock.now() - SHORT_HISTORY_MS ? 'hist-90d' : 'hist';
  }

  /** Returns the days of a document, ascending. Concurrent callers share one load, so it has no abort signal. */
  private async document(name: Document): Promise<ReferenceDay[]> {
    return (await this.documents.get(name, () => this.load(name))).value;
  }

  private async load(name: Document): Promise<ReferenceDay[]> {
    const { first, others } = await this.upstream.get({
      path: `/stats/eurofxref/eurofxref-${name}.xml`,
      as: 'text',
      parse: (text) => {
        const [newest, ...others] = ecbPieces(text);
        return { first: ecbDays(newest as string), others };
      },
    });
    const days = first;
    for (const piece of others) {
      // The event loop gets a turn between two pieces.
      await setImmediate();
      days.push(...ecbDays(piece));
    }
    return days.sort((a, b) => (a.day < b.day ? -1 : 1));
  }
}
