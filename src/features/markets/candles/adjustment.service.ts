import { Service } from 'typedi';
import { DAY_MS } from '../../../durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Adjustment, Candle, CorporateAction } from '../candle.js';
import { intradayMs } from '../interval.js';
import { storedName } from '../providers/market-provider.js';
import { fits } from '../routing/need.js';
import { adjust, factorsOf } from './adjust.js';
import { type BarSource, CandleArchive } from './candle-archive.service.js';
import { CorporateActions } from './corporate-actions.service.js';
import { dayAt, midnightOf } from './slots.js';

export interface Adjusted {
  bars: Candle[];
  /** What was done. */
  adjustment: Adjustment;
  /** Sentences: what could not be done, and why. */
  warnings: string[];
}

/** A close counts as the last one before an ex-day when it is not older. */
const closeMaxAgeMs = 14 * DAY_MS;

/** Prices in the terms of today, for shares and funds; everything else has neither splits nor dividends. */
@Service()
export class AdjustmentService {
  constructor(
    private readonly actions: CorporateActions,
    private readonly archive: CandleArchive,
    private readonly calendar: TradingCalendar,
  ) {}

  /** @param bars ascending, of days or shorter, as traded. @param source where they come from */
  async adjusted(source: BarSource, bars: Candle[], wanted: Adjustment): Promise<Adjusted> {
    const [first] = bars;
    if (wanted === 'none' || first === undefined || source.symbol.assetClass !== 'equity') return { bars, adjustment: wanted, warnings: [] };
    const known = await orFailure(this.actions.of(source.symbol, source.provider));
    if (known instanceof UpstreamError) return { bars, adjustment: 'none', warnings: ['Splits and dividends cannot be had: prices are as traded.'] };
    const begin = this.dayOf(source, first);
    const after = known.actions.filter(({ day }) => day > begin);
    const warnings = after.length > 0 && known.provider !== storedName(source.provider) ? [`Splits and dividends are by ${known.provider}.`] : [];
    const dividends = wanted === 'all' ? after.filter(({ kind }) => kind === 'dividend') : [];
    const closes = dividends.length === 0 ? [] : await orFailure(this.closes(source, dividends));
    if (closes instanceof UpstreamError) {
      const said = 'The closes before the dividends cannot be had: prices are adjusted for splits alone.';
      return { ...this.apply(source, bars, after, 'splits', []), warnings: [...warnings, said] };
    }
    const done = this.apply(source, bars, after, wanted, closes);
    return { ...done, warnings: [...warnings, ...done.warnings] };
  }

  private apply(source: BarSource, bars: Candle[], after: readonly CorporateAction[], adjustment: Adjustment, closes: readonly Candle[]): Adjusted {
    const actions = adjustment === 'all' ? after : after.filter(({ kind }) => kind === 'split');
    const { factors, unknown } = factorsOf({
      actions,
      startOf: (day) => this.startOf(source, day),
      closeBefore: (day) => lastBefore(closes, midnightOf(day)),
    });
    const warnings = unknown === 0 ? [] : [`${unknown} dividends are left out, as the close before them is not known.`];
    return { bars: adjust(bars, factors), adjustment, warnings };
  }

  /** Daily bars, as traded, from before the first dividend to the day before the last. */
  private async closes(source: BarSource, dividends: readonly CorporateAction[]): Promise<Candle[]> {
    const days = dividends.map(({ day }) => midnightOf(day));
    const { assetClass, venue } = source.symbol;
    const capability = source.provider.capabilities.find((offered) => fits(offered, { operation: 'candles', assetClass, venue, interval: '1d' }));
    if (capability === undefined) throw new UpstreamError('not_entitled');
    const { bars } = await this.archive.read({ ...source, interval: '1d', capability }, { from: Math.min(...days) - closeMaxAgeMs, to: Math.max(...days) });
    return bars;
  }

  private dayOf({ symbol, interval }: BarSource, { time }: Candle): string {
    return intradayMs(interval) === undefined ? dayAt(time.getTime()) : this.calendar.dayOf(symbol, time);
  }

  /** When trading begins on a day, in the times of bars. */
  private startOf({ symbol, interval }: BarSource, day: string): number {
    const midnight = midnightOf(day);
    if (intradayMs(interval) === undefined) return midnight;
    return this.calendar.sessions(symbol, day, dayAt(midnight + 14 * DAY_MS))[0]?.open.getTime() ?? midnight;
  }
}

function lastBefore(bars: readonly Candle[], midnight: number): number | undefined {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle] as Candle).time.getTime() < midnight) low = middle + 1;
    else high = middle;
  }
  const bar = bars[low - 1];
  return bar !== undefined && midnight - bar.time.getTime() <= closeMaxAgeMs ? bar.close : undefined;
}

/** The failure as a value: an answer can do without. */
const orFailure = <Value>(asked: Promise<Value>): Promise<Value | UpstreamError> =>
  asked.catch((error: unknown) => {
    if (error instanceof UpstreamError) return error;
    throw error;
  });
