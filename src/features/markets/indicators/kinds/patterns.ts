import { movingSum } from '../streams/averages.js';
import { type Bar, type IndicatorKind, type IndicatorKinds, type Step } from './indicator-kind.js';

/** A candle with the usual sizes before it, which the words "long", "short" and "near" are relative to. */
interface Shape {
  open: number;
  high: number;
  low: number;
  close: number;
  /** The higher and the lower of open and close. */
  top: number;
  bottom: number;
  /** 1 for a candle that does not close below its open, otherwise -1. */
  color: 1 | -1;
  body: number;
  upperShadow: number;
  lowerShadow: number;
  /** Mean body of the ten candles before, above which a body is long and below which it is short. */
  usualBody: number;
  /** A tenth of the mean range of the ten candles before: the limit of a doji's body and of a very short shadow. */
  tiny: number;
  /** A fifth, and three fifths, of the mean range of the five candles before: the limits of "near" and "far". */
  near: number;
  far: number;
}

/** The last candles: the newest, and those one, two and three candles before it. */
type Shapes = readonly [Shape, Shape, Shape, Shape];

/** Creates the shapes of candles with the settings of TA-Lib (ta_global.c). */
function shapes(): (bar: Bar) => Shapes {
  const [bodies, ranges, recentRanges] = [movingSum(10), movingSum(10), movingSum(5)];
  let [usualBody, usualRange, recentRange] = [Number.NaN, Number.NaN, Number.NaN];
  let last: Shapes | undefined;
  return ({ open, high, low, close }) => {
    const [top, bottom, body] = [Math.max(open, close), Math.min(open, close), Math.abs(close - open)];
    const shape: Shape = {
      open,
      high,
      low,
      close,
      top,
      bottom,
      color: close >= open ? 1 : -1,
      body,
      upperShadow: high - top,
      lowerShadow: bottom - low,
      usualBody,
      tiny: 0.1 * usualRange,
      near: 0.2 * recentRange,
      far: 0.6 * recentRange,
    };
    usualBody = bodies(body) / 10;
    usualRange = ranges(high - low) / 10;
    recentRange = recentRanges(high - low) / 5;
    last = last === undefined ? [shape, shape, shape, shape] : [shape, last[0], last[1], last[2]];
    return last;
  };
}

const isLong = ({ body, usualBody }: Shape): boolean => body > usualBody;
const isShort = ({ body, usualBody }: Shape): boolean => body < usualBody;
const isDoji = ({ body, tiny }: Shape): boolean => body <= tiny;
const hasUpperShadow = ({ upperShadow, tiny }: Shape): boolean => !(upperShadow < tiny);
const hasLowerShadow = ({ lowerShadow, tiny }: Shape): boolean => !(lowerShadow < tiny);
/** Whether the body of a candle is above, or below, that of another one. */
const isGapUp = (one: Shape, before: Shape): boolean => one.bottom > before.top;
const isGapDown = (one: Shape, before: Shape): boolean => one.top < before.bottom;

const hasHammerShape = (one: Shape): boolean => isShort(one) && one.lowerShadow > one.body && !hasUpperShadow(one);
const hasInvertedHammerShape = (one: Shape): boolean =>
  isShort(one) && one.upperShadow > one.body && !hasLowerShadow(one);

/** Returns the signal of a body within the one before it: 80 if an end is equal, otherwise 100. */
function within(one: Shape, before: Shape): number {
  if (one.top < before.top && one.bottom > before.bottom) return -100 * before.color;
  return one.top <= before.top && one.bottom >= before.bottom ? -80 * before.color : 0;
}

function engulfing([one, before]: Shapes): number {
  if (one.color === before.color) return 0;
  const isAround =
    one.top >= before.top && one.bottom <= before.bottom && (one.top > before.top || one.bottom < before.bottom);
  if (!isAround) return 0;
  return (one.open !== before.close && one.close !== before.open ? 100 : 80) * one.color;
}

/**
 * Returns whether a small body gaps away from a long one, and a third body returns.
 * @param color of the first candle
 */
