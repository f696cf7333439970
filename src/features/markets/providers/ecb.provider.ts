import { setImmediate } from 'node:timers/promises';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import type { Clock } from '../../../clock.js';
import { DAY_MS, HOUR_MS } from '../../../durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { Candle } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderSettings } from '../markets.config.js';
import type { ProviderParts } from './create-providers.js';
import { ecbDays, ecbPieces } from './ecb-answers.js';
import type { CandleSource, Capability, MarketProvider, QuoteSource, RateSource, RateTable } from './market-provider.js';
import { crossRate, type ReferenceDay, referenceCandles, referenceQuotes, referenceTime } from './reference-rates.js';

type Document = 'daily' | 'hist-90d' | 'hist';

/** The euro began to be traded on it. */
const FIRST_DAY = '1999-01-04';
/** The shorter history has 90 days; asked for in it is what is surely within. */
const RECENT_MS = 80 * DAY_MS;
/** A history of more days than this is asked for its past, which does not change. */
const LONG = 100;

/**
 * The euro foreign exchange reference rates from the European Central Bank itself, without a key. One rate a day, out at about 16:00 in
 * Frankfurt. https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 */
export class EcbProvider implements MarketProvider {
  readonly name = 'ecb';
  readonly title = 'European Central Bank';
  readonly capabilities: readonly Capability[] = [
    { operation: 'rates', assetClasses: ['fx'], delaySeconds: 86_400 },
    { operation: 'quotes', assetClasses: ['fx'], delaySeconds: 86_400 },
    { operation: 'candles', assetClasses: ['fx'], intervals: ['1d'], delaySeconds: 86_400 },
  ];
  readonly rates: RateSource = { firstDay: FIRST_DAY, rates: (day) => this.table(day) };
  readonly quotes: QuoteSource = { quoteFreshSeconds: 3600, quotes: async (symbols) => referenceQuotes(symbols, await this.document('hist-90d')) };
  /** All days there are come in one document. */
  readonly candles: CandleSource = { maxBars: 20_000, candles: (symbol, _interval, from, to) => this.readCandles(symbol, from, to) };
  private readonly upstream: Upstream;
  private readonly clock: Clock;
  private readonly documents: StaleWhileRevalidateCache<ReferenceDay[]>;

  constructor({ upstreams, clock }: ProviderParts, { baseUrl, callsPerMinute = 30, callsPerDay }: ProviderSettings) {
    this.clock = clock;
    // Nothing stale is served from here: who asks must know that it is.
    this.documents = new StaleWhileRevalidateCache(clock, { max: 3, freshMs: (days) => (days.length > LONG ? 12 * HOUR_MS : HOUR_MS), staleMs: 0 });
    this.upstream = upstreams.open({
      feed: 'markets.ecb',
      provider: 'ecb',
      baseUrl,
      budgets: [{ calls: callsPerMinute, windowSeconds: 60 }, ...(callsPerDay === undefined ? [] : [{ calls: callsPerDay, windowSeconds: 86_400 }])],
      timeoutMs: 20_000,
      // The whole history has about 8 MB.
      maxBytes: 20_000_000,
      staleSeconds: 4 * 86_400,
    });
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  /** The rates of the day, or of the last one before it that has some. */
  private async table(day?: string): Promise<RateTable> {
    const days = await this.document(day === undefined ? 'daily' : this.documentSince(new Date(day)));
    const found = days.findLast((one) => day === undefined || one.day <= day);
    if (found === undefined) throw new UpstreamError('not_found');
    return { base: 'EUR', ...found, at: referenceTime(found.day) };
  }

  private async readCandles({ pair }: MarketSymbol, from: Date, to: Date): Promise<Candle[]> {
    if (pair === undefined) throw new UpstreamError('not_found');
    const days = await this.document(this.documentSince(from));
    const bars = referenceCandles(pair, days, from, to);
    if (bars.length === 0 && !days.some(({ rates }) => crossRate(rates, pair.base, pair.quote) !== undefined)) throw new UpstreamError('not_found');
    return bars;
  }

  private documentSince(from: Date): Document {
    return from.getTime() >= this.clock.now() - RECENT_MS ? 'hist-90d' : 'hist';
  }

  /** Ascending. Shared by all who ask meanwhile, so no one of them can end it. */
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
      // Others have their turn between two pieces.
      await setImmediate();
      days.push(...ecbDays(piece));
    }
    return days.sort((a, b) => (a.day < b.day ? -1 : 1));
  }
}
