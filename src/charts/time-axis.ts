import { DAY_MS } from '../time/durations.js';

export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a day as `20 Nov 2026`, in UTC. */
export const formatDay = (time: Date): string =>
  `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`;

const two = (value: number) => String(value).padStart(2, '0');
export const formatClock = (time: Date): string => `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`;

/** Returns true if all times are midnights in UTC, as for candles of a day or longer. */
export const areDays = (times: readonly Date[]): boolean => times.every((time) => time.getTime() % DAY_MS === 0);

/** Formats a time as a day if it is midnight in UTC, otherwise as `20 Nov 2026 14:30 UTC`. */
export const formatTime = (time: Date): string =>
  areDays([time]) ? formatDay(time) : `${formatDay(time)} ${formatClock(time)} UTC`;

/** Formats the range from the first to the last time; a year that both have is named once. */
export function formatRange(times: readonly Date[]): string {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  const isOneDay = formatDay(first) === formatDay(last);
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear();
  const start = isOneYear && !isOneDay ? formatDay(first).slice(0, -5) : formatDay(first);
  if (areDays(times)) return isOneDay ? start : `${start} – ${formatDay(last)}`;
  return `${start} ${formatClock(first)} – ${isOneDay ? '' : `${formatDay(last)} `}${formatClock(last)} UTC`;
}
