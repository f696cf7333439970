import type { Token } from '../../../../language/token.js';
import { HOUR_MS, MINUTE_MS } from '../../../../time/durations.js';
import { numberWordsAt } from './quantities.js';

/** A time of day of a question (ms after midnight). `to` is the index of the token after it. */
export interface ClockMention {
  ms: number;
  to: number;
  /** Whether the mention is a plain number, which is a time only next to a day or another time. */
  isWeak: boolean;
}

const NAMED: Readonly<Record<string, number>> = { noon: 12, midday: 12, midnight: 0 };
const PAST: Readonly<Record<string, number>> = { quarter: 15, half: 30, ten: 10, twenty: 20, five: 5 };

/**
 * Returns the time of day at a token: `14:30`, `9h30`, `0630`, `3 pm`, `ten oclock`, `half past seven`, `seven in the
 * evening`; undefined without one.
 */
export function clockAt(tokens: readonly Token[], at: number): ClockMention | undefined {
  const named = NAMED[wordAt(tokens, at)];
  if (named !== undefined) return { ms: named * HOUR_MS, to: at + 1, isWeak: false };
  return inDigits(tokens, at) ?? inWords(tokens, at);
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';

function inDigits(tokens: readonly Token[], at: number): ClockMention | undefined {
  const [, hour, minute, joined] = /^(\d{1,2})(?:[:h](\d\d))?(am|pm)?$/.exec(wordAt(tokens, at)) ?? [];
  const [, military, minutes] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(wordAt(tokens, at)) ?? [];
  if (military !== undefined) {
    const end = ['h', 'hours', 'hrs', 'z', 'utc'].includes(wordAt(tokens, at + 1)) ? at + 2 : at + 1;
    return timeOf(Number(military), Number(minutes), end, end === at + 1);
  }
  if (hour === undefined) return undefined;
  const next = wordAt(tokens, at + 1);
  const half = joined ?? (['am', 'pm'].includes(next) ? next : undefined);
  const marked = half === undefined && ['h', 'oclock', 'uhr'].includes(next);
  const end = (joined === undefined && half !== undefined) || marked ? at + 2 : at + 1;
  if (half !== undefined && Number(hour) > 12) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return inPartOfDay(
    tokens,
    timeOf(hours, Number(minute ?? 0), end, half === undefined && minute === undefined && !marked),
  );
}

function inWords(tokens: readonly Token[], at: number): ClockMention | undefined {
  const start = wordAt(tokens, at) === 'a' ? at + 1 : at;
  const offset = PAST[wordAt(tokens, start)];
  const which = wordAt(tokens, start + 1);
  if (offset !== undefined && ['past', 'to'].includes(which)) {
    const hour = hourAt(tokens, start + 2);
    if (hour === undefined) return undefined;
    const minutes = hour.value * 60 + (which === 'past' ? offset : -offset);
    return inPartOfDay(tokens, timeOf(Math.floor(minutes / 60), ((minutes % 60) + 60) % 60, hour.to, false));
  }
  const spelled = numberWordsAt(tokens, at);
  if (spelled === undefined || spelled.value > 23) return undefined;
  const next = wordAt(tokens, spelled.to);
  if (next === 'oclock' || next === 'am' || next === 'pm') {
    const hours = next === 'oclock' ? spelled.value : (spelled.value % 12) + (next === 'pm' ? 12 : 0);
    return inPartOfDay(tokens, timeOf(hours, 0, spelled.to + 1, false));
  }
  return inPartOfDay(tokens, timeOf(spelled.value, 0, spelled.to, true));
}

function hourAt(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  const word = wordAt(tokens, at);
  return /^\d{1,2}$/.test(word) ? { value: Number(word), to: at + 1 } : numberWordsAt(tokens, at);
}

const timeOf = (hours: number, minutes: number, to: number, isWeak: boolean): ClockMention | undefined =>
  hours > 23 || hours < 0 || minutes > 59 ? undefined : { ms: hours * HOUR_MS + minutes * MINUTE_MS, to, isWeak };

/**
 * Applies a following `in the morning` or `in the evening` to a time. The day of `this evening` is read separately.
 */
function inPartOfDay(tokens: readonly Token[], clock: ClockMention | undefined): ClockMention | undefined {
  if (clock === undefined) return undefined;
  const words = [0, 1, 2].map((offset) => wordAt(tokens, clock.to + offset));
  const isEvening = ['evening', 'afternoon', 'night'].includes(words[1] ?? '') || words[0] === 'tonight';
  if (clock.ms < 12 * HOUR_MS && isEvening && ['this', 'yesterday', 'last', 'tonight'].includes(words[0] ?? '')) {
    const isLate = words[1] !== 'night' || clock.ms >= 6 * HOUR_MS;
    return { ...clock, ms: isLate ? clock.ms + 12 * HOUR_MS : clock.ms };
  }
  const part = words[0] === 'in' && words[1] === 'the' ? words[2] : undefined;
  if (part === 'morning') return { ms: clock.ms, to: clock.to + 3, isWeak: false };
  if (part !== 'evening' && part !== 'afternoon') return clock;
  return { ms: clock.ms < 12 * HOUR_MS ? clock.ms + 12 * HOUR_MS : clock.ms, to: clock.to + 3, isWeak: false };
}
