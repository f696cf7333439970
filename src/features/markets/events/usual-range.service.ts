import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { CandlesService } from '../candles/candles.service.js';
import { midnightOf } from '../candles/expected-candles.js';
import { columnsOf } from '../indicators/candle-columns.js';
import { indicatorKinds } from '../indicators/indicator-catalog.js';
import type { IndicatorKind } from '../indicators/kinds/indicator-kind.js';
import { linesOf } from '../indicators/run-indicator.js';

const averageTrueRange = indicatorKinds.atr as IndicatorKind;
const PERIOD = 14;
/**
 * Number of days whose candles are read: enough for 14 sessions and the previous close, also over long holidays, and
 * for another 14 sessions that Wilder's average needs to settle.
 */
const DAYS_READ = 60;
const FAILURE_MS = 15 * MINUTE_MS;

/**
 * Computes the usual range of a day: the average true range of the last 14 sessions, from daily candles adjusted for
 * splits.
 */
@Service()
export class UsualRange {
  private readonly ranges: StaleWhileRevalidateCache<{ range: number | undefined }>;

  constructor(
    private readonly candles: CandlesService,
    clock: Clock,
  ) {
    this.ranges = new StaleWhileRevalidateCache(clock, {
      max: 2_000,
      freshMs: ({ range }) => (range === undefined ? FAILURE_MS : DAY_MS),
      staleMs: 0,
    });
  }

  /**
   * Returns the usual range of the sessions before `day`; undefined with fewer than 15 sessions, or while no provider
   * answers.
   */
  async before(symbol: string, day: string): Promise<number | undefined> {
    const { value } = await this.ranges.get(`${symbol} ${day}`, async () => ({ range: await this.read(symbol, day) }));
    return value.range;
  }

  private async read(symbol: string, day: string): Promise<number | undefined> {
    const to = midnightOf(day);
    const range = { from: new Date(to - DAYS_READ * DAY_MS).toISOString(), to: new Date(to).toISOString() };
    const series = await this.candles.read(symbol, { interval: '1d', ...range }).catch(() => undefined);
    const items = series?.items.filter(({ time }) => time.getTime() < to) ?? [];
    const input = { candles: columnsOf(items), sessionStarts: () => new Uint8Array() };
    const value = items.length > PERIOD ? linesOf(averageTrueRange, input, [PERIOD]).atr?.at(-1) : undefined;
    return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
  }
}
