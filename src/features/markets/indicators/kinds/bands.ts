import { ema, sma, wilder } from '../streams/averages.js';
import { highest, lag, lowest, ratio, variance } from '../streams/windows.js';
import {
  EXPONENTIAL_PERIODS,
  factor,
  type IndicatorKinds,
  type Output,
  period,
  trueRange,
  WILDER_PERIODS,
} from './indicator-kind.js';
import { median } from './prices.js';

const prices = (...names: string[]): Output[] => names.map((name) => ({ name, unit: 'price' }));
const bands = prices('upper', 'middle', 'lower');

const ichimokuPeriods = [
  period(9, { name: 'conversion period' }),
  period(26, { name: 'base period' }),
  period(52, { name: 'span period' }),
] as const;

/** Creates the middle of the range of the last candles. */
function middleOf(length: number): (bar: { high: number; low: number }) => number {
  const [top, bottom] = [highest(length), lowest(length)];
  return ({ high, low }) => (top.next(high) + bottom.next(low)) / 2;
}

export const bandKinds: IndicatorKinds = {
  bbands: {
    title: 'Bollinger bands',
    sentence: 'The mean of n closes, and lines k population standard deviations above and below it.',
    source: 'J. Bollinger, 2001; TA-Lib BBANDS',
    parameters: [period(20), factor('deviations', 2, 0.1, 10)],
    outputs: bands,
    overlay: true,
    reads: 'close',
    memory: 'window',
    warmUp: (_, n) => n - 1,
    start: (out, n, deviations) => {
      const [mean, spread] = [sma(n), variance(n)];
      return ({ close }) => {
        const middle = mean(close);
        const reach = deviations * Math.sqrt(spread(close));
        out[0] = middle + reach;
        out[1] = middle;
        out[2] = middle - reach;
      };
    },
  },
  percentb: {
    title: 'Bollinger %b',
    sentence: 'The position of the close in the Bollinger bands: 0 at the lower, 1 at the upper; null without width.',
    source: 'J. Bollinger, 2001',
    parameters: [period(20), factor('deviations', 2, 0.1, 10)],
    outputs: [{ name: 'percentb', unit: 'number' }],
    overlay: false,
    reads: 'close',
    guides: [0, 1],
    warmUp: (_, n) => n - 1,
    start: (out, n, deviations) => {
      const [mean, spread] = [sma(n), variance(n)];
      return ({ close }) => {
        const reach = deviations * Math.sqrt(spread(close));
        out[0] = ratio(close - mean(close) + reach, 2 * reach);
      };
    },
  },
  bbwidth: {
    title: 'Bollinger band width',
    sentence: 'The distance between the Bollinger bands, divided by their middle.',
    source: 'J. Bollinger, 2001',
    parameters: [period(20), factor('deviations', 2, 0.1, 10)],
    outputs: [{ name: 'bbwidth', unit: 'number' }],
    overlay: false,
    reads: 'close',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n - 1,
    start: (out, n, deviations) => {
      const [mean, spread] = [sma(n), variance(n)];
      return ({ close }) => {
        out[0] = ratio(2 * deviations * Math.sqrt(spread(close)), mean(close));
      };
    },
  },
  envelope: {
    title: 'Moving average envelope',
    sentence: 'The mean of n closes, and lines k percent above and below it.',
    source: 'SMA × (1 ± k / 100)',
    parameters: [period(20), factor('percent', 2.5, 0.1, 50)],
    outputs: bands,
    overlay: true,
    reads: 'close',
    memory: 'window',
    warmUp: (_, n) => n - 1,
    start: (out, n, percent) => {
      const mean = sma(n);
      return ({ close }) => {
        const middle = mean(close);
        out[0] = middle * (1 + percent / 100);
        out[1] = middle;
        out[2] = middle * (1 - percent / 100);
      };
    },
  },
  keltner: {
    title: 'Keltner channels',
    sentence: 'The exponential average of n closes, and lines k average true ranges of m candles above and below it.',
    source: 'C. Keltner, 1960, as changed by L. Raschke',
    parameters: [period(20), factor('ranges', 2, 0.1, 10), period(10, { name: 'range period' })],
    outputs: bands,
    overlay: true,
    reads: 'prices',
    warmUp: (_, n, __, m) => Math.max(EXPONENTIAL_PERIODS * n, WILDER_PERIODS * m),
    start: (out, n, ranges, m) => {
      const [mean, range, smooth] = [ema(n), trueRange(), wilder(m)];
      return (bar) => {
        const middle = mean(bar.close);
        const reach = ranges * smooth(range(bar));
        out[0] = middle + reach;
        out[1] = Number.isNaN(reach) ? Number.NaN : middle;
        out[2] = middle - reach;
      };
    },
  },
  donchian: {
    title: 'Donchian channels',
    sentence: 'The highest high and the lowest low of the last n candles, this one included, and their middle.',
    source: 'R. Donchian; TA-Lib MAX and MIN',
    parameters: [period(20)],
    outputs: bands,
    overlay: true,
    reads: 'prices',
    memory: 'window',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [top, bottom] = [highest(n), lowest(n)];
      return ({ high, low }) => {
        const [upper, lower] = [top.next(high), bottom.next(low)];
        out[0] = upper;
        out[1] = (upper + lower) / 2;
        out[2] = lower;
      };
    },
  },
  accbands: {
    title: 'Acceleration bands',
    sentence: 'The means of n closes, of highs raised and of lows reduced by four times range / (high + low).',
    source: 'P. Headley, 2002; TA-Lib ACCBANDS',
    parameters: [period(20, { min: 2 })],
    outputs: bands,
    overlay: true,
    reads: 'prices',
    memory: 'window',
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [upper, middle, lower] = [sma(n), sma(n), sma(n)];
      return ({ high, low, close }) => {
        const part = high + low === 0 ? 0 : (4 * (high - low)) / (high + low);
        out[0] = upper(high * (1 + part));
        out[1] = middle(close);
        out[2] = lower(low * (1 - part));
      };
    },
  },
  chandelier: {
    title: 'Chandelier exit',
    sentence: 'Stops of long and short positions: k average true ranges below the highest high, above the lowest low.',
    source: 'C. Le Beau',
    parameters: [period(22), factor('ranges', 3, 0.1, 10)],
    outputs: prices('long', 'short'),
    overlay: true,
    reads: 'prices',
    warmUp: (_, n) => WILDER_PERIODS * n,
    start: (out, n, ranges) => {
      const [top, bottom, range, smooth] = [highest(n), lowest(n), trueRange(), wilder(n)];
      return (bar) => {
        const reach = ranges * smooth(range(bar));
        out[0] = top.next(bar.high) - reach;
        out[1] = bottom.next(bar.low) + reach;
      };
    },
  },
  ichimoku: {
    title: 'Ichimoku lines',
    sentence:
      'Middles of the ranges of n candles (conversion line) and of m candles (base line). The lagging span is the close ' +
      'itself, drawn m candles earlier, and is left out.',
    source: 'G. Hosoda, 1969',
    parameters: ichimokuPeriods.slice(0, 2),
    outputs: prices('conversion', 'base'),
    overlay: true,
    reads: 'prices',
    memory: 'window',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n, m) => Math.max(n, m) - 1,
    start: (out, n, m) => {
      const [conversion, base] = [middleOf(n), middleOf(m)];
      return (bar) => {
        out[0] = conversion(bar);
        out[1] = base(bar);
      };
    },
  },
  cloud: {
    title: 'Ichimoku cloud',
    sentence:
      'The cloud of m candles ago: the mean of conversion and base line (span A), and the middle of the range of k ' +
      'candles (span B).',
    source: 'G. Hosoda, 1969',
    parameters: ichimokuPeriods,
    outputs: prices('spanA', 'spanB'),
    overlay: true,
    reads: 'prices',
    memory: 'window',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n, m, k) => m + Math.max(n, m, k) - 1,
    start: (out, n, m, k) => {
      const [conversion, base, span] = [middleOf(n), middleOf(m), middleOf(k)];
      const [laterA, laterB] = [lagOfAny(m), lagOfAny(m)];
      return (bar) => {
        out[0] = laterA((conversion(bar) + base(bar)) / 2);
        out[1] = laterB(span(bar));
      };
    },
  },
  alligator: {
    title: 'Alligator',
    sentence: 'Smoothed averages of median prices over 13, 8 and 5 candles, drawn 8, 5 and 3 candles later.',
    source: 'B. Williams, 1995',
    parameters: [],
    outputs: prices('jaw', 'teeth', 'lips'),
    overlay: true,
    reads: 'prices',
    memory: 'linear',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: () => 8 + WILDER_PERIODS * 13,
    start: (out) => {
      const lines = [
        { smooth: wilder(13), later: lagOfAny(8) },
        { smooth: wilder(8), later: lagOfAny(5) },
        { smooth: wilder(5), later: lagOfAny(3) },
      ];
      return (bar) => {
        const price = median(bar);
        for (const [index, { smooth, later }] of lines.entries()) out[index] = later(smooth(price));
      };
    },
  },
  supertrend: {
    title: 'Supertrend',
    sentence:
      'A stop k average true ranges from the median price, which only moves with the trend until the close crosses it; ' +
      '`lower` has its values while prices rise, `upper` while they fall.',
    source: 'O. Seban',
    parameters: [period(10, { min: 2 }), factor('ranges', 3, 0.1, 10)],
    outputs: prices('supertrend', 'upper', 'lower'),
    overlay: true,
    reads: 'prices',
    // Besides the warm-up of the average true range, the stop depends on its start until the trend turns.
    warmUp: (_, n) => 2 * WILDER_PERIODS * n,
    start: (out, n, ranges) => {
      const [range, smooth] = [trueRange(), wilder(n)];
      let [upper, lower, before] = [Number.NaN, Number.NaN, Number.NaN];
      let isRising = true;
      return (bar) => {
        const reach = ranges * smooth(range(bar));
        const earlier = before;
        before = bar.close;
        if (Number.isNaN(reach)) return;
        const [top, bottom] = [median(bar) + reach, median(bar) - reach];
        const isFirst = Number.isNaN(upper);
        if (isFirst) isRising = bar.close >= median(bar);
        if (isFirst || top < upper || earlier > upper) upper = top;
        if (isFirst || bottom > lower || earlier < lower) lower = bottom;
        isRising = bar.close > (isRising ? lower : upper);
        out[0] = isRising ? lower : upper;
        out[1] = isRising ? Number.NaN : upper;
        out[2] = isRising ? lower : Number.NaN;
      };
    },
  },
  sar: {
    title: 'Parabolic SAR',
    sentence: 'A stop that follows the trend at an acceleration that grows with each new extreme.',
    source: 'J. W. Wilder, 1978; TA-Lib SAR',
    parameters: [factor('acceleration', 0.02, 0.01, 1), factor('maximum', 0.2, 0.01, 1)],
    outputs: prices('sar'),
    overlay: true,
    reads: 'prices',
    check: (acceleration, maximum) =>
      acceleration <= maximum ? undefined : 'must have an acceleration that is not above the maximum',
    // The stop depends on its start until the trend turns.
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: () => 500,
    start: parabolic,
  },
};

