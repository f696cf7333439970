import { type CalendarEvent, calendarReply } from '../../../http/calendar-reply.js';
import type { Reply } from '../../../http/reply.js';
import type { NamedShift, OnCallTimes } from './on-call-schedule.js';

/** Returns the shifts of a schedule as iCalendar, with the gaps as entries of their own. */
export function onCallCalendar({ schedule, now, whole, gaps }: OnCallTimes): Reply {
  const { id, name } = schedule;
  const shiftOf = ({ contactName, from, to, isOverride }: NamedShift): CalendarEvent => ({
    id: `on-call:${id}:${from}`,
    when: { from, to },
    summary: `On call for ${name}: ${contactName}`,
    details: isOverride ? ['Override'] : [],
    category: 'ON CALL',
  });
  const gapOf = ({ from, to }: { from: number; to: number }): CalendarEvent => ({
    id: `on-call:${id}:gap:${from}`,
    when: { from, to },
    summary: `On call for ${name}: no contact`,
    details: [],
    category: 'ON CALL',
  });
  return calendarReply('On-call schedule', `on-call-${name}`, [...whole.map(shiftOf), ...gaps.map(gapOf)], now);
}
