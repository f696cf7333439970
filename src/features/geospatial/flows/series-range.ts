import { wrongParameter } from '../../../api/problem.js';
import { DAY_MS } from '../../../time/durations.js';
import { type FlowInterval, intervalMs, MAX_BUCKETS, type SeriesRange } from './flow-series.js';

/** Days of a series whose start is not given. */
const DEFAULT_DAYS: Readonly<Record<FlowInterval, number>> = { hour: 7, day: 90 };

/** The range of a series as callers give it. */
export interface RequestedRange {
  from?: Date;
  to?: Date;
  interval: FlowInterval;
}

/**
 * Returns the whole intervals of a range, up to the one that has begun.
 * @throws Problem `invalid_request` for more than 1,100 intervals
 */
export function seriesRange({ from, to, interval }: RequestedRange, now: number): SeriesRange {
  const step = intervalMs[interval];
  const end = Math.ceil(Math.min(to?.getTime() ?? now, now) / step) * step;
  const start = Math.floor((from?.getTime() ?? end - DEFAULT_DAYS[interval] * DAY_MS) / step) * step;
  if ((end - start) / step > MAX_BUCKETS)
    throw wrongParameter('query/from', `must be so late that there are at most ${MAX_BUCKETS} intervals`);
  return { from: Math.min(start, end), to: end, interval };
}
