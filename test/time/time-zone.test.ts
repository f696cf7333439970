import test from 'ava';
import { formatDay, parseDay } from '../../src/features/markets/civil-day.js';
import { HOUR_MS } from '../../src/time/durations.js';
import { TimeZone } from '../../src/time/time-zone.js';

const at = (zone: string, day: string, minutes: number) =>
  new Date(TimeZone.of(zone).instantOf(parseDay(day), minutes)).toISOString();
const offset = (zone: string, instant: string) => TimeZone.of(zone).offsetAt(Date.parse(instant)) / HOUR_MS;

test('the offset changes in the minute in which the clocks change', (t) => {
  t.deepEqual(
    [offset('America/New_York', '2026-03-08T06:59:59.999Z'), offset('America/New_York', '2026-03-08T07:00:00Z')],
    [-5, -4],
  );
  t.deepEqual(
    [offset('America/New_York', '2026-11-01T05:59:59.999Z'), offset('America/New_York', '2026-11-01T06:00:00Z')],
    [-4, -5],
  );
  t.deepEqual(
    [offset('Europe/London', '2026-03-29T00:59:59.999Z'), offset('Europe/London', '2026-03-29T01:00:00Z')],
    [0, 1],
  );
});

test('zones with half-hour offsets and zones without daylight saving time are handled', (t) => {
  t.deepEqual(
    [offset('Asia/Kolkata', '2026-01-01T00:00:00Z'), offset('Asia/Kolkata', '2026-07-01T00:00:00Z')],
    [5.5, 5.5],
  );
  t.deepEqual(
    [offset('Australia/Lord_Howe', '2026-01-01T00:00:00Z'), offset('Australia/Lord_Howe', '2026-07-01T00:00:00Z')],
    [11, 10.5],
  );
  t.is(offset('Asia/Tokyo', '2026-07-01T00:00:00Z'), 9);
});

test('local times are converted to instants, also before midnight of the day', (t) => {
  t.is(at('America/New_York', '2026-07-01', 570), '2026-07-01T13:30:00.000Z');
  t.is(at('America/New_York', '2026-12-31', 1200), '2027-01-01T01:00:00.000Z');
  t.is(at('Asia/Tokyo', '2026-01-01', 540), '2026-01-01T00:00:00.000Z');
  t.is(at('Asia/Tokyo', '2026-01-01', -60), '2025-12-31T14:00:00.000Z');
});

test('converting a local time to an instant and back returns the same day, all year', (t) => {
  for (const name of ['America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Hong_Kong']) {
    const zone = TimeZone.of(name);
    for (let day = parseDay('2024-12-30'); day < parseDay('2026-01-03'); day += 1) {
      for (const minutes of [0, 540, 1380])
        t.is(zone.dayOf(zone.instantOf(day, minutes)), day, `${name} ${formatDay(day)} ${minutes}`);
    }
  }
});
