import { DAY_MS } from '../time/durations.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a day as `20 Nov 2026`, in UTC. */
export const formatDay = (time: Date): string =>
  `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`;

const two = (value: number) => String(value).padStart(2, '0');
const formatClock = (time: Date): string => `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`;

/** Returns true if all times are midnights in UTC, as for candles of a day or longer. */
export const areDays = (times: readonly Date[]): boolean => times.every((time) => time.getTime() % DAY_MS === 0);

/** Formats the range from the first to the last time. */
export function formatRange(times: readonly Date[]): string {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (areDays(times))
    return first.getTime() === last.getTime() ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
  const isOneDay = formatDay(first) === formatDay(last);
  return `${formatDay(first)} ${formatClock(first)} – ${isOneDay ? '' : `${formatDay(last)} `}${formatClock(last)} UTC`;
}

interface Tick {
  label: string;
  /** Labels of a higher rank are placed first. */
  rank: number;
}

/** Returns the label of a time, given the previous one. */
function tickOf(time: Date, before: Date): Tick {
  const isNew = (part: 'getUTCFullYear' | 'getUTCMonth' | 'getUTCDate' | 'getUTCHours') =>
    time[part]() !== before[part]();
  if (isNew('getUTCFullYear')) return { label: String(time.getUTCFullYear()), rank: 8 };
  if (isNew('getUTCMonth'))
    return { label: months[time.getUTCMonth()] as string, rank: time.getUTCMonth() % 3 === 0 ? 7 : 6 };
  if (isNew('getUTCDate')) return { label: `${time.getUTCDate()} ${months[time.getUTCMonth()]}`, rank: 5 };
  const minutes = time.getUTCMinutes();
  const rank =
    isNew('getUTCHours') && minutes === 0
      ? time.getUTCHours() % 3 === 0
        ? 4
        : 3
      : minutes % 30 === 0
        ? 2
        : minutes % 5 === 0
          ? 1
          : 0;
  return { label: formatClock(time), rank };
}

/**
 * Returns labels by index for an axis on which every time has the same width: starts of years first, then of months,
 * days and hours, until there are enough or no more space.
 * @param apart the minimum distance of two labels, in indices
 */
export function timeLabels(times: readonly Date[], apart: number): Map<number, string> {
  const ticks = times.map((time, index): Tick & { index: number } => {
    const before = times[index - 1];
    return {
      index,
      ...(before === undefined
        ? { label: areDays([time]) ? formatDay(time) : formatClock(time), rank: -1 }
        : tickOf(time, before)),
    };
  });
  const labels = new Map<number, string>();
  const enough = Math.max(3, times.length / apart / 3);
  for (let rank = 8; rank >= -1 && labels.size < enough; rank -= 1) {
    for (const tick of ticks) {
      const isFree = () => [...labels.keys()].every((index) => Math.abs(index - tick.index) >= apart);
      if (tick.rank === rank && isFree()) labels.set(tick.index, tick.label);
    }
  }
  return labels;
}
