import { movingSum, regression, wilder, wilderSum } from '../streams/averages.js';
import { highest, lag, lowest, ratio } from '../streams/windows.js';
import { type IndicatorKinds, type Output, period, trueRange, WILDER_PERIODS } from './indicator-kind.js';

const numbers = (...names: string[]): Output[] => names.map((name) => ({ name, unit: 'number' }));

/** Creates Wilder's directional movements of a candle, upwards and downwards; NaN for the first candle. */
function movements(): (bar: { high: number; low: number }) => readonly [up: number, down: number] {
  let [top, bottom] = [Number.NaN, Number.NaN];
  return ({ high, low }) => {
    const [rise, fall] = [high - top, bottom - low];
    [top, bottom] = [high, low];
    if (Number.isNaN(rise)) return [Number.NaN, Number.NaN];
    return [rise > fall ? Math.max(rise, 0) : 0, fall > rise ? Math.max(fall, 0) : 0];
  };
}

/**
 * Creates Wilder's directional movement index, 100 |P - M| / (P + M), with the sums of TA-Lib; NaN without movement.
 */
function directionalIndex(n: number): (bar: { high: number; low: number }) => number {
  const [moved, ups, downs] = [movements(), wilderSum(n), wilderSum(n)];
  return (bar) => {
    const [up, down] = moved(bar);
    const [plus, minus] = [ups(up), downs(down)];
    // Both are divided by the same sum of true ranges, which cancels out.
    return ratio(100 * Math.abs(plus - minus), plus + minus);
  };
}

const slopeOf = (convert: (slope: number) => number) => (out: Float64Array, n: number) => {
  const line = regression(n);
  return ({ close }: { close: number }): void => {
    out[0] = line.next(close) ? convert(line.slope) : Number.NaN;
  };
};

export const trendKinds: IndicatorKinds = {
  adx: {
    title: 'Average directional index',
    sentence: "Wilder's average of directional movement, with +DI and -DI; 0 while prices do not change.",
    source: 'J. W. Wilder, 1978; TA-Lib ADX, PLUS_DI and MINUS_DI',
    parameters: [period(14)],
    outputs: numbers('adx', 'plus', 'minus'),
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    guides: [25],
    memory: 'smoothed_ratio',
    warmUp: (_, n) => 2 * WILDER_PERIODS * n,
    start: (out, n) => {
      const [moved, range] = [movements(), trueRange()];
      const [ups, downs, ranges, average] = [wilder(n), wilder(n), wilder(n), wilder(n)];
      return (bar) => {
        const [up, down] = moved(bar);
        const all = ranges(range(bar));
        const [over, under] = [ups(up), downs(down)];
        const plus = all === 0 ? 0 : (100 * over) / all;
        const minus = all === 0 ? 0 : (100 * under) / all;
        out[0] = average(plus + minus === 0 ? 0 : (100 * Math.abs(plus - minus)) / (plus + minus));
        out[1] = plus;
        out[2] = minus;
      };
    },
  },
  dx: {
    title: 'Directional movement index',
    sentence: '100 |(+DI) - (-DI)| / (+DI + -DI), which ADX averages; null without movement.',
    source: 'J. W. Wilder, 1978; TA-Lib DX',
    parameters: [period(14, { min: 2 })],
    outputs: numbers('dx'),
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    guides: [25],
    warmUp: (_, n) => WILDER_PERIODS * n,
    start: (out, n) => {
      const index = directionalIndex(n);
      return (bar) => {
        out[0] = index(bar);
      };
    },
  },
  adxr: {
    title: 'Average directional index rating',
    sentence: 'The mean of ADX and of its value n - 1 candles ago.',
    source: 'J. W. Wilder, 1978; TA-Lib ADXR',
    parameters: [period(14, { min: 2 })],
    outputs: numbers('adxr'),
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    guides: [25],
    warmUp: (_, n) => 2 * WILDER_PERIODS * n + n,
    start: (out, n) => {
      const [index, average, before] = [directionalIndex(n), wilder(n), lag(n - 1)];
      return (bar) => {
        const adx = average(index(bar));
        out[0] = (adx + before(adx)) / 2;
      };
    },
  },
  aroon: {
    title: 'Aroon',
    sentence: '100 (n - candles since the highest high) / n of n + 1 candles (up), and of the lowest low (down).',
    source: 'T. Chande, 1995; TA-Lib AROON',
    parameters: [period(14, { min: 2 })],
    outputs: numbers('up', 'down'),
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    hasFixedScale: true,
    guides: [50],
    memory: 'window',
    warmUp: (_, n) => n,
    start: (out, n) => {
      const [top, bottom] = [highest(n + 1), lowest(n + 1)];
      return ({ high, low }) => {
        out[0] = Number.isNaN(top.next(high)) ? Number.NaN : (100 * (n - top.age)) / n;
        out[1] = Number.isNaN(bottom.next(low)) ? Number.NaN : (100 * (n - bottom.age)) / n;
      };
    },
  },
  aroonosc: {
    title: 'Aroon oscillator',
    sentence: 'Aroon up minus Aroon down.',
    source: 'T. Chande, 1995; TA-Lib AROONOSC',
    parameters: [period(14, { min: 2 })],
    outputs: numbers('aroonosc'),
    overlay: false,
    reads: 'prices',
    range: [-100, 100],
    hasFixedScale: true,
    guides: [0],
    memory: 'window',
    warmUp: (_, n) => n,
    start: (out, n) => {
      const [top, bottom] = [highest(n + 1), lowest(n + 1)];
      return ({ high, low }) => {
        const isKnown = !Number.isNaN(top.next(high) + bottom.next(low));
        out[0] = isKnown ? (100 * (bottom.age - top.age)) / n : Number.NaN;
      };
    },
  },
  vortex: {
    title: 'Vortex indicator',
    sentence: 'Movements from the low before to the high, and from the high before to the low, per true range.',
    source: 'E. Botes and D. Siepman, 2010',
    parameters: [period(14, { min: 2 })],
    outputs: numbers('plus', 'minus'),
    overlay: false,
    reads: 'prices',
    guides: [1],
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n,
    start: (out, n) => {
      const [range, ranges, ups, downs] = [trueRange(), movingSum(n), movingSum(n), movingSum(n)];
      let [top, bottom] = [Number.NaN, Number.NaN];
      return (bar) => {
        const all = ranges(range(bar));
        out[0] = ratio(ups(Math.abs(bar.high - bottom)), all);
        out[1] = ratio(downs(Math.abs(bar.low - top)), all);
        [top, bottom] = [bar.high, bar.low];
      };
    },
  },
  slope: {
    title: 'Slope of the linear regression',
    sentence: 'The slope of the straight line of least squares through the last n closes, per candle.',
    source: 'TA-Lib LINEARREG_SLOPE',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'slope', unit: 'price' }],
    overlay: false,
    reads: 'close',
    guides: [0],
    memory: 'window',
    warmUp: (_, n) => n - 1,
    start: slopeOf((slope) => slope),
  },
  angle: {
    title: 'Angle of the linear regression',
    sentence: 'The slope of the straight line of least squares through the last n closes in degrees.',
    source: 'TA-Lib LINEARREG_ANGLE',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'angle', unit: 'degrees' }],
    overlay: false,
    reads: 'close',
    range: [-90, 90],
    guides: [0],
    warmUp: (_, n) => n - 1,
    start: slopeOf((slope) => (Math.atan(slope) * 180) / Math.PI),
  },
};
