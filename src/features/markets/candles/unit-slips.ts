import type { Candle } from '../candle.js';

/** Neighboring prices, or prices of one candle, that differ by this factor are in two units: pence and pounds differ by 100. */
const UNIT_FACTOR = 30;
/** A new price level at the end of a series is doubted while it has at most this many candles; a longer one is a real split or crash. */
const MAX_UNCONFIRMED = 5;
/** How many slips are named in warnings. */
const MAX_NAMED = 3;

/** Consecutive candles whose prices are in another unit than those around them. */
export interface UnitSlip {
  /** Index of the first candle. */
  from: number;
  /** Index after the last candle. */
  to: number;
  /** The factor between these prices and those around them; undefined for a candle whose own prices are in two units. */
  factor?: number;
}

const isApart = (one: number, other: number): boolean => one > other * UNIT_FACTOR || other > one * UNIT_FACTOR;

/**
 * Finds candles whose prices are in another unit than those around them. A level that prices leave and return to is a slip; one that they stay at is a
 * split, a crash or a new unit, and counts as a slip only while it has a few candles.
 * @param candles ascending, as traded
 */
export function findUnitSlips(candles: readonly Candle[]): UnitSlip[] {
  const mixed: UnitSlip[] = [];
  const runs: Array<UnitSlip & { level: number; count: number }> = [];
  /** The last close of each level, and its number of candles. */
  const levels: Array<{ close: number; count: number }> = [];
  for (let index = 0; index < candles.length; index += 1) {
    const { high, low, close } = candles[index] as Candle;
    if (isApart(high, low)) {
      mixed.push({ from: index, to: index + 1 });
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
  if (levels.length < 2) return mixed;
  const highestCount = Math.max(...levels.map(({ count }) => count));
  const usual = levels.findIndex(({ count }) => count === highestCount);
  const slips = runs.filter(({ level, count }, index) => level !== usual && ((index > 0 && index < runs.length - 1) || count <= MAX_UNCONFIRMED));
  const found = slips.map(({ from, to }) => ({ from, to, factor: (candles[from] as Candle).close / (candles[from - 1] ?? (candles[to] as Candle)).close }));
  return [...mixed, ...found].sort((a, b) => a.from - b.from);
}

/** Returns sentences for `provenance.warnings`. @param isDaily whether candles are named by their day */
export function slipWarnings(candles: readonly Candle[], slips: readonly UnitSlip[], isDaily: boolean): string[] {
  const nameOf = (index: number) => (candles[index] as Candle).time.toISOString().slice(0, isDaily ? 10 : 16) + (isDaily ? '' : 'Z');
  const sentences = slips.slice(0, MAX_NAMED).map(({ from, to, factor }) => {
    const isOne = to - from === 1;
    const which = isOne ? `The candle of ${nameOf(from)}` : `${to - from} candles from ${nameOf(from)} to ${nameOf(to - 1)}`;
    const what = factor === undefined ? 'prices in two units' : `prices about ${Number(factor.toPrecision(2))} times those around`;
    return `${which} ${isOne ? 'has' : 'have'} ${what}; unchanged as sent by the provider, but probably in the wrong unit.`;
  });
  const more = slips.length - MAX_NAMED;
  return more > 0 ? [...sentences, `${more} more groups of candles are probably in the wrong unit.`] : sentences;
}