const isStar =
  (color: 1 | -1, isSmall: (shape: Shape) => boolean) =>
  ([one, star, first]: Shapes): boolean =>
    isLong(first) &&
    first.color === color &&
    isSmall(star) &&
    (color === 1 ? isGapUp(star, first) : isGapDown(star, first)) &&
    isLong(one) &&
    one.color === -color &&
    (color === 1 ? one.close < first.close - 0.3 * first.body : one.close > first.close + 0.3 * first.body);

const isNotLong = ({ body, usualBody }: Shape): boolean => body <= usualBody;

/**
 * Whether a white candle opens in, or near, the body of a white one before it and closes higher without a long shadow.
 */
const isSoldier = (one: Shape, before: Shape): boolean =>
  one.color === 1 &&
  !hasUpperShadow(one) &&
  one.close > before.close &&
  one.open > before.open &&
  one.open <= before.close + before.near &&
  one.body > before.body - before.far;

/** Whether a black candle opens in the body of a black one before it and closes lower without a long shadow. */
const isCrow = (one: Shape, before: Shape): boolean =>
  one.color === -1 &&
  !hasLowerShadow(one) &&
  one.open < before.open &&
  one.open > before.close &&
  one.close < before.close;

/**
 * Declares a pattern.
 * @param lookBack number of earlier candles it needs, as in TA-Lib
 * @param signal returns 100 for a bullish pattern, -100 for a bearish one, otherwise 0
 */
const pattern = (
  title: string,
  sentence: string,
  source: string,
  lookBack: number,
  signal: (shapes: Shapes) => number,
): IndicatorKind => ({
  title,
  sentence,
  source: `TA-Lib ${source}`,
  parameters: [],
  outputs: [{ name: 'pattern', unit: 'signal' }],
  overlay: false,
  reads: 'prices',
  range: [-100, 100],
  hasFixedScale: true,
  guides: [0],
  // TA-Lib needs fewer candles for some patterns, but here the sums of the shapes begin with the first candle.
  warmUp: () => lookBack,
  start: (out): Step => {
    const read = shapes();
    let count = 0;
    return (bar) => {
      const found = signal(read(bar));
      out[0] = count < lookBack ? Number.NaN : found;
      count += 1;
    };
  },
});

const when = (isFound: boolean, signal: number): number => (isFound ? signal : 0);

