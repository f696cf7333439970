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
/**
 * Factors of units and currencies that prices change to for good, each within 30 %: pounds and pence, dinars and fils.
 */
const UNIT_RATIOS = [
  { from: 70, to: 143 },
  { from: 700, to: 1_430 },
];
/** New units for one old unit, or old units for one new unit, of the splits that companies make. */
const SPLIT_RATIOS = [1.5, 2, 3, 4, 5, 10, 20, 25, 30].flatMap((ratio) => [ratio, 1 / ratio]);
/** Minimum factor between a candle and the one before for a comparison with splits. */
const MIN_SPLIT_FACTOR = 1.35;
/** Factor up to which prices also move that much within days, so that the narrow limits apply. */
const SMALL_SPLIT_FACTOR = 1.7;
/** Factor by which the range of the neighbors is widened for the comparison with a candle divided by a split ratio. */
const RANGE_TOLERANCE = { small: 1.05, large: 1.1 };
/** Maximum factor between the prices of the neighbors; in a wider range a split cannot be distinguished from a move. */
const MAX_NEIGHBOR_RANGE = { small: 1.1, large: 1.3 };
/** Minimum prices in ticks: prices of fewer ticks can double in ordinary trading, as from 0.01 to 0.02. */
const MIN_TICKS = 20;
/** Number of candles before and after a candle that determine its tick and its usual volume. */
const CONTEXT_CANDLES = 10;
/** Number of candles to which the first and the last candle of a series are compared. */
const EDGE_NEIGHBORS = 3;
/** Minimum number of known volumes from which a usual volume is calculated. */
const MIN_VOLUMES = 5;
/** Factor of the usual volume from which a change of prices was traded, so that it is a real one. */
const TRADED_VOLUME = 2;
/** Factor from which a change overnight is doubted even where no volume is known. */
const IMPLAUSIBLE_FACTOR = 9;
/** Factor by which a change may differ from the ratio of a split, because prices also move on that day. */
const SPLIT_TOLERANCE = 1.5;
/** Time (ms) by which a day begins earlier in the easternmost time zone than in UTC. */
const EASTERNMOST_MS = 14 * HOUR_MS;

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

/** A lasting change of prices by about a hundred or a thousand. */
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
 * few candles, and as a step if it differs by about a hundred or a thousand.
 * @param candles ascending, as traded
 */
export function findUnitSlips(candles: readonly Candle[]): UnitFindings {
  const slips: UnitSlip[] = [];
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
        if (UNIT_RATIOS.some((ratio) => size >= ratio.from && size <= ratio.to)) steps.push({ at: from, factor });
      }
    }
  }
  for (const { index, factor } of findWrongSplits(candles))
    if (!slips.some(({ from, to }) => from <= index && index < to))
      slips.push({ from: index, to: index + 1, factor, isSplit: true });
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

/** A single candle to which a split was applied by mistake. */
interface WrongSplit {
  index: number;
  /** The factor between its close and the one of its neighbor. */
  factor: number;
}

/**
 * Finds single candles whose four prices are those of their neighbors, multiplied by the ratio of a split. The first
 * and the last candle have neighbors on one side only, so that a real move looks the same: real moves of this size come
 * with a volume far above the usual one.
 */
function findWrongSplits(candles: readonly Candle[]): WrongSplit[] {
  const found: WrongSplit[] = [];
  const last = candles.length - 1;
  for (let index = 0; index <= last; index += 1) {
    const candle = candles[index] as Candle;
    const neighbor = candles[index === 0 ? 1 : index - 1];
    if (neighbor === undefined) break;
    const factor = candle.close / neighbor.close;
    if (!(factor > 0) || sizeOf(factor) < MIN_SPLIT_FACTOR) continue;
    if (isLikeSplit(candles, index, factor) && (!(index === 0 || index === last) || isUntraded(candles, index, factor)))
      found.push({ index, factor });
  }
  return found;
}

const sizeOf = (factor: number): number => Math.max(factor, 1 / factor);

function isLikeSplit(candles: readonly Candle[], index: number, factor: number): boolean {
  const candle = candles[index] as Candle;
  const neighbors =
    index === 0
      ? candles.slice(1, 1 + EDGE_NEIGHBORS)
      : index === candles.length - 1
        ? candles.slice(Math.max(0, index - EDGE_NEIGHBORS), index)
        : [candles[index - 1] as Candle, candles[index + 1] as Candle];
  if (neighbors.length < 2) return false;
  const size = sizeOf(factor) < SMALL_SPLIT_FACTOR ? 'small' : 'large';
  const low = Math.min(...neighbors.map((neighbor) => neighbor.low));
  const high = Math.max(...neighbors.map((neighbor) => neighbor.high));
  if (low <= 0 || high > low * MAX_NEIGHBOR_RANGE[size]) return false;
  const tolerance = RANGE_TOLERANCE[size];
  const isLike = (ratio: number) => candle.low / ratio >= low / tolerance && candle.high / ratio <= high * tolerance;
  return (
    SPLIT_RATIOS.some(isLike) &&
    Math.min(candle.close, ...neighbors.map(({ close }) => close)) >= MIN_TICKS * tickAt(candles, index)
  );
}

/** Returns true if the change between the first or the last candle and the others was not made by trading. */
function isUntraded(candles: readonly Candle[], index: number, factor: number): boolean {
  // The trades of a real move are in its later candle: after the first candle, or in the last one.
  const at = index === 0 ? 1 : index;
  const others =
    index === 0 ? candles.slice(2, 2 + CONTEXT_CANDLES) : candles.slice(Math.max(0, at - CONTEXT_CANDLES), at);
  const { volume } = candles[at] as Candle;
  const known = others.flatMap((other) => (other.volume === null ? [] : [other.volume])).sort((a, b) => a - b);
  const usual = known[Math.floor(known.length / 2)] ?? 0;
  if (volume === null || known.length < MIN_VOLUMES || usual === 0) return sizeOf(factor) >= IMPLAUSIBLE_FACTOR;
  // A wrong split may also have multiplied the volume of the last candle.
  return volume <= TRADED_VOLUME * usual * (index === 0 ? 1 : Math.max(1, 1 / factor));
}

/**
 * Returns the smallest unit of the closes around a candle, by the largest number of decimals: 0.01 for two decimals.
 */
function tickAt(candles: readonly Candle[], index: number): number {
  const closes = candles
    .slice(Math.max(0, index - CONTEXT_CANDLES), index + CONTEXT_CANDLES + 1)
    .map(({ close }) => close);
  // Ten digits are more than prices have, and hide floating-point errors.
  const decimals = closes.map(
    (close) => (Number(close.toPrecision(10)).toFixed(12).replace(/0+$/, '').split('.')[1] as string).length,
  );
  return 10 ** -Math.max(...decimals);
}
