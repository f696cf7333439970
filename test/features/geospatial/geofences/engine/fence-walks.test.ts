import test from 'ava';
import { BoxIndex } from '../../../../../src/features/geospatial/geofences/engine/box-index.js';
import { prepareFence } from '../../../../../src/features/geospatial/geofences/engine/fence-shape.js';
import type { FencePolicy, FenceShape } from '../../../../../src/features/geospatial/geofences/geofence.js';
import type { Corner } from '../../../../../src/features/geospatial/geometry/ring.js';
import { idOf } from '../../../../../src/features/geospatial/layer.js';
import { normalLongitude } from '../../../../../src/features/geospatial/position.js';
import { destination, distanceMeters } from '../../../../../src/features/geospatial/sphere.js';
import { FenceScene } from '../../../../support/fence-scene.js';
import fc from '../../../../support/properties.js';

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test('the box index finds the same boxes as a full scan, also after removals', (t) => {
  const box = fc
    .record({
      west: degrees(-180, 180),
      south: degrees(-90, 90),
      width: fc.oneof(degrees(0, 0.1), degrees(0, 3), degrees(0, 360)),
      height: fc.oneof(degrees(0, 0.1), degrees(0, 180)),
    })
    .map(({ west, south, width, height }) => ({
      west,
      south,
      east: Math.min(180, west + width),
      north: Math.min(90, south + height),
    }));
  fc.assert(
    fc.property(
      fc.array(box, { maxLength: 60 }),
      fc.array(fc.nat(59)),
      fc.array(fc.tuple(degrees(-90, 90), degrees(-180, 180)), { minLength: 40, maxLength: 40 }),
      (boxes, gone, places) => {
        const index = new BoxIndex();
        for (const [item, one] of boxes.entries()) index.add(item, [one]);
        for (const item of gone) index.remove(item);
        const left = [...boxes.entries()].filter(([item]) => !gone.includes(item));
        // A box includes its edges and corners, so these are queried too.
        const asked = [
          ...places,
          ...left.map(([, { south, west }]) => [south, west] as [number, number]),
          ...left.map(([, { north, east }]) => [north, east] as [number, number]),
        ];
        return asked.every(([lat, lon]) => {
          const found: number[] = [];
          const count = index.search(lat, lon, found);
          const expected = left
            .filter(([, { west, south, east, north }]) => lat >= south && lat <= north && lon >= west && lon <= east)
            .map(([item]) => item);
          return JSON.stringify(found.slice(0, count).sort((a, b) => a - b)) === JSON.stringify(expected);
        });
      },
    ),
    { numRuns: 300 },
  );
  t.pass();
});

const places = fc.constantFrom([52, 4], [0, 180], [-17, -179.9], [89.5, 20], [-89.6, -170]) as fc.Arbitrary<
  [number, number]
>;

/** Generates shapes of a few or of many kilometers around a position. */
const shapes = fc
  .tuple(places, fc.nat(360), degrees(0, 60_000), degrees(500, 80_000), fc.nat(3))
  .map(([[lat, lon], bearing, away, size, kind]): FenceShape => {
    const center = destination(lat, lon, bearing, away);
    const corner = (turn: number, meters = size): Corner => {
      const place = destination(center.lat, center.lon, turn, meters);
      return [place.lon, place.lat];
    };
    if (kind === 0)
      return { type: 'corridor', line: [corner(20), corner(200), corner(280, 3 * size)], widthMeters: size / 3 };
    if (kind === 1 && Math.abs(lat) < 80)
      return { type: 'polygon', coordinates: [0, 60, 150, 200, 290].map((turn) => corner(turn)) };
    return { type: 'circle', center, radiusMeters: size };
  });

/** Generates moving geofences around one of the aircraft below. */
const escorts = degrees(500, 40_000).map(
  (radiusMeters): FenceShape => ({ type: 'moving', entity: 'aircraft:4ca2d6', radiusMeters }),
);

const walks = fc
  .tuple(
    places,
    fc.array(fc.tuple(fc.nat(360), fc.oneof(degrees(0, 300), degrees(0, 30_000))), { minLength: 1, maxLength: 60 }),
  )
  .map(([[lat, lon], steps]) => {
    const walk = [{ lat, lon: normalLongitude(lon) }];
    for (const [bearing, meters] of steps) {
      const last = walk.at(-1) as { lat: number; lon: number };
      walk.push(destination(last.lat, last.lon, bearing, meters));
    }
    return walk;
  });

