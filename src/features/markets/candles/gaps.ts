import { DAY_MS } from '../../../durations.js';
import type { Candle } from '../candle.js';
import type { Stretch } from './candle-series.js';
import { type Slot } from './slots.js';

/** Of a bar of a day or longer the days it stands for, otherwise its trading. */
const endOf = ({ time, from, to }: Slot): number => (time === from ? to : Math.max(time + DAY_MS, to));

/**
 * Where trading hours have no bar: expected bars that are not there; those that follow each other are one gap, however long trading pauses between them.
 * @param slots those that are expected, ascending
 * @param bars ascending
 * @param reach how long (ms) a bar lasts: one that opens within a slot or reaches into it fills it; 0 when bars open with their slots
 */
export function gapsBetween(slots: readonly Slot[], bars: readonly Candle[], reach = 0): Stretch[] {
  const gaps: Stretch[] = [];
  let index = 0;
  let isOpen = false;
  for (const slot of slots) {
    const [earliest, latest] = reach === 0 ? [slot.time, slot.time] : [slot.from - reach + 1, slot.to - 1];
    while (index < bars.length && (bars[index] as Candle).time.getTime() < earliest) index += 1;
    if (index < bars.length && (bars[index] as Candle).time.getTime() <= latest) isOpen = false;
    else if (isOpen) (gaps.at(-1) as Stretch).to = new Date(endOf(slot));
    else {
      gaps.push({ from: new Date(slot.time), to: new Date(endOf(slot)) });
      isOpen = true;
    }
  }
  return gaps;
}
