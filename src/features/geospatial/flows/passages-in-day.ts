import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { runningSums, sumBetween } from '../../../time/running-sums.js';
import { COUNTED, type FlowDay } from './flow.repository.js';
import { matcherOf, type PassageFilter } from './flow-series.js';
import { eachPassage, minuteOf } from './passage.js';

/** Minimum fraction of the last 24 hours that was counted, for a value. */
export const MIN_COUNTED = 0.9;

/** Times (ms): `from`, then every `step` up to `to`, all of them multiples of `step`. */
interface Steps {
  from: number;
  to: number;
  step: number;
}

/** The passages in the 24 hours before each time. */
export interface PassagesInDay {
  /** NaN where the number is unknown. */
  values: Float64Array;
  /** The passages within each step. */
  counts: Uint32Array;
  /** Fractions of the hours of the range in which passages were counted, and a vessel near the line was received. */
  counted: number;
  heard: number;
  /** Whether the hour before `to` was counted. */
  isCurrent: boolean;
}

/**
 * Counts the passages in the 24 hours before each time. A number is unknown if less than 0.9 of these hours were
 * counted, or if no vessel was received near the line in them: silence does not show that no vessel passes.
 * @param days of the flow and of `COUNTED`, from 24 hours before `from` on
 * @param since hours that begin earlier (ms) were not counted, for example before the line existed
 */
export function passagesInDay(
  days: readonly FlowDay[],
  filter: PassageFilter,
  { from, to, step }: Steps,
  since = 0,
): PassagesInDay {
  const start = from - DAY_MS;
  const firstHour = Math.floor(start / HOUR_MS);
  const hours = Math.ceil(to / HOUR_MS) - firstHour;
  const [counted, heard] = [new Uint8Array(hours), new Uint8Array(hours)];
  const bins = new Uint32Array((to - start) / step);
  const matches = matcherOf(filter);
  for (const { flowId, day, hours: bits, passages } of days) {
    const midnight = Date.parse(day);
    const marks = flowId === COUNTED ? counted : heard;
    const hour = midnight / HOUR_MS - firstHour;
    for (let at = 0; at < 24; at += 1) if ((bits >> at) & 1 && hour + at >= 0) marks[hour + at] = 1;
    eachPassage(passages, (key, flags) => {
      const bin = Math.floor((midnight + minuteOf(flags) * MINUTE_MS - start) / step);
      if (bin >= 0 && bin < bins.length && matches(key, flags)) bins[bin] = (bins[bin] as number) + 1;
    });
  }
  counted.fill(0, 0, Math.max(0, Math.ceil(since / HOUR_MS) - firstHour));
  const [countedBefore, heardBefore] = [runningSums(counted), runningSums(heard)];
  const [window, steps] = [DAY_MS / step, (to - from) / step];
  const values = new Float64Array(steps + 1);
  let passages = 0;
  for (let at = 0; at < window; at += 1) passages += bins[at] as number;
  for (let at = 0; at <= steps; at += 1) {
    const time = from + at * step;
    const first = Math.floor((time - DAY_MS) / HOUR_MS) - firstHour;
    const end = Math.ceil(time / HOUR_MS) - firstHour;
    const isKnown =
      sumBetween(countedBefore, first, end) >= MIN_COUNTED * (end - first) && sumBetween(heardBefore, first, end) > 0;
    values[at] = isKnown ? passages : Number.NaN;
    passages += (bins[at + window] ?? 0) - (bins[at] as number);
  }
  return {
    values,
    counts: bins.subarray(window),
    counted: sumBetween(countedBefore, 24, hours) / Math.max(1, hours - 24),
    heard: sumBetween(heardBefore, 24, hours) / Math.max(1, hours - 24),
    isCurrent: counted.at(-1) === 1,
  };
}
