import type { Candle } from '../candle.js';
import { plus } from '../decimals.js';
import type { Interval } from '../interval.js';
import { periodStart, type Slot } from './slots.js';

/** Joins neighbouring bars of the same key into one; those without a key are left out. */
function fold(bars: readonly Candle[], keyOf: (time: number) => number | undefined): Candle[] {
  const folded: Candle[] = [];
  let current: Candle | undefined;
  let currentKey: number | undefined;
  for (const bar of bars) {
    const key = keyOf(bar.time.getTime());
    if (key === undefined) continue;
    if (current === undefined || key !== currentKey) {
      current = { ...bar, time: new Date(key) };
      currentKey = key;
      folded.push(current);
      continue;
    }
    if (bar.high > current.high) current.high = bar.high;
    if (bar.low < current.low) current.low = bar.low;
    current.close = bar.close;
    if (bar.volume !== null) current.volume = plus(current.volume ?? 0, bar.volume);
  }
  return folded;
}

/**
 * Intraday bars joined into longer ones or into days: first open, highest high, lowest low, last close, volumes added up.
 * Bars outside of every slot (before and after regular trading hours) are left out.
 * @param bars ascending
 * @param slots ascending, apart from each other
 */
export function intoSlots(bars: readonly Candle[], slots: readonly Slot[]): Candle[] {
  let index = 0;
  return fold(bars, (time) => {
    while (index < slots.length && (slots[index] as Slot).to <= time) index += 1;
    const slot = slots[index];
    return slot !== undefined && slot.from <= time ? slot.time : undefined;
  });
}

/** Bars of days joined into weeks (from Monday) or months. @param bars ascending */
export function intoPeriods(bars: readonly Candle[], interval: Interval): Candle[] {
  return fold(bars, (time) => periodStart(interval, time));
}

/** Bars as they are that reach into trading. @param bars ascending. @param length of a bar in ms */
export function withinTrading(bars: readonly Candle[], slots: readonly Slot[], length: number): Candle[] {
  let index = 0;
  return bars.filter(({ time }) => {
    const opens = time.getTime();
    while (index < slots.length && (slots[index] as Slot).to <= opens) index += 1;
    const slot = slots[index];
    return slot !== undefined && slot.from < opens + length;
  });
}
