import test from 'ava';
import { countryOf, isMilitary } from '../../../../src/features/geospatial/adsb/icao-country.js';
import { fleets } from '../../../../src/features/geospatial/simulator/aircraft-identity.js';
import { readAirports, SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { distanceMeters, METERS_PER_NAUTICAL_MILE } from '../../../../src/features/geospatial/sphere.js';

const start = Date.UTC(2026, 10, 21);
const aircraft = await SimulatedAircraft.create(1);
const airports = [...readAirports().values()];

test('every home airport of a fleet is in the table of airports', (t) => {
  const known = new Set(readAirports().keys());
  t.deepEqual(
    fleets.flatMap(({ hubs }) => hubs).filter((hub) => !known.has(hub)),
    [],
  );
});

test('every address belongs to the state of registration, to no military block, and to one aircraft only', (t) => {
  t.is(new Set(aircraft.addresses).size, aircraft.size);
  t.deepEqual(aircraft.addresses.filter(isMilitary), []);
  for (const { key, callsign } of aircraft.all(start / 1000))
    t.is(`X${countryOf(key)}`, (callsign as string).slice(0, 3));
});

test('about 300 aircraft fly at any time, some are on the ground, and parked ones do not report', (t) => {
  for (const hour of [0, 5, 11, 77]) {
    const reports = [...aircraft.all(start / 1000 + hour * 3600)];
    t.true(reports.length > 260 && reports.length < 380, `${reports.length}`);
    t.true(reports.some(({ onGround }) => onGround));
    t.true(
      reports.some(({ verticalRateFpm }) => (verticalRateFpm as number) > 500) &&
        reports.some(({ verticalRateFpm }) => (verticalRateFpm as number) < -500),
    );
  }
});

test('a flight begins and ends on the ground of an airport and never jumps in position, altitude or speed', (t) => {
  for (const icao24 of aircraft.addresses.slice(0, 60)) {
    const times = Array.from({ length: 24 * 180 + 1 }, (_, step) => start + step * 20_000);
    const fixes = times.flatMap((observedAt) => {
      const state = aircraft.stateOf(icao24, observedAt);
      return state === undefined ? [] : [{ ...state, observedAt }];
    });
    for (let at = 1; at < fixes.length; at += 1) {
      const [before, fix] = [fixes[at - 1], fixes[at]];
      if (before === undefined || fix === undefined) continue;
      if (fix.observedAt - before.observedAt > 20_000) {
        for (const end of [before, fix]) {
          t.true(airports.some(({ lat, lon }) => distanceMeters(lat, lon, end.lat, end.lon) < 500));
          t.is(end.altitudeFeet, 0);
        }
        continue;
      }
      const knots = distanceMeters(before.lat, before.lon, fix.lat, fix.lon) / METERS_PER_NAUTICAL_MILE / (20 / 3600);
      t.true(knots < 495, `${knots} knots`);
      t.true(Math.abs((fix.altitudeFeet as number) - (before.altitudeFeet as number)) <= 1_200);
    }
  }
});

test('the same seed gives the same aircraft at any time, and another seed gives others', async (t) => {
  const second = start / 1000 + 1_000_003;
  t.deepEqual([...(await SimulatedAircraft.create(1)).all(second)], [...aircraft.all(second)]);
  t.notDeepEqual([...(await SimulatedAircraft.create(2)).all(second)], [...aircraft.all(second)]);
});

test('every aircraft in the air reports every five to ten seconds', (t) => {
  const times = new Map<number, number[]>();
  for (let second = start / 1000; second < start / 1000 + 60; second += 1)
    for (const { key, observedAt } of aircraft.due(second)) times.set(key, [...(times.get(key) ?? []), observedAt]);
  for (const seen of times.values())
    for (let at = 1; at < seen.length; at += 1)
      t.true([5, 6, 7, 8, 9, 10].includes(((seen[at] as number) - (seen[at - 1] as number)) / 1000));
});

test('a squawk has four octal digits, and 7700 is used by one aircraft at a time, a few times a day', (t) => {
  const emergencies = new Set<number>();
  for (let second = start / 1000; second < start / 1000 + 86_400; second += 60) {
    const reports = [...aircraft.all(second)];
    const declared = reports.filter(({ squawk }) => squawk === '7700');
    t.true(declared.length <= 2); // the last report of the previous emergency may be ten seconds old
    for (const { key, emergency, onGround } of declared) {
      emergencies.add(key);
      t.is(emergency, 'general');
      t.false(onGround);
    }
    for (const { squawk } of reports) t.regex(squawk as string, /^[0-7]{4}$/);
    t.false(reports.some(({ squawk }) => squawk === '7500' || squawk === '7600'));
  }
  t.true(emergencies.size >= 8 && emergencies.size <= 12, `${emergencies.size}`);
});
