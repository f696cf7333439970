import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type Capability, type MarketProvider, storedName } from '../providers/market-provider.js';
import { CandleRepository, type SeriesKey } from './candle.repository.js';
import { CandleFetchService } from './candle-fetch.service.js';
import { finalBefore } from './finality.js';
import { midnightOf } from './slots.js';
import { type Span, without } from './stretches.js';
import { TakingTurns } from './taking-turns.js';

/** Who has bars of what. */
export interface BarSource {
  symbol: MarketSymbol;
  interval: Interval;
  provider: MarketProvider;
  capability: Capability;
}

export interface ArchivedBars {
  /** Ascending, as traded. */
  bars: Candle[];
  /** When the newest of them came (ms since the epoch). */
  fetchedAt: number;
  /** The newest ones are past their freshness. */
  stale: boolean;
  /** How many the provider sent just now that can be no bars. */
  rejected: number;
}

/** Bars that may change still: from where on they do, and they. */
interface Running {
  from: number;
  bars: Candle[];
}

const series = 10_000;
/** Bars within a day may change for hours where they come late: hundreds of them are held for each series. */
const delayedSeries = 1_000;
const recheckMs = 15 * 60_000;
/** What is past its freshness is waited for: bars marked as stale are those of a provider that does not answer. */
const running = { max: series, staleMs: 3_600_000, revalidateMs: 0 };

/**
 * Bars by one provider. Those that will not change any more are kept in the database and asked for once; the last ones are held for a moment.
 * What is missing is fetched, by one caller at a time.
 */
@Service()
export class CandleArchive {
  /** A provider may not have the bars of one stretch and have those of another. */
  private readonly turns = new TakingTurns((error) => error instanceof UpstreamError && error.code === 'not_found');
  private readonly live: StaleWhileRevalidateCache<Running>;
  private readonly delayed: StaleWhileRevalidateCache<Running>;
  /** The stretch last asked for, and since when it counts: its holes are not asked for again so soon. */
  private readonly asked = new LRUCache<string, Span & { at: number }>({ max: series });

  constructor(
    private readonly candles: CandleRepository,
    private readonly fetching: CandleFetchService,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
  ) {
    this.live = new StaleWhileRevalidateCache(clock, { ...running, freshMs: 15_000 });
    this.delayed = new StaleWhileRevalidateCache(clock, { ...running, max: delayedSeries, freshMs: 300_000 });
  }

  /** Bars whose `time` is in the span. @throws UpstreamError when something is missing and cannot be had */
  async read(source: BarSource, span: Span): Promise<ArchivedBars> {
    const key = keyOf(source);
    const final = this.finalOf(source);
    const closed = { from: span.from, to: Math.min(span.to, final) };
    // First what has been fetched and then the bars: the other way round some may be stored between the two.
    const { missing, fetchedAt } = await this.lookUp(key, closed);
    const rejected = missing.length === 0 ? 0 : await this.turns.run(nameOf(key), () => this.fill(source, closed, final));
    const bars = closed.from < closed.to ? await this.candles.bars(key, closed) : [];
    if (span.to <= final) return { bars, fetchedAt: missing.length === 0 ? fetchedAt : this.clock.now(), stale: false, rejected };
    const { value, loadedAt, stale } = await this.tailsOf(source).get(nameOf(key), () => this.running(source));
    const last = value.bars.filter(({ time }) => time.getTime() >= Math.max(final, span.from) && time.getTime() < span.to);
    return { bars: [...bars, ...last], fetchedAt: loadedAt, stale, rejected };
  }

  /** The stored bars on both sides of a stretch, ascending. */
  around(source: BarSource, span: Span, count: number): Promise<{ before: Candle[]; after: Candle[] }> {
    return this.candles.around(keyOf(source), span, count);
  }

