import 'reflect-metadata';
import test from 'ava';
import type { Detection } from '../../../../src/features/geospatial/detectors/detector.js';
import { DetectorsRunner } from '../../../../src/features/geospatial/detectors/detectors.runner.js';
import { PortCall } from '../../../../src/features/geospatial/detectors/port-call.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { between } from '../../../../src/features/geospatial/history/significance.js';
import { callsOf, SimulatedPast } from '../../../../src/features/geospatial/past/simulated-past.service.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { serviceFor } from '../../../support/service-for.js';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 21);
const ports = new PortTable();
const first = { previousLat: Number.NaN, previousLon: Number.NaN, previousObservedAt: Number.NaN };

test('the calls of the past are those that the detector finds in every report of the vessels', async (t) => {
  const world = await SimulatedShips.create(1);
  const found = new Map<string, Detection>();
  const vessels = new Map(world.vessels().map((vessel) => [vessel.mmsi, vessel]));
  let status: number | null = null;
  const detector = new PortCall(
    (call) => void found.set(call.key, call),
    ports,
    (key) => {
      const { name = '', typeCode = 0 } = vessels.get(key) ?? {};
      return { key, name, shipTypeCode: typeCode, station: 'class_a', navigationStatus: status };
    },
  );
  const from = now - 12 * 3_600_000;
  for (let second = from / 1_000; second < now / 1_000; second += 1)
    for (const { key, lat = 0, lon = 0, observedAt, speedKnots, navigationStatus } of world.due(second)) {
      status = navigationStatus ?? null;
      detector.moved({ layer: 'vessels', key, lat, lon, observedAt, speedKnots: speedKnots ?? Number.NaN, ...first });
    }
  const past = [...vessels.values()].flatMap((vessel) => callsOf(vessel, from, now, ports));
  const byKey = (calls: Iterable<Detection>) => [...calls].sort((one, other) => (one.key < other.key ? -1 : 1));
  t.deepEqual(byKey(past), byKey(found.values()));
  t.true(past.length > 30, `${past.length}`);
});

test('a track of the past is within 100 m of the vessel at all times, in at most 60 points a day', async (t) => {
  const world = await SimulatedShips.create(1);
  let most = 0;
  let points = 0;
  for (const vessel of world.vessels()) {
    const fixes = [...vessel.trackReports(now - DAY, now)] as Array<{ lat: number; lon: number; observedAt: number }>;
    points += fixes.length;
    if (vessel.mmsi % 10 !== 0) continue;
    fixes.slice(1).forEach((after, at) => {
      const before = fixes[at] as (typeof fixes)[0];
      for (let time = before.observedAt; time < after.observedAt; time += 100_000) {
        const place = world.placeOf(vessel.mmsi, time);
        const line = between(before, after, time);
        most = Math.max(most, distanceMeters(place?.lat ?? 0, place?.lon ?? 0, line.lat, line.lon));
      }
    });
  }
  t.log({ mostMeters: Math.round(most), pointsPerVesselAndDay: points / world.size });
  t.true(most < 100);
  t.true(points / world.size < 60);
});

test('simulated vessels have calls and tracks at the start, and storing them again changes nothing', async (t) => {
  const { services, clock, ...service } = await serviceFor(t);
  const [world, runner] = [await SimulatedShips.create(1), services.get(DetectorsRunner)];
  await runner.start();
  t.teardown(() => runner.stop());
  const ada = await service.signedIn();
  const past = services.get(SimulatedPast);
  const add = async () => {
    await past.add(world.vessels(), (calls) => runner.adopt(calls), new AbortController().signal);
    await past.settle();
    await runner.settle();
  };
  const list = async (path: string) => (await ada.get(path)).json.items as Array<Record<string, unknown>>;
  await add();
  const calls = await list('/geospatial/events?type=port_call&limit=500');
  t.is(calls.length, 500);
  t.true(calls.every(({ provenance }) => (provenance as { simulated: boolean }).simulated));
  const moored = world
    .vessels()
    .find(
      (vessel) => callsOf(vessel, clock.now() - 45 * DAY, clock.now(), ports).findLast(() => true)?.endedAt === null,
    );
  const mmsi = String(moored?.mmsi).padStart(9, '0');
  const [current, before] = await list(`/geospatial/vessels/${mmsi}/calls`);
  t.is(current?.departedAt, null);
  t.is(typeof before?.departedAt, 'string');
  const track = (await ada.get(`/geospatial/vessels/${mmsi}/track`)).json;
  t.true(track.pointsBefore >= 24);
  t.deepEqual(track.gaps, []);
  await add();
  t.deepEqual(await list('/geospatial/events?type=port_call&limit=500'), calls);
  t.is((await ada.get(`/geospatial/vessels/${mmsi}/track`)).json.pointsBefore, track.pointsBefore);
});
