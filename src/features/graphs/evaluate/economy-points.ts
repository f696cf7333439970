import { DAY_MS } from '../../../time/durations.js';
import { periodStart } from '../../markets/candles/expected-candles.js';
import type { Observation } from '../../markets/economic-series.js';
import type { Interval } from '../../markets/interval.js';
import { type Series, seriesOf } from '../expression/aligned-series.js';
import type { EconomyFigure } from '../expression/expression.js';

/**
 * Returns the points of an economic series: the current value of each period at its first day, or the first print of
 * each period at the day from which it was known, so that no point is earlier than its publication.
 */
export function economyPoints(
  observations: readonly Observation[],
  figure: EconomyFigure,
  interval: Interval,
  to: number,
): Series {
  const points = new Map<number, number>();
  for (const { start, vintages } of observations) {
    const print = figure === 'known' ? vintages[0] : vintages.at(-1);
    const { value = null, publishedAt } = print ?? {};
    if (value === null || publishedAt === undefined) continue;
    // A print counts from the next day on: the candle of its own day begins before it.
    const time = figure === 'known' ? Math.ceil(publishedAt.getTime() / DAY_MS) * DAY_MS : Date.parse(start);
    const shown = nextStart(interval, time, figure);
    if (shown < to) points.set(shown, value);
  }
  const times = [...points.keys()].sort((one, other) => one - other);
  return seriesOf(
    Float64Array.from(times),
    Float64Array.from(times, (time) => points.get(time) as number),
  );
}

/** Returns the start of the interval of a time. A print that becomes known within one counts from the next one. */
function nextStart(interval: Interval, time: number, figure: EconomyFigure): number {
  const start = periodStart(interval, time);
  if (figure === 'period' || start === time) return start;
  return periodStart(interval, start + (interval === '1M' ? 32 : interval === '1w' ? 7 : 1) * DAY_MS);
}
