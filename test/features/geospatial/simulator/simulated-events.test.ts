import test from 'ava';
import { simulatedEvents } from '../../../../src/features/geospatial/simulator/simulated-events.js';

const HOUR_MS = 3_600_000;
const start = Date.UTC(2026, 10, 21);

test('there are events of every type, labeled as simulated by provider and title', (t) => {
  const events = simulatedEvents(1, start);
  t.deepEqual([...new Set(events.map(({ type }) => type))].sort(), [
    'earthquake',
    'flood',
    'storm',
    'volcano',
    'wildfire',
  ]);
  for (const { provider, title, severity, position, startedAt, endedAt, reportedAt } of events) {
    t.is(provider, 'simulator');
    t.regex(title, /\(simulated\)$/);
    t.true(Number.isInteger(severity) && severity >= 1 && severity <= 5);
    t.true(Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180);
    t.true(
      startedAt.getTime() <= start && reportedAt.getTime() <= start && (endedAt === null || endedAt.getTime() <= start),
    );
  }
});

test('the same seed gives the same events at any time, each with one key', (t) => {
  t.deepEqual(simulatedEvents(7, start), simulatedEvents(7, start));
  t.notDeepEqual(simulatedEvents(8, start), simulatedEvents(7, start));
  const keys = simulatedEvents(7, start).map(({ key }) => key);
  t.is(new Set(keys).size, keys.length);
});

test('a storm moves, grows and ends under one key, with a report every six hours', (t) => {
  const storms = simulatedEvents(1, start).filter(({ type }) => type === 'storm');
  const storm = storms.reduce((one, other) => (other.startedAt > one.startedAt ? other : one));
  const announced = Array.from({ length: 24 * 11 }, (_, hour) =>
    simulatedEvents(1, start + hour * HOUR_MS).find(({ key }) => key === storm.key),
  ).filter((one) => one !== undefined);
  t.is(announced.at(-1)?.endedAt !== null, true);
  const reports = [...new Map(announced.map((one) => [one.reportedAt.getTime(), one])).values()];
  t.true(reports.length > 3);
  t.is(new Set(reports.map(({ position }) => `${position.lat},${position.lon}`)).size, reports.length);
  t.true(reports.some(({ magnitude }, at) => magnitude?.value !== reports[at - 1]?.magnitude?.value));
});

test('every hour has one earthquake, and most are small', (t) => {
  const quakes = simulatedEvents(1, start).filter(({ type }) => type === 'earthquake');
  t.true(quakes.length >= 23 && quakes.length <= 26);
  t.true(quakes.filter(({ magnitude }) => (magnitude?.value ?? 9) < 5).length > quakes.length / 2);
  for (const { depthKm, startedAt, endedAt } of quakes)
    t.true((depthKm as number) > 0 && endedAt?.getTime() === startedAt.getTime());
});

test('the severity is 1 more for each bound of the magnitude that is reached', (t) => {
  const bounds = { earthquake: [4.5, 5.5, 6.5, 7.5], storm: [50, 64, 96, 113], wildfire: [1_000, 5_000, 20_000] };
  const reached = new Set<string>();
  for (let day = 0; day < 120; day += 1)
    for (const { type, magnitude, severity } of simulatedEvents(3, start + day * 24 * HOUR_MS)) {
      if (!(type in bounds)) continue;
      const value = magnitude?.value as number;
      const passed = bounds[type as keyof typeof bounds].filter((bound) => value >= bound);
      t.is(severity, 1 + passed.length, `${type} ${value}`);
      if (passed.includes(value)) reached.add(type);
    }
  t.true(reached.has('earthquake') && reached.has('storm'), 'a magnitude at a bound was seen');
});

test('an event is reported at its start and its updates, and its end is known when it has ended', (t) => {
  const updates = { storm: 6, wildfire: 12, flood: 24, volcano: 24 };
  for (let hour = 0; hour < 24 * 30; hour += 5) {
    const now = start + hour * HOUR_MS;
    for (const { type, startedAt, reportedAt, endedAt } of simulatedEvents(3, now)) {
      const since = reportedAt.getTime() - startedAt.getTime();
      t.true(since >= 0 && reportedAt.getTime() <= now);
      if (endedAt !== null) t.deepEqual(endedAt, reportedAt);
      else t.is(since % (updates[type as keyof typeof updates] * HOUR_MS), 0, type);
    }
  }
});
