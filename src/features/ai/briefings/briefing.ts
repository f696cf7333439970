import { type Weekday, weekdays } from '../../../accounts/account.js';
import type { Owned } from '../../../resources/owned-table.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Unverified } from '../citations/verify-numbers.js';
import type { Citation } from '../tools/tool-records.js';

/** The subject of a briefing; without any of its parts, the briefing covers everything. */
export interface BriefingSubject {
  watchlistId?: string | null;
  portfolioId?: string | null;
  /** West, south, east, north in degrees. */
  bbox?: number[] | null;
  /** A name of the gazetteer, instead of a box. */
  place?: string | null;
}

/** A briefing of a period. */
export interface Briefing {
  title: string;
  from: Date;
  /** Exclusive. */
  to: Date;
  /** Markdown. */
  content: string;
  /** Null for the whole world and for a box without a name. */
  place: string | null;
  bbox: number[] | null;
  /** Numbers and dates of the content that no record has. */
  unverifiedNumbers: Unverified[];
  citations: Citation[];
}

/** A briefing that is written every day or every week and published as an event. */
export interface BriefingSchedule extends BriefingSubject, Owned {
  name: string;
  /** `HH:MM` in UTC. */
  time: string;
  /** Null: every day. */
  weekday: Weekday | null;
  /** When the next one is due. */
  nextAt: Date;
}

/** Returns the period that a scheduled briefing looks back (ms): from one to the next. */
export const lookBackMs = ({ weekday }: Pick<BriefingSchedule, 'weekday'>): number =>
  weekday === null ? DAY_MS : 7 * DAY_MS;

/** The first time after `after` that a schedule names, in UTC. */
export function nextTime({ time, weekday }: Pick<BriefingSchedule, 'time' | 'weekday'>, after: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hours, minutes));
  if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
  if (weekday !== null) next.setUTCDate(next.getUTCDate() + ((weekdays.indexOf(weekday) - next.getUTCDay() + 7) % 7));
  return next;
}