  /** What is there without asking anybody, however incomplete. */
  async stored(source: BarSource, span: Span): Promise<ArchivedBars> {
    const key = keyOf(source);
    const running = this.tailsOf(source).peek(nameOf(key))?.value;
    const bars = await this.candles.bars(key, span);
    const { fetchedAt } = await this.lookUp(key, span);
    const after = bars.at(-1)?.time.getTime() ?? span.from - 1;
    const last = running?.bars.filter(({ time }) => time.getTime() > after && time.getTime() < span.to) ?? [];
    return { bars: [...bars, ...last], fetchedAt, stale: true, rejected: 0 };
  }

  /** What of a stretch has not been fetched, and when the newest of the rest was. */
  private async lookUp(key: SeriesKey, span: Span): Promise<{ missing: Span[]; fetchedAt: number }> {
    if (span.from >= span.to) return { missing: [], fetchedAt: this.clock.now() };
    const asked = this.recentlyAsked(key);
    const spans = await this.candles.spans(key, span);
    const left = without(span, spans);
    const missing = asked === undefined ? left : left.flatMap((part) => without(part, [asked]));
    const times = [...spans.map(({ fetchedAt }) => fetchedAt), ...(asked === undefined || left.length === 0 ? [] : [asked.at])];
    return { missing, fetchedAt: times.length === 0 ? this.clock.now() : Math.max(...times) };
  }

  /** Fetches what nobody has fetched since; up to now when it reaches the bars that change still. @returns how many bars were rejected */
  private async fill(source: BarSource, closed: Span, final: number): Promise<number> {
    const key = keyOf(source);
    const { missing } = await this.lookUp(key, closed);
    const last = missing.at(-1);
    if (last === undefined) return 0;
    const reachesEnd = last.to === final;
    if (reachesEnd) last.to = Math.max(final, this.endOf(source));
    const { running, rejected } = await this.fetching.gather(source, key, missing, final);
    if (reachesEnd) this.tailsOf(source).set(nameOf(key), { from: final, bars: running });
    this.remember(key, { from: (missing[0] as Span).from, to: Math.min(last.to, final) });
    return rejected;
  }

  private recentlyAsked(key: SeriesKey): (Span & { at: number }) | undefined {
    const asked = this.asked.get(nameOf(key));
    return asked !== undefined && this.clock.now() - asked.at < recheckMs ? asked : undefined;
  }

  /** What follows on the last stretch makes it longer and not younger, so that its holes are asked for again in their time. */
  private remember(key: SeriesKey, { from, to }: Span): void {
    const asked = this.recentlyAsked(key);
    const follows = asked !== undefined && from <= asked.to && to >= asked.from;
    const whole = follows ? { from: Math.min(asked.from, from), to: Math.max(asked.to, to), at: asked.at } : { from, to, at: this.clock.now() };
    this.asked.set(nameOf(key), whole);
  }

  private async running(source: BarSource): Promise<Running> {
    const [from, to] = [this.finalOf(source), this.endOf(source)];
    if (to <= from) return { from, bars: [] };
    const { running } = await this.fetching.gather(source, keyOf(source), [{ from, to }], from);
    return { from, bars: running };
  }

  private finalOf({ symbol, interval, capability }: BarSource): number {
    return finalBefore(this.calendar, symbol, interval, capability.delaySeconds, this.clock.now());
  }

  /** After the `time` of the bar that is running now. */
  private endOf({ symbol, interval }: BarSource): number {
    const now = this.clock.now();
    return intradayMs(interval) === undefined ? midnightOf(this.calendar.dayOf(symbol, new Date(now))) + DAY_MS : now + 1;
  }

  private tailsOf({ capability }: BarSource): StaleWhileRevalidateCache<Running> {
    return capability.delaySeconds === 0 ? this.live : this.delayed;
  }
}

const keyOf = ({ symbol, interval, provider }: BarSource): SeriesKey => ({ symbol: symbol.text, interval, provider: storedName(provider) });
const nameOf = ({ symbol, interval, provider }: SeriesKey) => `${symbol} ${interval} ${provider}`;
