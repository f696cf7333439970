import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { TimeZone } from '../../../time/time-zone.js';
import type { Words } from './words.js';

/** The moment of a search, and the time zone in which its days begin. */
export interface Today {
  /** ms since the epoch. */
  now: number;
  zone: TimeZone;
}

/** Types whose results happened at a time; vessels and aircraft are where they are now. */
const DATED = new Set('geo_event article event alert note'.split(' '));
const LEADS = new Set('in on over during within for of from since the'.split(' '));
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const NUMBERS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, couple: 2, three: 3, few: 3 };
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** A period in local days since 1970; `to` is exclusive, and undefined if it has not ended. */
interface Days {
  from: number;
  to?: number;
  /** Index of the word after the period. */
  end: number;
}

/**
 * Reads the time of events and articles: `today`, `yesterday`, `last week` (the last seven days), `past 24 hours`,
 * `this month`, `3 days ago`, `since monday`, `in october`. Periods without a year are in the past.
 */
export function readTimes(words: Words, { now, zone }: Today): void {
  if (words.type === undefined || !DATED.has(words.type)) return;
  for (let at = 0; at < words.length; at += 1) {
    if (words.isTaken(at)) continue;
    const hours = hoursAt(words, at);
    const days = hours === undefined ? daysAt(words, at, zone.dayOf(now)) : undefined;
    const end = hours?.end ?? days?.end;
    if (end === undefined) continue;
    let start = at;
    while (start > 0 && LEADS.has(words.at(start - 1)) && !words.isTaken(start - 1)) start -= 1;
    const isOpen = words.tokens.slice(start, at).some(({ word }) => word === 'since');
    if (hours !== undefined) words.takeTime('after', new Date(now - hours.count * HOUR_MS), start, end);
    if (days === undefined) return;
    words.takeTime('after', new Date(zone.instantOf(days.from)), start, end);
    if (days.to !== undefined && !isOpen) words.takeTime('before', new Date(zone.instantOf(days.to)), start, end);
    return;
  }
}

/** Reads a number of units: `24 hours`, `48h`, `two weeks`, `week`. */
function amountAt(words: Words, at: number): { count: number; unit: string; end: number } | undefined {
  const [, digits, letter] = /^(\d{1,3})([hd])$/.exec(words.at(at)) ?? [];
  if (digits !== undefined) return { count: Number(digits), unit: letter === 'h' ? 'hour' : 'day', end: at + 1 };
  const number = /^\d{1,3}$/.test(words.at(at)) ? Number(words.at(at)) : NUMBERS[words.at(at)];
  const next = number === undefined ? at : at + 1;
  const behind = words.at(next) === 'of' ? next + 1 : next;
  const unit = words.at(behind).replace(/s$/, '');
  return unit === 'hour' || unit in DAYS ? { count: number ?? 1, unit, end: behind + 1 } : undefined;
}

const isPast = (word: string): boolean => /^(?:last|past|previous)$/.test(word);

function hoursAt(words: Words, at: number): { count: number; end: number } | undefined {
  const amount = isPast(words.at(at)) ? amountAt(words, at + 1) : amountAt(words, at);
  if (amount?.unit !== 'hour') return undefined;
  if (isPast(words.at(at))) return amount;
  return words.at(amount.end) === 'ago' ? { ...amount, end: amount.end + 1 } : undefined;
}

function daysAt(words: Words, at: number, today: number): Days | undefined {
  const word = words.at(at);
  if (word === 'today') return { from: today, end: at + 1 };
  if (word === 'yesterday') return { from: today - 1, to: today, end: at + 1 };
  if (word === 'this') return currentPeriod(words.at(at + 1), today, at + 2);
  const amount = amountAt(words, isPast(word) ? at + 1 : at);
  if (amount !== undefined) {
    const from = today - amount.count * (DAYS[amount.unit] as number);
    if (isPast(word)) return { from, end: amount.end };
    return words.at(amount.end) === 'ago' ? { from, to: from + 1, end: amount.end + 1 } : undefined;
  }
  const name = isPast(word) ? at + 1 : at;
  const weekday = WEEKDAYS.indexOf(words.at(name));
  if (weekday >= 0) {
    // 1 January 1970 was a Thursday.
    const from = today - ((((today + 4 - weekday) % 7) + 7) % 7);
    return { from, to: from + 1, end: name + 1 };
  }
  return monthAt(words, name, today);
}

function currentPeriod(unit: string, today: number, end: number): Days | undefined {
  const date = new Date(today * DAY_MS);
  if (unit === 'week') return { from: today - ((today + 3) % 7), end };
  if (unit === 'month') return { from: today - date.getUTCDate() + 1, end };
  return unit === 'year' ? { from: Date.UTC(date.getUTCFullYear(), 0) / DAY_MS, end } : undefined;
}

/** Reads a month with a year, or behind a word such as `in`: `may` may be another word. */
function monthAt(words: Words, at: number, today: number): Days | undefined {
  const month = MONTHS.indexOf(words.at(at));
  const given = /^20\d\d$/.test(words.at(at + 1)) ? Number(words.at(at + 1)) : undefined;
  if (month < 0 || (given === undefined && !/^(?:in|since|during|last|of)$/.test(words.at(at - 1)))) return undefined;
  const date = new Date(today * DAY_MS);
  const year = given ?? date.getUTCFullYear() - (month > date.getUTCMonth() ? 1 : 0);
  const [from, to] = [month, month + 1].map((one) => Date.UTC(year, one) / DAY_MS) as [number, number];
  return { from, to, end: given === undefined ? at + 1 : at + 2 };
}