test('random walks through random fences produce the same transitions as checking every fence at every step', (t) => {
  let published = 0;
  fc.assert(
    fc.property(
      fc.array(shapes, { minLength: 1, maxLength: 12 }),
      fc.array(walks, { minLength: 1, maxLength: 5 }),
      degrees(0, 2_000),
      (fences, ways, hysteresisMeters) => {
        const world = new FenceScene();
        for (const [index, shape] of fences.entries()) world.put(shape, { hysteresisMeters }, { id: `f${index}` });
        const expected: string[] = [];
        const inside = new Set<string>();
        for (let step = 0; step < 61; step += 1) {
          for (const [who, way] of ways.entries()) {
            const place = way[step];
            if (place === undefined) continue;
            const entity = `vessel:${idOf('vessels', who + 1)}`;
            for (const [index, shape] of fences.entries()) {
              const visit = `f${index} ${entity}`;
              const prepared = prepareFence(shape);
              const meters =
                shape.type === 'circle'
                  ? distanceMeters(shape.center.lat, shape.center.lon, place.lat, place.lon) - shape.radiusMeters
                  : prepared?.distanceMeters(place.lat, place.lon);
              const isIn =
                shape.type === 'circle' ? (meters as number) <= 0 : prepared?.contains(place.lat, place.lon) === true;
              if (isIn && !inside.has(visit)) {
                inside.add(visit);
                expected.push(`entered ${visit} ${step}`);
              } else if (!isIn && inside.has(visit) && (meters as number) > hysteresisMeters) {
                inside.delete(visit);
                expected.push(`exited ${visit} ${step}`);
              }
            }
            world.move(entity, step + 1, place.lat, place.lon);
          }
        }
        const found = world.transitions.map(
          ({ type, fence, key, time }) => `${type} ${fence.id} vessel:${idOf('vessels', key)} ${time / 1000 - 1}`,
        );
        published += found.length;
        return JSON.stringify(found.sort()) === JSON.stringify(expected.sort());
      },
    ),
    { numRuns: 300 },
  );
  t.true(published > 300, `${published}`);
});

const planes = ['4ca2d6', '4ca2d7', '4ca2d8'] as const;

/** Generates a sequence of events for geofences and aircraft. */
const happenings = fc.array(
  fc.oneof(
    {
      weight: 40,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        who: fc.nat(2),
        bearing: fc.nat(360),
        // Distances of a step (m): zero, the distance of a vessel in ten seconds, the distance of an aircraft, and a
        // jump.
        meters: fc.oneof(fc.constant(0), degrees(0, 100), degrees(0, 3_000), degrees(0, 60_000)),
        // Number of straight steps.
        times: fc.integer({ min: 1, max: 8 }),
        accuracyMeters: fc.constantFrom(Number.NaN, Number.NaN, 10, 500),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('late' as const),
        who: fc.nat(2),
        bearing: fc.nat(360),
        seconds: fc.nat(20),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), who: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), fence: fc.nat(11), as: fc.nat(11) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), fence: fc.nat(11) }) },
  ),
  { minLength: 30, maxLength: 100 },
);

const policies = fc.record({
  hysteresisMeters: fc.constantFrom(0, 50, 2_000),
  minStaySeconds: fc.constantFrom(0, 0, 5),
  dwellSeconds: fc.constantFrom(null, 20),
  accuracyGateMeters: fc.constantFrom(null, null, 100),
});

test('fences with skipped checks produce the same transitions as fences checked at every report', (t) => {
  let published = 0;
  /**
   * With a band of all altitudes, the engine checks a geofence at every report, because aircraft may leave a band
   * without moving.
   */
  const everyHeight: Partial<FencePolicy> = { altitudeFeet: { min: null, max: null } };
  fc.assert(
    fc.property(
      places,
      fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: shapes }, { weight: 1, arbitrary: escorts }), policies), {
        minLength: 12,
        maxLength: 12,
      }),
      happenings,
      ([lat, lon], fences, course) => {
        const [quick, plain] = [{}, everyHeight].map((more) => {
          const world = new FenceScene();
          const put = (id: number, as: number, seconds: number) => {
            const [shape, policy] = fences[as] as (typeof fences)[number];
            world.put(shape, { ...policy, ...more }, { id: `f${id}` }, seconds);
          };
          const where = planes.map(() => ({ lat, lon: normalLongitude(lon) }));
          const at = (who: number) => where[who] as { lat: number; lon: number };
          for (const id of fences.keys()) put(id, id, 0);
          let seconds = 100;
          for (const one of course) {
            seconds += 1;
            if (one.kind === 'move') {
              for (let time = 0; time < one.times; time += 1) {
                const place = destination(at(one.who).lat, at(one.who).lon, one.bearing, one.meters);
                where[one.who] = place;
                seconds += 1;
                world.move(`aircraft:${planes[one.who]}`, seconds, place.lat, place.lon, {
                  altitudeFeet: 30_000,
                  accuracyMeters: one.accuracyMeters,
                });
              }
            } else if (one.kind === 'late') {
              // This report goes directly to the engine, because the live state drops outdated reports.
              const place = destination(at(one.who).lat, at(one.who).lon, one.bearing, 30_000);
              const key = Number.parseInt(planes[one.who] as string, 16);
              const observedAt = (seconds - one.seconds) * 1000 - 500;
              world.engine.move({
                layer: 'aircraft',
                key,
                ...place,
                observedAt,
                altitudeFeet: 30_000,
                accuracyMeters: Number.NaN,
                isFirst: false,
              });
            } else if (one.kind === 'lose') world.lose(`aircraft:${planes[one.who]}`, seconds);
            else if (one.kind === 'change') put(one.fence, one.as, seconds);
            else world.engine.end(`f${one.fence}`, seconds * 1000);
            world.engine.tick(seconds * 1000);
          }
          return world.transitions.map(({ fence, ...transition }) => ({ ...transition, fence: fence.id }));
        });
        published += quick?.length ?? 0;
        t.deepEqual(quick, plain);
      },
    ),
    { numRuns: 200 },
  );
  t.true(published > 2_000, `${published}`);
});
