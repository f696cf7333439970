import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { Log } from '../../../log.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { MarketProvider } from '../providers/market-provider.js';
import { CandleRepository, type SeriesKey } from './candle.repository.js';
import { expectedCandlesIn } from './candle-window.js';
import { checkCandles } from './check-candles.js';
import { dayAt, expectedCandles } from './expected-candles.js';
import { findGaps } from './gaps.js';
import { chunked, subtract, type TimeRange } from './time-ranges.js';
import { findUnitSlips } from './unit-slips.js';

export interface FetchedCandles {
  /** Candles that may still change, ascending; they are not stored. */
  open: Candle[];
  /** How many invalid candles were removed. */
  rejected: number;
}

type Series = { symbol: MarketSymbol; interval: Interval; provider: MarketProvider };

/** The provider may still fill holes younger than this. */
const MAX_INCOMPLETE_AGE_MS = 3 * DAY_MS;
const MAX_CONCURRENT_CALLS = 3;

/** Fetches candles from a provider and stores the settled ones. */
@Service()
export class CandleFetchService {
  constructor(
    private readonly candles: CandleRepository,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Fetches ranges in chunks of what the provider allows per call. Chunks fetched before a failure stay stored.
   * @param ranges ascending. @param settledUntil candles before it are stored
   * @throws UpstreamError
   */
  async fetchRanges(series: Series, key: SeriesKey, ranges: readonly TimeRange[], settledUntil: number): Promise<FetchedCandles> {
    const { candles } = series.provider;
    if (candles === undefined) throw new UpstreamError('not_entitled');
    const chunks = chunked(ranges, candles.maxCandles * (intradayMs(series.interval) ?? DAY_MS));
    const found: FetchedCandles = { open: [], rejected: 0 };
    let next = 0;
    const work = async () => {
      for (let chunk = chunks[next++]; chunk !== undefined; chunk = chunks[next++]) {
        const { open, rejected } = await this.fetchChunk(series, key, chunk, settledUntil).catch((error: unknown) => {
          next = chunks.length;
          throw error;
        });
        found.open.push(...open);
        found.rejected += rejected;
      }
    };
    const results = await Promise.allSettled(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, chunks.length) }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if (found.rejected > 0) this.log.warn({ ...key, rejected: found.rejected }, 'Market data provider sent invalid candles; they were rejected');
    found.open.sort((a, b) => a.time.getTime() - b.time.getTime());
    return found;
  }

  private async fetchChunk(series: Series, key: SeriesKey, chunk: TimeRange, settledUntil: number): Promise<FetchedCandles> {
    const { symbol, interval, provider } = series;
    const answer = (await provider.candles?.candles(symbol, interval, new Date(chunk.from), new Date(chunk.to))) ?? [];
    const { candles, rejected } = checkCandles(answer, interval, chunk);
    const settled = candles.filter(({ time }) => time.getTime() < settledUntil);
    const complete = this.completeParts(series, { from: chunk.from, to: Math.min(chunk.to, settledUntil) }, settled);
    await this.candles.save(key, complete, settled, this.clock.now());
    return { open: candles.slice(settled.length), rejected };
  }

  /** Returns a range without its young holes and its young candles in a wrong unit: those are requested again later. */
  private completeParts({ symbol, interval }: Series, range: TimeRange, all: readonly Candle[]): TimeRange[] {
    const slips = findUnitSlips(all);
    const candles = slips.length === 0 ? all : all.filter((_, index) => !slips.some(({ from, to }) => from <= index && index < to));
    const young = { from: Math.max(range.from, this.clock.now() - MAX_INCOMPLETE_AGE_MS), to: range.to };
    if (range.from >= range.to) return [];
    if (young.from >= young.to) return [range];
    const step = intradayMs(interval);
    const expected =
      step === undefined
        ? expectedCandles(this.calendar.sessions(symbol, dayAt(young.from), dayAt(young.to - 1)), interval).filter(({ time }) => time >= young.from)
        : expectedCandlesIn(this.calendar, symbol, interval, young.from, young.to);
    return subtract(
      range,
      findGaps(expected, candles, step ?? 0).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
    );
  }
}
