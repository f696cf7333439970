import { type CalendarEvent, calendarReply } from '../../../http/calendar-reply.js';
import type { Reply } from '../../../http/reply.js';
import { HOUR_MS } from '../../../time/durations.js';
import type { SourcedEntry } from './market-calendar.service.js';

/**
 * Returns the entries as iCalendar (RFC 5545): whole days, or an hour where the time is known.
 * @param now time (ms) of the response
 */
export const calendarFile = (entries: readonly SourcedEntry[], now: number): Reply =>
  calendarReply('Market calendar', 'market-calendar', entries.map(eventOf), now);

function eventOf(entry: SourcedEntry): CalendarEvent {
  const { at, day, id, kind } = entry;
  return {
    id,
    when: at instanceof Date ? { from: at.getTime(), to: at.getTime() + HOUR_MS } : day,
    summary: summaryOf(entry),
    details: detailsOf(entry),
    category: kind.toUpperCase(),
  };
}

/** Returns one line in plain words, such as `KO.US ex-dividend: 0.51 USD`. */
export function summaryOf(entry: SourcedEntry): string {
  const { kind, symbol, title, country, amount, currency, ratio, provider } = entry;
  const subject = symbol ?? title ?? '';
  const mark = provider === 'simulator' ? ' (simulated)' : '';
  const text = {
    dividend: `${subject} ex-dividend${amount ? `: ${amount} ${currency ?? ''}`.trimEnd() : ''}`,
    split: `${subject} split${ratio ? `: ${ratio} new for 1` : ''}`,
    earnings: `${subject} reports earnings`,
    ipo: `${title ?? subject} goes public`,
    economic: `${country ? `${country}: ` : ''}${title ?? ''}`,
  }[kind];
  return `${text}${mark}`;
}

function detailsOf(entry: SourcedEntry): string[] {
  const { estimate, actual, previous, period, unit, currency, priceLow, priceHigh, paymentDay, reportTime } = entry;
  const of = (name: string, value: number | string | null | undefined) =>
    value === null || value === undefined ? [] : [`${name}: ${value}`];
  return [
    ...of('Period', period),
    ...of('Time', reportTime?.replaceAll('_', ' ')),
    ...of('Expected', estimate),
    ...of('Published', actual),
    ...of('Before', previous),
    ...of('Unit', unit),
    ...of('Price from', priceLow),
    ...of('Price to', priceHigh),
    ...of('Currency', currency),
    ...of('Paid on', paymentDay),
    `Source: ${entry.provider}`,
  ];
}
