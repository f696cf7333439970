import type { Token } from '../../../../language/token.js';
import { MINUTE_MS } from '../../../../time/durations.js';
import { clockAt as timeOfDayAt } from './clock-times.js';
import { weekdayOf } from './day-mention.js';
import type { AnySpan, Recurrence } from './span.js';

const HOUR = 60;
/** Times of day that parts of the day mean (minutes after midnight). */
const PARTS: Readonly<Record<string, number>> = {
  morning: 7 * HOUR,
  noon: 12 * HOUR,
  afternoon: 15 * HOUR,
  evening: 18 * HOUR,
  night: 21 * HOUR,
};

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';

/** Finds recurrences and times of day: `every morning at 7`, `weekly`, `on Mondays at 8:30`. */
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
  // Includes further days and a following time: `every Monday and Thursday at 8`.
  const onDay = (behind: number, weekday: number): AnySpan[] => {
    const { to, further } = furtherDays(tokens, behind);
    const value: Recurrence = { unit: 'week', weekday, ...(further.length > 0 && { further }) };
    const [clock] = clockAt(tokens, to);
    return clock === undefined ? span(to, value) : span(clock.to, { ...value, clock: clock.value as number });
  };
  const plural = word.endsWith('s') ? weekdayOf(word.slice(0, -1)) : -1;
  if (plural >= 0 && word.length > 5) return onDay(at + 1, plural);
  if (!['every', 'each'].includes(word)) return [];
  const next = wordAt(tokens, at + 1);
  const weekday = weekdayOf(next);
  if (weekday >= 0)
    return wordAt(tokens, at + 2) in PARTS
      ? span(at + 3, { unit: 'week', weekday, clock: PARTS[wordAt(tokens, at + 2)] })
      : onDay(at + 2, weekday);
  if (next === 'week') return span(at + 2, { unit: 'week' });
  if (next === 'day') return span(at + 2, { unit: 'day' });
  if (!(next in PARTS)) return [];
  // The time may follow without `at`: `every morning 7`.
  const clock = timeOfDayAt(tokens, at + 2);
  const minutes = clock === undefined ? PARTS[next] : clock.ms / MINUTE_MS;
  return span(clock?.to ?? at + 2, { unit: 'day', clock: minutes });
}

const JOINING = new Set(['and', 'or', '&', 'plus']);

/** Returns the days of the week that follow another one, as written: `Wednesday and Friday` behind `every Monday,`. */
function furtherDays(tokens: readonly Token[], behind: number): { to: number; further: string[] } {
  const further: string[] = [];
  let to = behind;
  for (;;) {
    const at = JOINING.has(wordAt(tokens, to)) ? to + 1 : to;
    const day = ['every', 'each', 'on'].includes(wordAt(tokens, at)) ? at + 1 : at;
    if (weekdayOf(wordAt(tokens, day).replace(/(?<=day)s$/, '')) < 0) return { to, further };
    further.push((tokens[day] as Token).text);
    to = day + 1;
  }
}

/** Returns a time of day: `at 7`, `7am`, `7 pm`, `8:30`, `at noon`, `half past seven`. */
function clockAt(tokens: readonly Token[], at: number): AnySpan[] {
  const isLed = wordAt(tokens, at) === 'at';
  const clock = timeOfDayAt(tokens, isLed ? at + 1 : at);
  if (clock === undefined || (clock.isWeak && !isLed)) return [];
  return [{ type: 'clock', from: at, to: clock.to, value: clock.ms / MINUTE_MS, isExact: true }];
}
