import { DAY_MS } from '../../../../time/durations.js';
import { intradayMs } from '../../interval.js';
import { movingSum } from '../streams/averages.js';
import { highest, lowest } from '../streams/windows.js';
import { type Bar, type IndicatorKind, type IndicatorKinds, period } from './indicator-kind.js';

export const median = ({ high, low }: Bar): number => (high + low) / 2;
export const typical = ({ high, low, close }: Bar): number => (high + low + close) / 3;

/** A price that is calculated from one candle alone. */
const priceOf = (
  name: string,
  title: string,
  sentence: string,
  source: string,
  price: (bar: Bar) => number,
): IndicatorKind => ({
  title,
  sentence,
  source,
  parameters: [],
  outputs: [{ name, unit: 'price' }],
  overlay: true,
  reads: 'prices',
  memory: 'window',
  range: [0, Number.POSITIVE_INFINITY],
  // The value needs no earlier candle; 1 instead of 0 distinguishes it from sums without an end.
  warmUp: () => 1,
  start: (out) => (bar) => {
    out[0] = price(bar);
  },
});

export const priceKinds: IndicatorKinds = {
  avgprice: priceOf(
    'avgprice',
    'Average price',
    'The mean of open, high, low and close.',
    'TA-Lib AVGPRICE',
    ({ open, high, low, close }) => (open + high + low + close) / 4,
  ),
  medprice: priceOf('medprice', 'Median price', 'The mean of high and low.', 'TA-Lib MEDPRICE', median),
  typprice: priceOf('typprice', 'Typical price', 'The mean of high, low and close.', 'TA-Lib TYPPRICE', typical),
  wclprice: priceOf(
    'wclprice',
    'Weighted close',
    'The mean of high, low and twice the close.',
    'TA-Lib WCLPRICE',
    ({ high, low, close }) => (high + low + 2 * close) / 4,
  ),
  midprice: {
    title: 'Midpoint of prices',
    sentence: 'The middle between the highest high and the lowest low of n candles.',
    source: 'TA-Lib MIDPRICE',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'midprice', unit: 'price' }],
    overlay: true,
    reads: 'prices',
    memory: 'window',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [top, bottom] = [highest(n), lowest(n)];
      return ({ high, low }) => {
        out[0] = (top.next(high) + bottom.next(low)) / 2;
      };
    },
  },
  vwma: {
    title: 'Volume-weighted moving average',
    sentence: 'The mean of the last n closes, weighted by volume; null while no volume was traded.',
    source: 'Σ close × volume / Σ volume',
    parameters: [period(20)],
    outputs: [{ name: 'vwma', unit: 'price' }],
    overlay: true,
    reads: 'volume',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [worth, traded] = [movingSum(n), movingSum(n)];
      return ({ close, volume }) => {
        const [over, under] = [worth(close * volume), traded(volume)];
        out[0] = under > 0 ? over / under : Number.NaN;
      };
    },
  },
  vwap: {
    title: 'Volume-weighted average price',
    sentence:
      'The mean of typical prices, weighted by volume, since the opening of the session; for days and longer since ' +
      'the start of the range.',
    source: 'Σ typical price × volume / Σ volume',
    parameters: [],
    outputs: [{ name: 'vwap', unit: 'price' }],
    overlay: true,
    reads: 'sessions',
    memory: 'window',
    // The session that contains the start of the range is read from its opening, which is at most a day earlier.
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (interval) => DAY_MS / (intradayMs(interval) ?? Number.POSITIVE_INFINITY),
    start: (out) => {
      let [traded, worth] = [0, 0];
      return (bar) => {
        if (bar.isSessionStart) [traded, worth] = [0, 0];
        if (bar.volume > 0) {
          traded += bar.volume;
          worth += bar.volume * typical(bar);
        }
        out[0] = traded > 0 ? worth / traded : Number.NaN;
      };
    },
  },
  pivots: {
    title: 'Pivot points',
    sentence:
      'The mean P of high, low and close of the candle before, and its resistance and support of the level 1, 2 or 3; ' +
      'with days the levels of a day.',
    source: 'Floor traders: R1 = 2 P - low, R2 = P + range, R3 = high + 2 (P - low); S1 to S3 alike',
    parameters: [{ name: 'level', fallback: 1, min: 1, max: 3 }],
    outputs: ['pivot', 'resistance', 'support'].map((name) => ({ name, unit: 'price' })),
    overlay: true,
    reads: 'prices',
    memory: 'window',
    warmUp: () => 1,
    start: (out, level) => {
      let [top, bottom, pivot] = [Number.NaN, Number.NaN, Number.NaN];
      return (bar) => {
        const range = top - bottom;
        out[0] = pivot;
        out[1] = level === 1 ? 2 * pivot - bottom : pivot + range + (level === 2 ? 0 : pivot - bottom);
        out[2] = level === 1 ? 2 * pivot - top : pivot - range - (level === 2 ? 0 : top - pivot);
        [top, bottom, pivot] = [bar.high, bar.low, typical(bar)];
      };
    },
  },
};
