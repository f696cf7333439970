import { Service } from 'typedi';
import { KeyedMutex } from '../../../async/keyed-mutex.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type Capability, type MarketProvider, storedName } from '../providers/market-provider.js';
import { CandleRepository, type SeriesKey } from './candle.repository.js';
import { expectedCandlesIn } from './candle-window.js';
import { checkCandles } from './check-candles.js';
import { dayAt, expectedCandles, findGaps, midnightOf } from './expected-candles.js';
import { chunked, subtract, type TimeRange } from './time-ranges.js';
import { findUnitSlips } from './unit-slips.js';

/** A series of candles with the provider from which it is read. */
export interface SeriesSource {
  symbol: MarketSymbol;
  interval: Interval;
  provider: MarketProvider;
  capability: Capability;
}

export interface ArchivedCandles {
  /** Candles, ascending and as traded. */
  candles: Candle[];
  /** Time (ms since 1970) at which the newest candles were fetched. */
  fetchedAt: number;
  /** True: the newest candles could not be refreshed. */
  stale: boolean;
  /** Number of invalid candles that the provider sent with this request. */
  rejected: number;
}

/** Candles that are not settled, and the time from which they start. */
interface OpenCandles {
  from: number;
  candles: Candle[];
}

interface FilledCandles {
  /** Number of invalid candles that were removed. */
  rejected: number;
  /** All candles of the range, if nothing else is stored in it, so that they need not be read again. */
  all?: Candle[];
}

interface FetchedCandles {
  /** Candles that were stored, ascending. */
  stored: Candle[];
  /** Candles that may still change, ascending; they are not stored. */
  open: Candle[];
  /** Number of invalid candles that were removed. */
  rejected: number;
}

/** Age (ms) up to which the provider may still fill holes. */
const MAX_INCOMPLETE_AGE_MS = 3 * DAY_MS;
const MAX_CONCURRENT_CALLS = 3;
const MAX_SERIES = 10_000;
/**
 * Maximum number of cached series of delayed providers, whose intraday candles stay open for hours: each series has
 * hundreds.
 */
const MAX_DELAYED_SERIES = 1_000;
const RECHECK_MS = 15 * MINUTE_MS;
/** Requests wait for a refresh, so open candles are stale only if the provider does not respond. */
const openOptions = { max: MAX_SERIES, staleMs: HOUR_MS, revalidateMs: 0 };

/**
 * Reads candles of one provider. Settled candles are stored in the database and fetched only once; open ones are cached
 * briefly. Missing candles are fetched by one caller at a time.
 */
@Service()
export class CandleArchive {
  /**
   * Runs one fetch per series at a time. `not_found` does not fail the calls that wait for it: the provider may lack
   * one range of a series and have another.
   */
  private readonly mutex = new KeyedMutex((error) => error instanceof UpstreamError && error.code === 'not_found');
  private readonly live: StaleWhileRevalidateCache<OpenCandles>;
  private readonly delayed: StaleWhileRevalidateCache<OpenCandles>;
  /**
   * The last fetched range of each series, with the time of the fetch (ms): holes in it are not requested again at
   * once.
   */
  private readonly fetched = new BoundedCache<TimeRange & { at: number }>(MAX_SERIES);

  constructor(
    private readonly candles: CandleRepository,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.live = new StaleWhileRevalidateCache(clock, { ...openOptions, freshMs: 15_000 });
    this.delayed = new StaleWhileRevalidateCache(clock, {
      ...openOptions,
      max: MAX_DELAYED_SERIES,
      freshMs: 5 * MINUTE_MS,
    });
  }

  /**
   * Returns the candles whose `time` is in the range.
   * @throws UpstreamError when something is missing and cannot be fetched
   */
  async read(source: SeriesSource, range: TimeRange): Promise<ArchivedCandles> {
    const key = keyOf(source);
    const settledUntil = this.settledUntil(source);
    const settled = { from: range.from, to: Math.min(range.to, settledUntil) };
    // The fetched ranges are read before the candles: in the other order, candles stored in between would be missing.
    const { missing, fetchedAt } = await this.lookUp(key, settled);
    const nothing: FilledCandles = { rejected: 0 };
    const { rejected, all } =
      missing.length === 0
        ? nothing
        : await this.mutex.run(nameOf(key), () => this.fill(source, settled, settledUntil));
    const stored = all ?? (settled.from < settled.to ? await this.candles.candles(key, settled) : []);
    if (range.to <= settledUntil) {
      return {
        candles: stored,
        fetchedAt: missing.length === 0 ? fetchedAt : this.clock.now(),
        stale: false,
        rejected,
      };
    }
    const { value, loadedAt, stale } = await this.openCacheOf(source).get(nameOf(key), () => this.fetchOpen(source));
    const open = value.candles.filter(
      ({ time }) => time.getTime() >= Math.max(settledUntil, range.from) && time.getTime() < range.to,
    );
    return { candles: [...stored, ...open], fetchedAt: loadedAt, stale, rejected };
  }

