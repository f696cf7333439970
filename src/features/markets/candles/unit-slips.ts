import { HOUR_MS } from '../../../time/durations.js';
import type { Candle } from '../candle.js';

/**
 * Factor between neighboring prices, or between prices of one candle, from which they are in two units: pence and
 * pounds differ by 100.
 */
const UNIT_FACTOR = 30;
/**
 * Number of candles up to which a new price level at the end of a series is doubted; a longer one is a real split or
 * crash.
 */
const MAX_UNCONFIRMED = 5;
/** Maximum number of slips named in warnings. */
const MAX_NAMED = 3;
/** Factors of a lasting change of prices by about a hundred, within 30 %: pounds became pence. */
const HUNDRED = { from: 70, to: 143 };
/** Ratios of splits that providers apply to a single candle by mistake, and their inverses. */
const SPLIT_RATIOS = [2, 5, 10].flatMap((ratio) => [ratio, 1 / ratio]);
/** Minimum factor between a candle and the one before for a comparison with splits. */
const MIN_SPLIT_FACTOR = 1.7;
/** Factor by which the range of the neighbors is widened for the comparison with a candle divided by a split ratio. */
const RANGE_TOLERANCE = 1.1;
/** Maximum factor between the prices of the neighbors; in a wider range a split cannot be distinguished from a move. */
const MAX_NEIGHBOR_RANGE = 1.3;
/** Minimum prices in ticks: prices of fewer ticks can double in ordinary trading, as from 0.01 to 0.02. */
const MIN_TICKS = 20;
/** Factor by which a change may differ from the ratio of a split, because prices also move on that day. */
const SPLIT_TOLERANCE = 1.5;
/** Time (ms) by which a day begins earlier in the easternmost time zone than in UTC. */
const EASTERNMOST_MS = 14 * HOUR_MS;
/** Number of candles before and after a candle that determine its tick. */
const TICK_CANDLES = 10;

/** Consecutive candles whose prices are in a different unit than the prices of the candles around them. */
export interface UnitSlip {
  /** Index of the first candle. */
  from: number;
  /** Index after the last candle. */
  to: number;
  /**
   * The factor between these prices and the prices around them; undefined for a candle whose own prices are in two
   * units.
   */
  factor?: number;
  /** True: a single candle to which a split was applied by mistake. */
  isSplit?: true;
}

/** A lasting change of prices by about a hundred. */
export interface UnitStep {
  /** Index of the first candle with the new prices. */
  at: number;
  /** The factor between the new prices and the old ones. */
  factor: number;
}

export interface KnownSplit {
  /** Midnight (ms, UTC) of the first day with the new prices. */
  day: number;
  /** New units for one old unit. */
  ratio: number;
}

export interface UnitFindings {
  slips: UnitSlip[];
  steps: UnitStep[];
}

const isApart = (one: number, other: number): boolean => one > other * UNIT_FACTOR || other > one * UNIT_FACTOR;

/**
 * Finds candles whose prices are in a different unit than the prices around them. A level that prices leave and return
 * to is a slip. A level at which they stay is a split, a crash or a new unit: it counts as a slip while it has only a
 * few candles, and as a step if it differs by about a hundred.
 * @param candles ascending, as traded
 */
export function findUnitSlips(candles: readonly Candle[]): UnitFindings {
  const slips: UnitSlip[] = wrongSplits(candles);
  const runs: Array<UnitSlip & { level: number; count: number }> = [];
  /** The last close of each level, and its number of candles. */
  const levels: Array<{ close: number; count: number }> = [];
  for (let index = 0; index < candles.length; index += 1) {
    const { high, low, close } = candles[index] as Candle;
    if (isApart(high, low)) {
      slips.push({ from: index, to: index + 1 });
      continue;
    }
    let run = runs.at(-1);
    if (run === undefined || isApart(close, (levels[run.level] as { close: number }).close)) {
      let level = levels.findIndex((known) => !isApart(close, known.close));
      if (level < 0) level = levels.push({ close, count: 0 }) - 1;
      run = { from: index, to: index, level, count: 0 };
      runs.push(run);
    }
    run.to = index + 1;
    run.count += 1;
    const level = levels[run.level] as { close: number; count: number };
    level.close = close;
    level.count += 1;
  }
  const steps: UnitStep[] = [];
  if (levels.length > 1) {
    const highestCount = Math.max(...levels.map(({ count }) => count));
    const usual = levels.findIndex(({ count }) => count === highestCount);
    const isSlip = ({ level, count }: (typeof runs)[number], index: number) =>
      level !== usual && ((index > 0 && index < runs.length - 1) || count <= MAX_UNCONFIRMED);
    for (const [index, run] of runs.entries()) {
      const { from, to } = run;
      const before = runs[index - 1];
      if (isSlip(run, index))
        slips.push({
          from,
          to,
          factor: (candles[from] as Candle).close / (candles[from - 1] ?? (candles[to] as Candle)).close,
        });
      else if (before !== undefined && !isSlip(before, index - 1)) {
        const factor = (candles[from] as Candle).close / (candles[before.to - 1] as Candle).close;
        const size = Math.max(factor, 1 / factor);
        if (size >= HUNDRED.from && size <= HUNDRED.to) steps.push({ at: from, factor });
      }
    }
  }
  return { slips: slips.sort((a, b) => a.from - b.from), steps };
}

