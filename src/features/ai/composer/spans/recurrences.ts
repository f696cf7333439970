import type { Token } from '../language/token.js';
import { weekdayOf } from './days.js';
import type { AnySpan, Recurrence } from './span.js';

const HOUR = 60;
/** Times of parts of the day (minutes). */
const PARTS: Readonly<Record<string, number>> = {
  morning: 7 * HOUR,
  noon: 12 * HOUR,
  afternoon: 15 * HOUR,
  evening: 18 * HOUR,
  night: 21 * HOUR,
};
const NAMED: Readonly<Record<string, number>> = { noon: 12 * HOUR, midday: 12 * HOUR, midnight: 0 };

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';

/** Finds how often something is to be done, and times of day: `every morning at 7`, `weekly`, `on Mondays at 8:30`. */
export function recurrencesIn(tokens: readonly Token[]): AnySpan[] {
  return tokens.flatMap((_, at) => [...recurrenceAt(tokens, at), ...clockAt(tokens, at)]);
}

function recurrenceAt(tokens: readonly Token[], at: number): AnySpan[] {
  const span = (to: number, value: Recurrence): AnySpan[] => [
    { type: 'recurrence', from: at, to, value, isExact: true },
  ];
  const word = wordAt(tokens, at);
  if (word === 'daily') return span(at + 1, { unit: 'day' });
  if (word === 'weekly') return span(at + 1, { unit: 'week' });
  const plural = word.endsWith('s') ? weekdayOf(word.slice(0, -1)) : -1;
  if (plural >= 0 && word.length > 5) return span(at + 1, { unit: 'week', weekday: plural });
  if (!['every', 'each'].includes(word)) return [];
  const next = wordAt(tokens, at + 1);
  const weekday = weekdayOf(next);
  if (weekday >= 0)
    return wordAt(tokens, at + 2) in PARTS
      ? span(at + 3, { unit: 'week', weekday, clock: PARTS[wordAt(tokens, at + 2)] })
      : span(at + 2, { unit: 'week', weekday });
  if (next === 'week') return span(at + 2, { unit: 'week' });
  if (next === 'day') return span(at + 2, { unit: 'day' });
  return next in PARTS ? span(at + 2, { unit: 'day', clock: PARTS[next] }) : [];
}

/** `at 7`, `7am`, `7 pm`, `8:30`, `at noon`. */
function clockAt(tokens: readonly Token[], at: number): AnySpan[] {
  const isLed = wordAt(tokens, at) === 'at';
  const place = isLed ? at + 1 : at;
  const span = (to: number, value: number): AnySpan[] => [{ type: 'clock', from: at, to, value, isExact: true }];
  const named = NAMED[wordAt(tokens, place)];
  if (named !== undefined) return span(place + 1, named);
  const [, hour, minute, joined] = /^(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/.exec(wordAt(tokens, place)) ?? [];
  if (hour === undefined) return [];
  const next = wordAt(tokens, place + 1);
  const half = joined ?? (['am', 'pm'].includes(next) ? next : undefined);
  if (half === undefined && minute === undefined && !isLed && next !== 'oclock') return [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minute ?? 0) > 59 || (half !== undefined && Number(hour) > 12)) return [];
  const isBehind = joined === undefined && (half !== undefined || next === 'oclock');
  return span(isBehind ? place + 2 : place + 1, hours * HOUR + Number(minute ?? 0));
}