  /** Returns the stored candles on both sides of a range, ascending. */
  around(source: SeriesSource, range: TimeRange, count: number): Promise<{ before: Candle[]; after: Candle[] }> {
    return this.candles.around(keyOf(source), range, count);
  }

  /** Returns the stored and cached candles of a range, even if incomplete, without calling the provider. */
  async stored(source: SeriesSource, range: TimeRange): Promise<ArchivedCandles> {
    const key = keyOf(source);
    const cached = this.openCacheOf(source).peek(nameOf(key))?.value;
    const candles = await this.candles.candles(key, range);
    const { fetchedAt } = await this.lookUp(key, range);
    const after = candles.at(-1)?.time.getTime() ?? range.from - 1;
    const open = cached?.candles.filter(({ time }) => time.getTime() > after && time.getTime() < range.to) ?? [];
    return { candles: [...candles, ...open], fetchedAt, stale: true, rejected: 0 };
  }

  /**
   * Returns the parts of a range that have not been fetched, and the time (ms) at which the newest fetched part was
   * fetched.
   */
  private async lookUp(key: SeriesKey, range: TimeRange): Promise<{ missing: TimeRange[]; fetchedAt: number }> {
    if (range.from >= range.to) return { missing: [], fetchedAt: this.clock.now() };
    const recent = this.recentlyFetched(key);
    const ranges = await this.candles.fetchedRanges(key, range);
    const left = subtract(range, ranges);
    const missing = recent === undefined ? left : left.flatMap((part) => subtract(part, [recent]));
    const times = [
      ...ranges.map(({ fetchedAt }) => fetchedAt),
      ...(recent === undefined || left.length === 0 ? [] : [recent.at]),
    ];
    return { missing, fetchedAt: times.length === 0 ? this.clock.now() : Math.max(...times) };
  }

  /** Fetches the parts that are still missing. If they reach the open candles, these are fetched too, up to now. */
  private async fill(source: SeriesSource, settled: TimeRange, settledUntil: number): Promise<FilledCandles> {
    const key = keyOf(source);
    const { missing } = await this.lookUp(key, settled);
    const last = missing.at(-1);
    if (last === undefined) return { rejected: 0 };
    const isAll = missing.length === 1 && missing[0]?.from === settled.from && last.to === settled.to;
    const reachesOpen = last.to === settledUntil;
    if (reachesOpen) last.to = Math.max(settledUntil, this.endOf(source));
    const { open, rejected, stored } = await this.fetchRanges(source, missing, settledUntil);
    if (reachesOpen) this.openCacheOf(source).set(nameOf(key), { from: settledUntil, candles: open });
    this.rememberFetched(key, { from: (missing[0] as TimeRange).from, to: Math.min(last.to, settledUntil) });
    return isAll && (await this.candles.count(key, settled)) === stored.length
      ? { rejected, all: stored }
      : { rejected };
  }

  private recentlyFetched(key: SeriesKey): (TimeRange & { at: number }) | undefined {
    const fetched = this.fetched.get(nameOf(key));
    return fetched !== undefined && this.clock.now() - fetched.at < RECHECK_MS ? fetched : undefined;
  }

  /**
   * Remembers a fetched range. An adjacent range extends the last one but keeps its time, so that holes are requested
   * again when they are due.
   */
  private rememberFetched(key: SeriesKey, { from, to }: TimeRange): void {
    const recent = this.recentlyFetched(key);
    const isAdjacent = recent !== undefined && from <= recent.to && to >= recent.from;
    const range = isAdjacent
      ? { from: Math.min(recent.from, from), to: Math.max(recent.to, to), at: recent.at }
      : { from, to, at: this.clock.now() };
    this.fetched.set(nameOf(key), range);
  }

  private async fetchOpen(source: SeriesSource): Promise<OpenCandles> {
    const [from, to] = [this.settledUntil(source), this.endOf(source)];
    if (to <= from) return { from, candles: [] };
    const { open } = await this.fetchRanges(source, [{ from, to }], from);
    return { from, candles: open };
  }

