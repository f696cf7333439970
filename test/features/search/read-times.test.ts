import 'reflect-metadata';
import test from 'ava';
import { WordReader } from '../../../src/features/search/reading/read-words.js';
import { parseQuery } from '../../../src/search/parse-query.js';
import { TimeZone } from '../../../src/time/time-zone.js';

const types = ['vessel', 'geo_event', 'article', 'instrument'];
const reader = new WordReader(() => ({ types, kindsOf: (type) => (type === 'geo_event' ? ['earthquake'] : []) }));
/** A Wednesday. */
const NOW = Date.parse('2026-11-25T10:00:00Z');

/** Returns the filters by time of a query, and the text that is left. */
function timesOf(text: string, timeZone = 'UTC'): string {
  const today = { now: NOW, zone: TimeZone.of(timeZone) };
  const { filters = [], text: left } = reader.read(parseQuery(text, { timeZone, types }), today)?.reading ?? {};
  const times = filters.filter(({ field }) => field === 'after' || field === 'before');
  return [...times.map(({ field, value }) => `${field}:${value.replace('T00:00:00Z', '')}`), left].join(' ').trim();
}

test('days, weeks and months of events and news are read as filters', (t) => {
  const read: Record<string, string> = {
    'earthquakes today': 'after:2026-11-25',
    'yesterday earthquakes': 'after:2026-11-24 before:2026-11-25',
    'quakes last week': 'after:2026-11-18',
    'earthquakes in the last 3 days': 'after:2026-11-22',
    'quakes over the past couple of weeks': 'after:2026-11-11',
    'news this week': 'after:2026-11-23',
    'news this month': 'after:2026-11-01',
    'earthquakes this year': 'after:2026-01-01',
    'earthquakes 2 days ago': 'after:2026-11-23 before:2026-11-24',
    'earthquake on monday': 'after:2026-11-23 before:2026-11-24',
    'earthquakes since monday': 'after:2026-11-23',
    'news wednesday': 'after:2026-11-25 before:2026-11-26',
    'earthquakes in october': 'after:2026-10-01 before:2026-11-01',
    'earthquakes since december': 'after:2025-12-01',
    'news of march 2024': 'after:2024-03-01 before:2024-04-01',
    'past 24 hours earthquakes': 'after:2026-11-24T10:00:00Z',
    'quakes last 48h': 'after:2026-11-23T10:00:00Z',
    'earthquakes 3 hours ago': 'after:2026-11-25T07:00:00Z',
  };
  for (const [text, times] of Object.entries(read)) t.is(timesOf(text), times, text);
});

test('days begin in the time zone of the account', (t) => {
  t.is(timesOf('earthquakes today', 'Asia/Tokyo'), 'after:2026-11-24T15:00:00Z');
});

test('words that may mean something else are not read as times', (t) => {
  t.is(timesOf('news may'), 'may');
  t.is(timesOf('news this'), 'this');
  t.is(timesOf('news past'), 'past');
  t.is(timesOf('ships last week'), 'last week');
  t.is(timesOf('stocks yesterday'), 'yesterday');
  t.is(timesOf('"last week" earthquakes'), '');
  t.is(timesOf('monday'), '');
});

test('if nothing happened at a time, the search without the time is tried last', (t) => {
  const today = { now: NOW, zone: TimeZone.of('UTC') };
  const { relaxed = [] } = reader.read(parseQuery('earthquakes today', { timeZone: 'UTC', types }), today) ?? {};
  t.deepEqual(
    relaxed.map(({ reading }) => [reading.ignored, reading.filters.map(({ field }) => field)]),
    [['today', ['kind']]],
  );
});
