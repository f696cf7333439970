import type { Token } from '../../../../language/token.js';
import { HOUR_MS } from '../../../../time/durations.js';
import { type Calendar, isoDay } from './calendar.js';
import { wordAt } from './day-mention.js';
import { numberWordsAt } from './quantities.js';
import type { AnySpan, Period } from './span.js';

export const periodSpan = (from: number, to: number, value: Period): AnySpan => ({
  type: 'period',
  from,
  to,
  value,
  isExact: true,
});
/** Returns the period of `overnight`, `last night` or `during the night`: from 18:00 until 8:00. */
export function overnight(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const word = wordAt(tokens, at);
  const isDuring = ['during', 'in'].includes(word) && wordAt(tokens, at + 1) === 'the';
  const night = isDuring ? at + 2 : word === 'last' ? at + 1 : undefined;
  const to = night !== undefined && wordAt(tokens, night) === 'night' ? night + 1 : at + 1;
  if (word !== 'overnight' && to === at + 1) return undefined;
  const midnight = calendar.startOf(calendar.today);
  const days = {
    firstDay: isoDay(calendar.today - 1),
    endDay: isoDay(calendar.today + 1),
    lastDay: isoDay(calendar.today),
  };
  return periodSpan(at, to, {
    from: new Date(midnight - 6 * HOUR_MS),
    to: new Date(midnight + 8 * HOUR_MS),
    grain: 'hour',
    ...days,
  });
}

/** Returns the period of `last 5 trading days`: weekdays, today among them. */
export function tradingDays(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const start = wordAt(tokens, at + 1) === 'the' ? at + 2 : at + 1;
  const count = numberWordsAt(tokens, start)?.value ?? Number(/^\d{1,2}$/.exec(wordAt(tokens, start))?.[0] ?? 0);
  const isWork = ['trading', 'business', 'working'].includes(wordAt(tokens, start + 1));
  if (count < 1 || !isWork || !['days', 'sessions'].includes(wordAt(tokens, start + 2))) return undefined;
  let day = calendar.today + 1;
  for (let left = count; left > 0; ) {
    day -= 1;
    if (calendar.weekday(day) < 5) left -= 1;
  }
  const from = new Date(calendar.startOf(day));
  const days = { firstDay: isoDay(day), endDay: isoDay(calendar.today + 1), lastDay: isoDay(calendar.today) };
  return periodSpan(at, start + 3, { from, to: undefined, grain: 'day', ...days });
}