/** Creates the value `distance` candles ago, which may have been missing. */
function lagOfAny(distance: number): (value: number) => number {
  const shifted = lag(distance);
  const MISSING = Number.NEGATIVE_INFINITY;
  return (value) => {
    const before = shifted(Number.isNaN(value) ? MISSING : value);
    return before === MISSING ? Number.NaN : before;
  };
}

/** Begins a parabolic SAR; its first value is at the second candle, whose movement decides the direction. */
function parabolic(out: Float64Array, acceleration: number, maximum: number) {
  let [before, high, low] = [{ high: Number.NaN, low: Number.NaN }, 0, 0];
  let [stop, extreme, speed] = [0, 0, acceleration];
  let isLong: boolean | undefined;
  return (bar: { high: number; low: number }): void => {
    [high, low] = [bar.high, bar.low];
    const previous = before;
    before = { high, low };
    if (Number.isNaN(previous.high)) return;
    if (isLong === undefined) {
      const [up, down] = [high - previous.high, previous.low - low];
      isLong = !(down > 0 && down > up);
      extreme = isLong ? high : low;
      stop = isLong ? previous.low : previous.high;
      // The second candle is its own predecessor, as in TA-Lib.
      [previous.high, previous.low] = [high, low];
    }
    const isTurning = isLong ? low <= stop : high >= stop;
    if (isTurning) {
      isLong = !isLong;
      stop = isLong ? Math.min(extreme, previous.low, low) : Math.max(extreme, previous.high, high);
      speed = acceleration;
      extreme = isLong ? high : low;
    }
    out[0] = stop;
    if (!isTurning && (isLong ? high > extreme : low < extreme)) {
      extreme = isLong ? high : low;
      speed = Math.min(maximum, speed + acceleration);
    }
    stop += speed * (extreme - stop);
    stop = isLong ? Math.min(stop, previous.low, low) : Math.max(stop, previous.high, high);
  };
}
