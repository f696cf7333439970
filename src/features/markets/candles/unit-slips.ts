import type { Candle } from '../candle.js';

/** Prices next to each other, or within one bar, that differ by this factor are in two units: pence and pounds are 100 apart. */
const FACTOR = 30;
/** So many bars at the end of a series do not make a new level yet; with more of them a split or a crash is taken for real. */
const UNCONFIRMED = 5;
/** Runs that a warning names. */
const NAMED = 3;

/** Neighbouring bars that are out of line with those around them. */
export interface SlipRun {
  /** Indices of the first bar and of the one after the last. */
  from: number;
  to: number;
  /** How many times the prices around them; undefined for a bar with prices of two units. */
  times?: number;
}

const isApart = (one: number, other: number): boolean => one > other * FACTOR || other > one * FACTOR;

/**
 * Bars whose prices are in another unit than those around them. A level that prices leave and come back to is a slip; one that they stay at is a
 * split, a crash or a new unit, and counts as a slip only while it has a few bars.
 * @param bars ascending, as traded
 */
export function unitSlips(bars: readonly Candle[]): SlipRun[] {
  const mixed: SlipRun[] = [];
  const runs: Array<SlipRun & { level: number; count: number }> = [];
  /** The last close of each level, and its number of bars. */
  const levels: Array<{ close: number; count: number }> = [];
  for (let index = 0; index < bars.length; index += 1) {
    const { high, low, close } = bars[index] as Candle;
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
  const most = Math.max(...levels.map(({ count }) => count));
  const usual = levels.findIndex(({ count }) => count === most);
  const slips = runs.filter(({ level, count }, index) => level !== usual && ((index > 0 && index < runs.length - 1) || count <= UNCONFIRMED));
  const named = slips.map(({ from, to }) => ({ from, to, times: (bars[from] as Candle).close / (bars[from - 1] ?? (bars[to] as Candle)).close }));
  return [...mixed, ...named].sort((a, b) => a.from - b.from);
}

/** Sentences for `provenance.warnings`. @param isDaily bars are named by their day */
export function slipWarnings(bars: readonly Candle[], runs: readonly SlipRun[], isDaily: boolean): string[] {
  const nameOf = (index: number) => (bars[index] as Candle).time.toISOString().slice(0, isDaily ? 10 : 16) + (isDaily ? '' : 'Z');
  const sentences = runs.slice(0, NAMED).map(({ from, to, times }) => {
    const place = to - from === 1 ? `The bar of ${nameOf(from)}` : `${to - from} bars from ${nameOf(from)} to ${nameOf(to - 1)}`;
    const verb = to - from === 1 ? 'has' : 'have';
    const what = times === undefined ? 'prices of two units' : `about ${Number(times.toPrecision(2))} times the prices around`;
    return `${place} ${verb} ${what}: served as the provider sent ${to - from === 1 ? 'it' : 'them'}, but one of the units is probably wrong.`;
  });
  const more = runs.length - NAMED;
  return more > 0 ? [...sentences, `${more} more stretches of bars are out of line in the same way.`] : sentences;
}
