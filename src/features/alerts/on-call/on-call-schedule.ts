import type { Owned } from '../../../resources/owned-table.js';
import { DAY_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';

export const rotationPeriods = ['daily', 'weekly'] as const;
export type RotationPeriod = (typeof rotationPeriods)[number];

/** Contacts that take turns. */
export interface Rotation {
  /** In the order of their turns; the first one begins. */
  contactIds: string[];
  period: RotationPeriod;
  /** Local day of the first hand-over, `YYYY-MM-DD`; before it, no contact is on call. */
  startsOn: string;
  /** Local time of each hand-over, `HH:MM`. */
  handOverAt: string;
}

/** A time in which another contact is on call; `from` is inclusive, `to` exclusive (UTC). */
export interface Override {
  contactId: string;
  from: string;
  to: string;
}

/** A group of contacts, one of which is on call at a time. */
export interface OnCallSchedule extends Owned {
  name: string;
  /** IANA time zone of the hand-overs. */
  timeZone: string;
  rotation: Rotation;
  /** Times that do not overlap, in no particular order. */
  overrides: Override[];
}

/** A time in which a contact is on call (ms); `from` is inclusive, `to` exclusive. */
export interface Shift {
  contactId: string;
  from: number;
  to: number;
  isOverride: boolean;
}

export type NamedShift = Shift & { contactName: string };

/** Shifts and gaps of a schedule in a time (ms). */
export interface OnCallTimes {
  schedule: OnCallSchedule;
  /** The present time (ms). */
  now: number;
  /** Name of the contact that is on call now; undefined in a gap. */
  nameNow: string | undefined;
  /** Cut at the start and the end of the time. */
  shifts: NamedShift[];
  /** The same shifts from their start to their end. */
  whole: NamedShift[];
  gaps: Array<{ from: number; to: number }>;
}

type Plan = Pick<OnCallSchedule, 'timeZone' | 'rotation' | 'overrides'>;

/** Returns the shifts of a schedule within a time (ms), the earliest first, cut at its start and end. */
export const shiftsBetween = (plan: Plan, from: number, to: number): Shift[] =>
  wholeShifts(plan, from, to).map((shift) => ({
    ...shift,
    from: Math.max(shift.from, from),
    to: Math.min(shift.to, to),
  }));

/** Returns the shifts that a time (ms) touches, the earliest first; overrides replace the rotation. */
export function wholeShifts(plan: Plan, from: number, to: number): Shift[] {
  const overrides = plan.overrides
    .map(({ contactId, ...time }) => ({
      contactId,
      from: Date.parse(time.from),
      to: Date.parse(time.to),
      isOverride: true,
    }))
    .sort((one, other) => one.from - other.from);
  const turns = turnsBetween(plan, from, to).flatMap((turn) => without(turn, overrides));
  return [...turns, ...overrides]
    .filter((shift) => shift.from < to && shift.to > from)
    .sort((one, other) => one.from - other.from);
}

/** Returns the contact that is on call at a moment (ms); undefined in a gap. */
export const onCallAt = (plan: Plan, at: number): string | undefined => shiftsBetween(plan, at, at + 1)[0]?.contactId;

/** Returns the times within a range (ms) that no shift covers, the earliest first. */
export function gapsBetween(
  shifts: ReadonlyArray<Pick<Shift, 'from' | 'to'>>,
  from: number,
  to: number,
): Array<{ from: number; to: number }> {
  const gaps: Array<{ from: number; to: number }> = [];
  let covered = from;
  for (const shift of shifts) {
    if (shift.from > covered) gaps.push({ from: covered, to: shift.from });
    covered = Math.max(covered, shift.to);
  }
  return covered < to ? [...gaps, { from: covered, to }] : gaps;
}

/** Returns the turns of the rotation that a time touches. A turn ends when the next one begins. */
function turnsBetween({ timeZone, rotation }: Plan, from: number, to: number): Shift[] {
  const { contactIds, period, startsOn, handOverAt } = rotation;
  const zone = TimeZone.of(timeZone);
  const [hours = 0, minutes = 0] = handOverAt.split(':').map(Number);
  const days = period === 'daily' ? 1 : 7;
  const first = Math.floor(Date.parse(startsOn) / DAY_MS);
  const startOf = (turn: number) => zone.instantOf(first + turn * days, hours * 60 + minutes);
  const turns: Shift[] = [];
  for (let turn = Math.max(0, Math.floor((zone.dayOf(from) - 1 - first) / days)); startOf(turn) < to; turn += 1) {
    const contactId = contactIds[turn % contactIds.length] as string;
    turns.push({ contactId, from: startOf(turn), to: startOf(turn + 1), isOverride: false });
  }
  return turns.filter((turn) => turn.to > from);
}

/** Returns the parts of a turn outside of other shifts, which are in the order of time. */
function without(turn: Shift, others: readonly Shift[]): Shift[] {
  const parts: Shift[] = [];
  let { from } = turn;
  for (const other of others) {
    if (other.to <= from || other.from >= turn.to) continue;
    if (other.from > from) parts.push({ ...turn, from, to: other.from });
    from = other.to;
  }
  return from < turn.to ? [...parts, { ...turn, from }] : parts;
}