/** Removes the changes that a known split explains. @param candles the candles in which the changes were found */
export function withoutSplits(
  { slips, steps }: UnitFindings,
  candles: readonly Candle[],
  splits: readonly KnownSplit[],
): UnitFindings {
  const isSplitAt = (at: number): boolean => {
    const [before, candle] = [candles[at - 1], candles[at]];
    if (before === undefined || candle === undefined) return false;
    return splits.some(({ day, ratio }) => {
      const left = (candle.close / before.close) * ratio;
      return (
        day > before.time.getTime() &&
        day <= candle.time.getTime() + EASTERNMOST_MS &&
        left < SPLIT_TOLERANCE &&
        left > 1 / SPLIT_TOLERANCE
      );
    });
  };
  return {
    // Only a lasting change can be a split, so the slip must begin or end the series.
    slips: slips.filter(
      ({ from, to }) => !(to === candles.length && isSplitAt(from)) && !(from === 0 && isSplitAt(to)),
    ),
    steps: steps.filter(({ at }) => !isSplitAt(at)),
  };
}

/** Finds single candles whose four prices are those of their neighbors, multiplied by the ratio of a split. */
function wrongSplits(candles: readonly Candle[]): UnitSlip[] {
  const found: UnitSlip[] = [];
  for (let index = 1; index < candles.length - 1; index += 1) {
    const [before, candle, after] = [
      candles[index - 1] as Candle,
      candles[index] as Candle,
      candles[index + 1] as Candle,
    ];
    const moved = candle.close / before.close;
    if ((moved < MIN_SPLIT_FACTOR && moved > 1 / MIN_SPLIT_FACTOR) || !(moved > 0)) continue;
    const [low, high] = [Math.min(before.low, after.low), Math.max(before.high, after.high)];
    if (low <= 0 || high > low * MAX_NEIGHBOR_RANGE) continue;
    const isLike = (ratio: number) =>
      candle.low / ratio >= low / RANGE_TOLERANCE && candle.high / ratio <= high * RANGE_TOLERANCE;
    if (
      SPLIT_RATIOS.some(isLike) &&
      Math.min(before.close, candle.close, after.close) >= MIN_TICKS * tickAt(candles, index)
    )
      found.push({ from: index, to: index + 1, factor: moved, isSplit: true });
  }
  return found;
}

/**
 * Returns the smallest unit of the closes around a candle, by the largest number of decimals: 0.01 for two decimals.
 */
function tickAt(candles: readonly Candle[], index: number): number {
  const closes = candles.slice(Math.max(0, index - TICK_CANDLES), index + TICK_CANDLES + 1).map(({ close }) => close);
  // Ten digits are more than prices have, and hide floating-point errors.
  const decimals = closes.map(
    (close) => (Number(close.toPrecision(10)).toFixed(12).replace(/0+$/, '').split('.')[1] as string).length,
  );
  return 10 ** -Math.max(...decimals);
}

/**
 * Returns sentences for `provenance.warnings`.
 * @param isDaily true: candles are named by their day; false: by their time
 */
export function slipWarnings(candles: readonly Candle[], { slips, steps }: UnitFindings, isDaily: boolean): string[] {
  const nameOf = (index: number) =>
    (candles[index] as Candle).time.toISOString().slice(0, isDaily ? 10 : 16) + (isDaily ? '' : 'Z');
  const sentences = slips.slice(0, MAX_NAMED).map(({ from, to, factor, isSplit }) => {
    const isOne = to - from === 1;
    const which = isOne
      ? `The candle of ${nameOf(from)}`
      : `${to - from} candles from ${nameOf(from)} to ${nameOf(to - 1)}`;
    const what = factor === undefined ? 'prices in two units' : `prices about ${timesOf(factor)} those around`;
    const why = isSplit ? 'adjusted for a wrong split' : 'in the wrong unit';
    return `${which} ${isOne ? 'has' : 'have'} ${what}; unchanged as sent by the provider, but probably ${why}.`;
  });
  const more = slips.length - MAX_NAMED;
  const stepped = steps
    .slice(0, MAX_NAMED)
    .map(
      ({ at, factor }) =>
        `From ${nameOf(at)} on prices are about ${timesOf(factor)} those before, without a known split on that day; ` +
        'unchanged as sent by the provider, but probably in another unit.',
    );
  return [
    ...sentences,
    ...(more > 0 ? [`${more} more groups of candles are probably in the wrong unit.`] : []),
    ...stepped,
  ];
}

const timesOf = (factor: number): string => `${Number(factor.toPrecision(2))} times`;
