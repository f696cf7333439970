import { type Weekday, weekdays } from '../../../accounts/account.js';
import type { Owned } from '../../../resources/owned-table.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Unverified } from '../citations/verify-numbers.js';
import type { Citation } from '../tools/tool-records.js';

/** The subject of a briefing; if no field is set, the briefing covers everything. */
export interface BriefingSubject {
  watchlistId?: string | null;
  portfolioId?: string | null;
  /** West, south, east, north in degrees. */
  bbox?: number[] | null;
  /** Name of a place from the gazetteer, instead of a bounding box. */
  place?: string | null;
}

/** A briefing of a period. */
export interface Briefing {
  title: string;
  from: Date;
  /** End of the period, exclusive. */
  to: Date;
  /** Text as Markdown. */
  content: string;
  /** Name of the place; null without a place, and for a box without a name. */
  place: string | null;
  bbox: number[] | null;
  /** Numbers and dates of the content that its records do not contain. */
  unverifiedNumbers: Unverified[];
  citations: Citation[];
}

/** A briefing that is written every day or every week and published as an event. */
export interface BriefingSchedule extends BriefingSubject, Owned {
  name: string;
  /** Time of day, `HH:MM` in UTC. */
  time: string;
  /** Day of the week; null: every day. */
  weekday: Weekday | null;
  /** When the next briefing is due. */
  nextAt: Date;
}

/** Returns the length of the period that a scheduled briefing covers (ms): from one briefing to the next. */
export const lookBackMs = ({ weekday }: Pick<BriefingSchedule, 'weekday'>): number =>
  weekday === null ? DAY_MS : 7 * DAY_MS;

/** Returns the first scheduled time after `after`, in UTC. */
export function nextTime({ time, weekday }: Pick<BriefingSchedule, 'time' | 'weekday'>, after: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hours, minutes));
  if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
  if (weekday !== null) next.setUTCDate(next.getUTCDate() + ((weekdays.indexOf(weekday) - next.getUTCDay() + 7) % 7));
  return next;
}
