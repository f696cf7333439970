import { DAY_MS } from '../../../time/durations.js';
import type { CandleColumns } from '../indicators/candle-columns.js';
import type { IndicatorSpec } from '../indicators/indicator-spec.js';
import type { Bar } from '../indicators/kinds/indicator-kind.js';
import type { MissingReason } from './company-columns.js';
import type { ScreenField } from './screen-fields.js';

/** The daily candles of an instrument that had ended at a moment. */
export interface PriceColumns {
  candles: CandleColumns;
  /** Number of candles that were read; fewer of them exist for a young instrument. */
  depth: number;
  /** The moment (ms). */
  moment: number;
  currency: string;
  provider: string;
  /** Values of indicators at the last candle, one for each output, by the text of the indicator. */
  remembered?: Map<string, Float64Array>;
}

/** Estimated memory of candles (bytes): six columns of doubles, and remembered values of indicators. */
export const bytesOf = (candles: number): number => 4_000 + candles * 48;

/** Days before a moment within which there must be a close. */
const MAX_AGE_DAYS = 14;
/** Indicators of which an instrument remembers values. */
const MAX_REMEMBERED = 16;

/** Returns the value of a field of prices or of an indicator; NaN: missing for the reason of `priceReasonOf`. */
export function priceValueOf({ name, days, indicator }: ScreenField, prices: PriceColumns): number {
  const { candles, moment } = prices;
  const { length, close, high, low, volume, time } = candles;
  const last = length - 1;
  if (last < 0 || isOutdated(time[last] as number, moment)) return Number.NaN;
  if (indicator !== undefined) return indicatorValueOf(indicator, prices);
  switch (name) {
    case 'price':
      return close[last] as number;
    case 'volume':
      return volume[last] as number;
    case 'turnover':
      return (volume[last] as number) * (close[last] as number);
    case 'priceChange': {
      const before = close[last - days] ?? Number.NaN;
      return before > 0 ? (close[last] as number) / before - 1 : Number.NaN;
    }
  }
  if (length < days) return Number.NaN;
  const first = length - days;
  if (name === 'averageVolume') {
    let sum = 0;
    for (let at = first; at < length; at += 1) sum += volume[at] as number;
    return sum / days;
  }
  const [column, sign] = name === 'highest' ? [high, 1] : [low, -1];
  let extreme = Number.NEGATIVE_INFINITY;
  for (let at = first; at < length; at += 1) extreme = Math.max(extreme, sign * (column[at] as number));
  return sign * extreme;
}

/** Returns the reason for which a field has no value. */
export function priceReasonOf(field: ScreenField, { candles, moment }: PriceColumns): MissingReason {
  const { length, time, volume } = candles;
  if (length === 0) return 'not_reported';
  if (isOutdated(time[length - 1] as number, moment)) return 'outdated';
  const needed =
    field.name === 'priceChange' ? field.days + 1 : field.indicator === undefined ? field.days : length + 1;
  if (length < needed && !(field.indicator?.spec.kind.reads === 'volume' && Number.isNaN(volume[length - 1])))
    return 'too_few_candles';
  return field.name === 'priceChange' ? 'not_meaningful' : 'not_reported';
}

/** Returns the days from which a value comes, as times (ms) of their start. */
export function priceDaysOf({ days, name, indicator }: ScreenField, { candles }: PriceColumns): [number, number] {
  const last = candles.length - 1;
  const first = indicator === undefined ? last - (name === 'priceChange' ? days : days - 1) : last;
  return [candles.time[Math.max(0, first)] as number, candles.time[last] as number];
}

const isOutdated = (last: number, moment: number): boolean => last < moment - MAX_AGE_DAYS * DAY_MS;

function indicatorValueOf({ spec, output }: NonNullable<ScreenField['indicator']>, prices: PriceColumns): number {
  prices.remembered ??= new Map();
  const { remembered, candles } = prices;
  let known = remembered.get(spec.text);
  if (known === undefined) {
    known = lastValuesOf(spec, candles);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(spec.text, known);
  }
  return known[output] as number;
}

/** Calculates the values of an indicator at the last candle, one for each output. */
function lastValuesOf({ kind, parameters }: IndicatorSpec, candles: CandleColumns): Float64Array {
  const { length, open, high, low, close, volume } = candles;
  const out = new Float64Array(kind.outputs.length).fill(Number.NaN);
  const step = kind.start(out, ...parameters);
  const bar: Bar = { open: 0.5, high: 0.5, low: 0.5, close: 0.5, volume: 0.5, isSessionStart: false };
  for (let at = 0; at < length; at += 1) {
    bar.open = open[at] as number;
    bar.high = high[at] as number;
    bar.low = low[at] as number;
    bar.close = close[at] as number;
    bar.volume = volume[at] as number;
    step(bar);
  }
  return out;
}
