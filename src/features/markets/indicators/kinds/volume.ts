import { ema, movingSum } from '../streams/averages.js';
import { change, ratio } from '../streams/windows.js';
import {
  EXPONENTIAL_PERIODS,
  firstIsShorter,
  type IndicatorKind,
  type IndicatorKinds,
  period,
} from './indicator-kind.js';
import { typical } from './prices.js';

/** Creates a sum without an end. A missing value does not change the sum, and gives NaN. */
function sumOf(): (value: number) => number {
  let sum = 0;
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    sum += value;
    return sum;
  };
}

/** Returns the volume × the position of the close in the range, from -1 to 1; 0 without range. */
function moneyFlow({ high, low, close, volume }: { high: number; low: number; close: number; volume: number }): number {
  const range = high - low;
  return range > 0 ? ((close - low - (high - close)) / range) * volume : 0 * volume;
}

/** A sum since the first candle of the range. */
const openEnded = {
  parameters: [],
  overlay: false,
  reads: 'volume',
  memory: 'sum',
  warmUp: () => 0,
} as const satisfies Partial<IndicatorKind>;

export const volumeKinds: IndicatorKinds = {
  obv: {
    ...openEnded,
    title: 'On-balance volume',
    sentence: 'Volume added and subtracted by the direction of the close, from the start of the range.',
    source: 'J. Granville, 1963; TA-Lib OBV, which begins with the first volume instead of 0',
    outputs: [{ name: 'obv', unit: 'volume' }],
    start: (out) => {
      let [sum, before] = [0, Number.NaN];
      return ({ close, volume }) => {
        const direction = Number.isNaN(before) ? 0 : Math.sign(close - before);
        before = close;
        const isKnown = !Number.isNaN(volume);
        if (isKnown) sum += direction * volume;
        out[0] = isKnown ? sum : Number.NaN;
      };
    },
  },
  ad: {
    ...openEnded,
    title: 'Accumulation/distribution line',
    sentence:
      'The sum of volume × position of the close in the range of its candle (-1 to 1), from the start of the range.',
    source: 'M. Chaikin; TA-Lib AD',
    outputs: [{ name: 'ad', unit: 'volume' }],
    start: (out) => {
      const sum = sumOf();
      return (bar) => {
        out[0] = sum(moneyFlow(bar));
      };
    },
  },
  pvt: {
    ...openEnded,
    title: 'Price volume trend',
    sentence: 'The sum of volume × relative change of the close, from the start of the range.',
    source: 'Σ volume × (close / close before - 1)',
    outputs: [{ name: 'pvt', unit: 'volume' }],
    start: (out) => {
      const sum = sumOf();
      let before = Number.NaN;
      return ({ close, volume }) => {
        const moved = Number.isNaN(before) ? 0 : ratio(close - before, before);
        before = close;
        out[0] = sum(volume * moved);
      };
    },
  },
  adosc: {
    title: 'Chaikin oscillator',
    sentence: 'The difference of two exponential averages of the accumulation/distribution line.',
    source: 'M. Chaikin; TA-Lib ADOSC, whose averages begin with the first value',
    parameters: [period(3, { name: 'fast', min: 2 }), period(10, { name: 'slow', min: 2 })],
    outputs: [{ name: 'adosc', unit: 'volume' }],
    overlay: false,
    reads: 'volume',
    guides: [0],
    check: firstIsShorter,
    warmUp: (_, __, slow) => EXPONENTIAL_PERIODS * slow,
    start: (out, fast, slow) => {
      const sum = sumOf();
      let [count, quick, slower] = [0, 0, 0];
      return (bar) => {
        const line = sum(moneyFlow(bar));
        if (Number.isNaN(line)) {
          out[0] = Number.NaN;
          return;
        }
        if (count === 0) [quick, slower] = [line, line];
        count += 1;
        quick += (2 / (fast + 1)) * (line - quick);
        slower += (2 / (slow + 1)) * (line - slower);
        out[0] = count < slow ? Number.NaN : quick - slower;
      };
    },
  },
  cmf: {
    title: 'Chaikin money flow',
    sentence:
      'Volume × position of the close in the range of its candle, per volume of n candles; null without volume.',
    source: 'M. Chaikin',
    parameters: [period(20)],
    outputs: [{ name: 'cmf', unit: 'number' }],
    overlay: false,
    reads: 'volume',
    range: [-1, 1],
    guides: [0],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [flow, traded] = [movingSum(n), movingSum(n)];
      return (bar) => {
        out[0] = ratio(flow(moneyFlow(bar)), traded(bar.volume));
      };
    },
  },
  mfi: {
    title: 'Money flow index',
    sentence:
      'Turnover of candles whose typical price rose in percent of all that changed, over n candles; null without any.',
    source: 'G. Quong and A. Soudack, 1989; TA-Lib MFI',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'mfi', unit: 'percent' }],
    overlay: false,
    reads: 'volume',
    range: [0, 100],
    hasFixedScale: true,
    guides: [20, 80],
    warmUp: (_, n) => n,
    start: (out, n) => {
      const [step, gains, losses] = [change(), movingSum(n), movingSum(n)];
      return (bar) => {
        const price = typical(bar);
        const [moved, worth] = [step(price), price * bar.volume];
        // Without a previous price or a volume, the products are NaN, so the candle counts as missing.
        const [up, down] = [
          gains(moved > 0 ? worth : worth * moved * 0),
          losses(moved < 0 ? worth : worth * moved * 0),
        ];
        out[0] = ratio(100 * up, up + down);
      };
    },
  },
  force: {
    title: 'Force index',
    sentence: 'The exponential average of the change of the close × volume.',
    source: 'A. Elder, 1993',
    parameters: [period(13)],
    outputs: [{ name: 'force', unit: 'turnover' }],
    overlay: false,
    reads: 'volume',
    guides: [0],
    warmUp: (_, n) => EXPONENTIAL_PERIODS * n,
    start: (out, n) => {
      const [step, average] = [change(), ema(n)];
      return ({ close, volume }) => {
        out[0] = average(step(close) * volume);
      };
    },
  },
};
