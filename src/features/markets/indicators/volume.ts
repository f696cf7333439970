import type { CandleColumns } from './candle-columns.js';

/**
 * Volume-weighted average price: the sum of typical price ((high + low + close) / 3) × volume over the sum of volumes, both counted from the bars that
 * begin a stretch. A bar without a volume leaves it where it is; absent until there was one.
 * @param begins 1 for the bars with which the counting starts anew, else 0
 */
export function vwap({ high, low, close, volume, length }: CandleColumns, begins: Uint8Array): Float64Array {
  const result = new Float64Array(length);
  let [traded, worth] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    if (begins[index] === 1) [traded, worth] = [0, 0];
    const units = volume[index] as number;
    if (units > 0) {
      traded += units;
      worth += (units * ((high[index] as number) + (low[index] as number) + (close[index] as number))) / 3;
    }
    result[index] = traded > 0 ? worth / traded : Number.NaN;
  }
  return result;
}

/**
 * On-balance volume (Granville): the sum of volumes of the bars that close higher than the one before less those that close lower, 0 at the first bar.
 * Absent on bars without a volume, which count for nothing.
 */
export function obv({ close, volume, length }: CandleColumns): Float64Array {
  const result = new Float64Array(length);
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    const units = volume[index] as number;
    const isKnown = !Number.isNaN(units);
    if (index > 0 && isKnown) sum += Math.sign((close[index] as number) - (close[index - 1] as number)) * units;
    result[index] = isKnown ? sum : Number.NaN;
  }
  return result;
}
