import { between, mix, spread, unit } from '../../../simulation/noise.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { dayNumber, fridayIfWeekend } from '../civil-day.js';
import { shiftOf } from './periodic-action.js';
import type { SimulatedAsset } from './simulated-universe.js';

/** Days after the end of a quarter on which earnings are reported. */
const FIRST_REPORT_DAY = 16;
const REPORT_DAYS = 28;
/** Days after the end of a quarter within which its earnings are reported. */
export const MAX_REPORT_DAYS = FIRST_REPORT_DAY + REPORT_DAYS;

/** A fiscal quarter of a simulated company and its earnings report. */
export interface ReportedQuarter {
  /** Number of the quarter since the year 0, in calendar quarters. */
  quarter: number;
  /** The last day, in days since 1970-01-01. */
  end: number;
  reportDay: number;
  /** Time of the report (ms): before or after the sessions of the exchanges in America and Europe. */
  reportedAt: number;
  isBeforeOpen: boolean;
}

/** Returns the quarters of a company that end in `[from, to]` (days since 1970-01-01), ascending. */
export function quartersOf({ key }: SimulatedAsset, from: number, to: number): ReportedQuarter[] {
  const found: ReportedQuarter[] = [];
  const phase = mix(key, 71) % 3;
  const date = new Date(from * DAY_MS);
  for (let month = date.getUTCFullYear() * 12 + date.getUTCMonth(); ; month += 1) {
    const end = dayNumber(Math.floor(month / 12), (month % 12) + 2, 0);
    if (end > to) return found;
    if (month % 3 !== phase || end < from) continue;
    const reportDay = fridayIfWeekend(end + FIRST_REPORT_DAY + (mix(key, month) % REPORT_DAYS));
    const isBeforeOpen = unit(key, month + 1) < 0.5;
    const reportedAt = reportDay * DAY_MS + (isBeforeOpen ? 12 : 22) * HOUR_MS;
    found.push({ quarter: Math.floor(month / 3), end, reportDay, reportedAt, isBeforeOpen });
  }
}

/** Returns the earnings per share of a quarter: the price at its level, divided by a multiple of the company. */
export function earnedPerShare({ key, base }: SimulatedAsset, quarter: number, end: number): number {
  const multiple = between(key, 72, 11, 34);
  // Prices rise from one split to the next, and earnings with them.
  const splits = (base.actions ?? []).filter(({ kind }) => kind === 'split');
  const level = splits.reduce((sum, split) => sum + shiftOf(split, end), base.level);
  return (Math.exp(level) / multiple / 4) * (1 + 0.12 * spread(key, quarter + 9_000));
}

export const expectedPerShare = (asset: SimulatedAsset, quarter: number, end: number): number =>
  earnedPerShare(asset, quarter, end) * (1 + 0.05 * spread(asset.key, quarter + 19_000));