export const patternKinds: IndicatorKinds = {
  doji: pattern('Doji', 'A body of at most a tenth of the usual range: 100.', 'CDLDOJI', 10, ([one]) =>
    when(isDoji(one), 100),
  ),
  dragonfly: pattern(
    'Dragonfly doji',
    'A doji with a lower shadow and none above: 100.',
    'CDLDRAGONFLYDOJI',
    10,
    ([one]) => when(isDoji(one) && !hasUpperShadow(one) && one.lowerShadow > one.tiny, 100),
  ),
  gravestone: pattern(
    'Gravestone doji',
    'A doji with an upper shadow and none below: 100.',
    'CDLGRAVESTONEDOJI',
    10,
    ([one]) => when(isDoji(one) && !hasLowerShadow(one) && one.upperShadow > one.tiny, 100),
  ),
  hammer: pattern(
    'Hammer',
    'A short body at the top of a long lower shadow, at the low of the candle before: 100.',
    'CDLHAMMER',
    11,
    ([one, before]) => when(hasHammerShape(one) && one.bottom <= before.low + before.near, 100),
  ),
  hangingman: pattern(
    'Hanging man',
    'A short body at the top of a long lower shadow, at the high of the candle before: -100.',
    'CDLHANGINGMAN',
    11,
    ([one, before]) => when(hasHammerShape(one) && one.bottom >= before.high - before.near, -100),
  ),
  invhammer: pattern(
    'Inverted hammer',
    'A short body at the bottom of a long upper shadow, below the body before: 100.',
    'CDLINVERTEDHAMMER',
    11,
    ([one, before]) => when(hasInvertedHammerShape(one) && isGapDown(one, before), 100),
  ),
  shooting: pattern(
    'Shooting star',
    'A short body at the bottom of a long upper shadow, above the body before: -100.',
    'CDLSHOOTINGSTAR',
    11,
    ([one, before]) => when(hasInvertedHammerShape(one) && isGapUp(one, before), -100),
  ),
  marubozu: pattern(
    'Marubozu',
    'A long body without shadows: 100 if it rises, -100 if it falls.',
    'CDLMARUBOZU',
    10,
    ([one]) => when(isLong(one) && !hasUpperShadow(one) && !hasLowerShadow(one), 100 * one.color),
  ),
  spintop: pattern(
    'Spinning top',
    'A short body with two shadows that are longer: 100 if it rises, -100 if it falls.',
    'CDLSPINNINGTOP',
    10,
    ([one]) => when(isShort(one) && one.upperShadow > one.body && one.lowerShadow > one.body, 100 * one.color),
  ),
  engulfing: pattern(
    'Engulfing pattern',
    'A body around the one before, in the other direction: 100 if it rises, -100 if it falls; 80 if one end is equal.',
    'CDLENGULFING',
    2,
    engulfing,
  ),
  harami: pattern(
    'Harami',
    'A short body within a long one before: 100 after a fall, -100 after a rise; 80 if one end is equal.',
    'CDLHARAMI',
    11,
    ([one, before]) => when(isLong(before) && isNotLong(one), within(one, before)),
  ),
  haramidoji: pattern(
    'Harami cross',
    'A doji within a long body before: 100 after a fall, -100 after a rise; 80 if one end is equal.',
    'CDLHARAMICROSS',
    11,
    ([one, before]) => when(isLong(before) && isDoji(one), within(one, before)),
  ),
  piercing: pattern(
    'Piercing line',
    'After a long fall, a long rise from below its low to the upper half of its body: 100.',
    'CDLPIERCING',
    11,
    ([one, before]) =>
      when(
        before.color === -1 &&
          isLong(before) &&
          one.color === 1 &&
          isLong(one) &&
          one.open < before.low &&
          one.close < before.open &&
          one.close > before.close + 0.5 * before.body,
        100,
      ),
  ),
  darkcloud: pattern(
    'Dark cloud cover',
    'After a long rise, a fall from above its high to the lower half of its body: -100.',
    'CDLDARKCLOUDCOVER, penetration 0.5',
    11,
    ([one, before]) =>
      when(
        before.color === 1 &&
          isLong(before) &&
          one.color === -1 &&
          one.open > before.high &&
          one.close > before.open &&
          one.close < before.close - 0.5 * before.body,
        -100,
      ),
  ),
  mornstar: pattern(
    'Morning star',
    'A long fall, a body below it that is not long, and a long rise into the first body: 100.',
    'CDLMORNINGSTAR, penetration 0.3',
    12,
    (last) => when(isStar(-1, isNotLong)(last), 100),
  ),
  evestar: pattern(
    'Evening star',
    'A long rise, a body above it that is not long, and a long fall into the first body: -100.',
    'CDLEVENINGSTAR, penetration 0.3',
    12,
    (last) => when(isStar(1, isNotLong)(last), -100),
  ),
  morndoji: pattern(
    'Morning doji star',
    'A long fall, a doji below it, and a long rise into the first body: 100.',
    'CDLMORNINGDOJISTAR, penetration 0.3',
    12,
    (last) => when(isStar(-1, isDoji)(last), 100),
  ),
  evedoji: pattern(
    'Evening doji star',
    'A long rise, a doji above it, and a long fall into the first body: -100.',
    'CDLEVENINGDOJISTAR, penetration 0.3',
    12,
    (last) => when(isStar(1, isDoji)(last), -100),
  ),
  soldiers: pattern(
    'Three white soldiers',
    'Three rises without upper shadows, each from the body before to a higher close: 100.',
    'CDL3WHITESOLDIERS',
    12,
    ([one, second, first]) =>
      when(
        first.color === 1 &&
          !hasUpperShadow(first) &&
          isSoldier(second, first) &&
          isSoldier(one, second) &&
          isLong(one),
        100,
      ),
  ),
  crows: pattern(
    'Three black crows',
    'After a rise, three falls without lower shadows, each from the body before to a lower close: -100.',
    'CDL3BLACKCROWS',
    13,
    ([one, second, first, before]) =>
      when(
        before.color === 1 &&
          first.color === -1 &&
          !hasLowerShadow(first) &&
          before.high > first.close &&
          isCrow(second, first) &&
          isCrow(one, second),
        -100,
      ),
  ),
};
