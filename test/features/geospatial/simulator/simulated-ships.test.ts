import test from 'ava';
import { SeaLanes } from '../../../../src/features/geospatial/simulator/sea-lanes.js';
import { shipIdentity } from '../../../../src/features/geospatial/simulator/ship-identity.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { planVoyage } from '../../../../src/features/geospatial/simulator/voyage.js';
import { distanceMeters, METERS_PER_NAUTICAL_MILE } from '../../../../src/features/geospatial/sphere.js';
import { keyOf } from '../../../../src/simulation/noise.js';
import { isLand } from './land.js';

const HOUR_MS = 3_600_000;
const start = Date.UTC(2026, 10, 21);
const lanes = new SeaLanes();
const ships = await SimulatedShips.create(1, lanes);

/** Returns whether a position is in the Suez or Panama Canal, including the water off both ends. */
const isCanal = (lat: number, lon: number) =>
  (lat > 29.7 && lat < 31.6 && lon > 32.1 && lon < 32.7) || (lat > 8.7 && lat < 9.7 && lon > -80.1 && lon < -79.4);
/** Returns whether a position is near a port. The map's coast is too coarse there: berths are inside its land. */
const isPort = (lat: number, lon: number) =>
  lanes.ports.some((port) => distanceMeters(lat, lon, port.lat, port.lon) < 30_000);

test('the land mask has land and sea at known positions', (t) => {
  t.deepEqual([isLand(51, 10), isLand(-25, 135), isLand(0, -30), isLand(36, -5.5), isLand(52, 178.9)].map(Boolean), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('no vessel is on land, except in ports and canals', (t) => {
  const ashore: string[] = [];
  let atSea = 0;
  for (let hour = 0; hour < 24 * 30; hour += 97) {
    for (const mmsi of ships.mmsis) {
      const place = ships.placeOf(mmsi, start + hour * HOUR_MS);
      if (place === undefined || isCanal(place.lat, place.lon) || isPort(place.lat, place.lon)) continue;
      atSea += 1;
      if (isLand(place.lat, place.lon)) ashore.push(`${mmsi} at ${place.lat},${place.lon}`);
    }
  }
  t.deepEqual(ashore, []);
  t.true(atSea > 2_500, `${atSea} at sea`);
});

test('a vessel is no faster than its type allows and never jumps', (t) => {
  for (const mmsi of ships.mmsis.slice(0, 200)) {
    const fixes = Array.from({ length: 36 * 12 + 1 }, (_, step) => ships.placeOf(mmsi, start + step * 300_000));
    for (let at = 1; at < fixes.length; at += 1) {
      const [before, fix] = [fixes[at - 1], fixes[at]];
      if (before === undefined || fix === undefined) continue;
      const knots = distanceMeters(before.lat, before.lon, fix.lat, fix.lon) / METERS_PER_NAUTICAL_MILE / (300 / 3600);
      t.true(knots < 22, `${mmsi}: ${knots} knots`);
    }
  }
});

test('the same seed gives the same vessels at any time, and another seed gives others', async (t) => {
  const [again, other] = [await SimulatedShips.create(1), await SimulatedShips.create(2, lanes)];
  const seconds = [start / 1000, start / 1000 + 5_000_000];
  for (const second of seconds) {
    t.deepEqual([...again.all(second)], [...ships.all(second)]);
    t.notDeepEqual([...other.all(second)], [...ships.all(second)]);
  }
});

test('the initial reports of vessels have the times of the last reports that another process generated', (t) => {
  const first = start / 1000;
  const heard = new Map<number, number>();
  for (let second = first; second < first + 120; second += 1)
    for (const { key, observedAt } of ships.due(second)) heard.set(key, observedAt);
  for (const { key, observedAt } of ships.all(first + 119)) t.is(heard.get(key), observedAt);
});

test('every vessel has its own MMSI, IMO number and name, and the IMO number has a valid check digit', (t) => {
  const reports = [...ships.all(start / 1000 + 120)];
  t.true(reports.length > 590);
  t.is(new Set(ships.mmsis).size, ships.size);
  t.is(new Set(reports.map(({ name }) => name)).size, reports.length);
  const imos = reports.flatMap(({ imo }) => imo ?? []);
  t.is(new Set(imos).size, imos.length);
  for (const imo of imos) {
    const digits = [...String(imo)].map(Number);
    t.is(digits.length, 7);
    const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (7 - at), 0);
    t.is(sum % 10, digits[6] as number);
  }
});

test('there are vessels of every type under way, at anchor and in port', (t) => {
  const reports = [...ships.all(start / 1000)];
  const statuses = new Map<number | null | undefined, number>();
  for (const { navigationStatus } of reports) statuses.set(navigationStatus, (statuses.get(navigationStatus) ?? 0) + 1);
  t.true((statuses.get(0) ?? 0) > 350);
  t.true((statuses.get(1) ?? 0) > 3);
  t.true((statuses.get(5) ?? 0) > 40);
  t.true((statuses.get(7) ?? 0) > 3);
  t.deepEqual(
    [30, 60, 70, 80].map((code) => reports.some(({ shipTypeCode }) => shipTypeCode === code)),
    [true, true, true, true],
  );
  for (const { eta, observedAt, destination } of reports)
    t.true((eta as number) >= (observedAt as number) - 60_000 && (destination as string).length > 0);
});

test('a voyage calls at a number of ports that is usual for its type of vessel, including the minimum and the maximum', (t) => {
  const counts = new Map<string, Set<number>>();
  for (let index = 0; index < 600; index += 1) {
    const key = keyOf(7, `ship ${index}`);
    const ship = shipIdentity(key, index);
    const legs = new Set(planVoyage(key, ship, lanes).phases.map(({ path }) => path)).size;
    const [fewest, most] = ship.kind.ports;
    t.true(legs >= fewest && legs <= most, `${ship.kind.name}: ${legs}`);
    counts.set(ship.kind.name, (counts.get(ship.kind.name) ?? new Set()).add(legs));
  }
  t.true([...counts.values()].some(({ size }) => size >= 2));
});
