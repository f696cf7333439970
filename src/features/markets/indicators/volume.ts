import type { CandleColumns } from './candle-columns.js';

/**
 * Computes the volume-weighted average price: the sum of typical price ((high + low + close) / 3) × volume, divided by
 * the sum of volumes, both since the start of the session. A candle without volume does not change it; NaN until there
 * is a volume.
 * @param begins 1 for candles at which the sums restart, otherwise 0
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
 * Computes the on-balance volume (Granville): the sum of the volumes of candles that close higher than the candle
 * before, minus the volumes of candles that close lower; 0 at the first candle. NaN for candles without a volume, which
 * do not change the sum.
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
