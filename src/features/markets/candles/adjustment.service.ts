import { Service } from 'typedi';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Adjustment, Candle, CorporateAction } from '../candle.js';
import { intradayMs } from '../interval.js';
import { storedName } from '../providers/market-provider.js';
import { satisfies } from '../routing/requirement.js';
import { adjust, factorsOf } from './adjust.js';
import { CandleArchive, type SeriesSource } from './candle-archive.service.js';
import { CorporateActions } from './corporate-actions.service.js';
import { dayAt, midnightOf } from './expected-candles.js';

export interface Adjusted {
  candles: Candle[];
  /** The adjustment that was applied, which may be less than requested. */
  adjustment: Adjustment;
  /** Sentences about actions that could not be applied, with the reason. */
  warnings: string[];
}

/** Maximum age of a close before an ex-day (ms); an older one is not used. */
const MAX_CLOSE_AGE_MS = 14 * DAY_MS;

/** Adjusts candles of shares and funds for splits and dividends; other instruments have neither. */
@Service()
export class AdjustmentService {
  constructor(
    private readonly actions: CorporateActions,
    private readonly archive: CandleArchive,
    private readonly calendar: TradingCalendar,
  ) {}

  /**
   * Returns adjusted candles.
   * @param source the series of the candles
   * @param candles ascending, of a day or shorter, as traded
   */
  async adjusted(source: SeriesSource, candles: Candle[], requested: Adjustment): Promise<Adjusted> {
    const [first] = candles;
    if (requested === 'none' || first === undefined || source.symbol.assetClass !== 'equity')
      return { candles, adjustment: requested, warnings: [] };
    const known = await orFailure(this.actions.of(source.symbol, source.provider));
    if (known instanceof UpstreamError)
      return { candles, adjustment: 'none', warnings: ['Splits and dividends are unavailable; prices are as traded.'] };
    const begin = this.dayOf(source, first);
    const after = known.actions.filter(({ day }) => day > begin);
    const warnings =
      after.length > 0 && known.provider !== storedName(source.provider)
        ? [`Splits and dividends are from ${known.provider}.`]
        : [];
    const dividends = requested === 'all' ? after.filter(({ kind }) => kind === 'dividend') : [];
    const closes = dividends.length === 0 ? [] : await orFailure(this.closes(source, dividends));
    if (closes instanceof UpstreamError) {
      const warning = 'The closes before the dividends are unavailable; prices are adjusted for splits only.';
      return { ...this.apply(source, candles, after, 'splits', []), warnings: [...warnings, warning] };
    }
    const applied = this.apply(source, candles, after, requested, closes);
    return { ...applied, warnings: [...warnings, ...applied.warnings] };
  }

  private apply(
    source: SeriesSource,
    candles: Candle[],
    after: readonly CorporateAction[],
    adjustment: Adjustment,
    closes: readonly Candle[],
  ): Adjusted {
    const actions = adjustment === 'all' ? after : after.filter(({ kind }) => kind === 'split');
    const { factors, unknown } = factorsOf({
      actions,
      startOf: (day) => this.startOf(source, day),
      closeBefore: (day) => lastBefore(closes, midnightOf(day)),
    });
    const warnings =
      unknown === 0 ? [] : [`${unknown} dividends are not applied, because the close before them is unknown.`];
    return { candles: adjust(candles, factors), adjustment, warnings };
  }

  /** Returns daily candles, as traded, from a time before the first dividend to the day before the last. */
  private async closes(source: SeriesSource, dividends: readonly CorporateAction[]): Promise<Candle[]> {
    const days = dividends.map(({ day }) => midnightOf(day));
    const { assetClass, venue } = source.symbol;
    const capability = source.provider.capabilities.find((offered) =>
      satisfies(offered, { operation: 'candles', assetClass, venue, interval: '1d' }),
    );
    if (capability === undefined) throw new UpstreamError('not_entitled');
    const range = { from: Math.min(...days) - MAX_CLOSE_AGE_MS, to: Math.max(...days) };
    return (await this.archive.read({ ...source, interval: '1d', capability }, range)).candles;
  }

  private dayOf({ symbol, interval }: SeriesSource, { time }: Candle): string {
    return intradayMs(interval) === undefined ? dayAt(time.getTime()) : this.calendar.dayOf(symbol, time);
  }

  /** Returns the time at which trading begins on a day, in the time of the candles. */
  private startOf({ symbol, interval }: SeriesSource, day: string): number {
    const midnight = midnightOf(day);
    if (intradayMs(interval) === undefined) return midnight;
    return this.calendar.sessions(symbol, day, dayAt(midnight + 14 * DAY_MS))[0]?.open.getTime() ?? midnight;
  }
}

function lastBefore(candles: readonly Candle[], midnight: number): number | undefined {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle] as Candle).time.getTime() < midnight) low = middle + 1;
    else high = middle;
  }
  const last = candles[low - 1];
  return last !== undefined && midnight - last.time.getTime() <= MAX_CLOSE_AGE_MS ? last.close : undefined;
}

/** Returns an upstream failure as a value, since candles can be served without the result. */
const orFailure = <Value>(answer: Promise<Value>): Promise<Value | UpstreamError> =>
  answer.catch((error: unknown) => {
    if (error instanceof UpstreamError) return error;
    throw error;
  });