  /**
   * Fetches ranges in chunks of the size that the provider allows per call. Chunks fetched before a failure stay
   * stored.
   * @param ranges ascending
   * @param settledUntil candles before this time are stored
   * @throws UpstreamError
   */
  private async fetchRanges(
    source: SeriesSource,
    ranges: readonly TimeRange[],
    settledUntil: number,
  ): Promise<FetchedCandles> {
    const { candles } = source.provider;
    if (candles === undefined) throw new UpstreamError('not_entitled');
    const chunks = chunked(ranges, candles.maxCandles * (intradayMs(source.interval) ?? DAY_MS));
    const found: FetchedCandles = { stored: [], open: [], rejected: 0 };
    let next = 0;
    const work = async () => {
      for (let chunk = chunks[next++]; chunk !== undefined; chunk = chunks[next++]) {
        const { stored, open, rejected } = await this.fetchChunk(source, chunk, settledUntil).catch(
          (error: unknown) => {
            next = chunks.length;
            throw error;
          },
        );
        found.stored.push(...stored);
        found.open.push(...open);
        found.rejected += rejected;
      }
    };
    const results = await Promise.allSettled(
      Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, chunks.length) }, work),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if (found.rejected > 0)
      this.log.warn(
        { ...keyOf(source), rejected: found.rejected },
        'Market data provider sent invalid candles; they were rejected',
      );
    for (const candles of [found.stored, found.open]) candles.sort((a, b) => a.time.getTime() - b.time.getTime());
    return found;
  }

  private async fetchChunk(source: SeriesSource, chunk: TimeRange, settledUntil: number): Promise<FetchedCandles> {
    const { symbol, interval, provider } = source;
    const answer = (await provider.candles?.candles(symbol, interval, new Date(chunk.from), new Date(chunk.to))) ?? [];
    const { candles, rejected } = checkCandles(answer, interval, chunk);
    const settled = candles.filter(({ time }) => time.getTime() < settledUntil);
    const complete = this.completeParts(source, { from: chunk.from, to: Math.min(chunk.to, settledUntil) }, settled);
    await this.candles.save(keyOf(source), complete, settled, this.clock.now());
    return { stored: settled, open: candles.slice(settled.length), rejected };
  }

  /**
   * Returns the parts of a range that are complete: young holes and young candles in a wrong unit are left out, so that
   * they are requested again later.
   */
  private completeParts({ symbol, interval }: SeriesSource, range: TimeRange, all: readonly Candle[]): TimeRange[] {
    const { slips } = findUnitSlips(all);
    const candles =
      slips.length === 0 ? all : all.filter((_, index) => !slips.some(({ from, to }) => from <= index && index < to));
    const young = { from: Math.max(range.from, this.clock.now() - MAX_INCOMPLETE_AGE_MS), to: range.to };
    if (range.from >= range.to) return [];
    if (young.from >= young.to) return [range];
    const step = intradayMs(interval);
    const expected =
      step === undefined
        ? expectedCandles(this.calendar.sessions(symbol, dayAt(young.from), dayAt(young.to - 1)), interval).filter(
            ({ time }) => time >= young.from,
          )
        : expectedCandlesIn(this.calendar, symbol, interval, young.from, young.to);
    return subtract(
      range,
      findGaps(expected, candles, step ?? 0).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
    );
  }

  /** Returns the `time` (ms) before which candles no longer change; it only grows as time passes. */
  private settledUntil({ symbol, interval, capability }: SeriesSource): number {
    const now = this.clock.now();
    const step = intradayMs(interval);
    const settled = now - settlingMs(step === undefined, capability.delaySeconds);
    if (step !== undefined) return Math.floor(settled / step) * step;
    const today = midnightOf(this.calendar.dayOf(symbol, new Date(now)));
    const sessions = this.calendar.sessions(symbol, dayAt(today - 10 * DAY_MS), dayAt(today + 7 * DAY_MS));
    const open = sessions.find(({ close }) => close.getTime() > settled);
    return open === undefined ? today : midnightOf(open.day);
  }

  /** Returns a time (ms) just after the `time` of the current candle. */
  private endOf({ symbol, interval }: SeriesSource): number {
    const now = this.clock.now();
    return intradayMs(interval) === undefined
      ? midnightOf(this.calendar.dayOf(symbol, new Date(now))) + DAY_MS
      : now + 1;
  }

  private openCacheOf({ capability }: SeriesSource): StaleWhileRevalidateCache<OpenCandles> {
    return capability.delaySeconds === 0 ? this.live : this.delayed;
  }
}

/**
 * Returns the time (ms) after the end of a candle during which a provider may still change it: live providers correct
 * late trades, delayed ones complete a day hours after its close.
 */
function settlingMs(isDaily: boolean, delaySeconds: number): number {
  if (delaySeconds === 0) return (isDaily ? 10 : 2) * MINUTE_MS;
  return delaySeconds * 1_000 + (isDaily ? 12 : 4) * HOUR_MS;
}

const keyOf = ({ symbol, interval, provider }: SeriesSource): SeriesKey => ({
  symbol: symbol.text,
  interval,
  provider: storedName(provider),
});
const nameOf = ({ symbol, interval, provider }: SeriesKey) => `${symbol} ${interval} ${provider}`;
