import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../../../src/database/database.js';
import { MovingObjectRepository } from '../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import { RestoreLiveState } from '../../../../src/features/geospatial/history/objects/restore.runner.js';
import { TakeOverRunner } from '../../../../src/features/geospatial/history/objects/take-over.runner.js';
import { TrackWriter } from '../../../../src/features/geospatial/history/recording/track-writer.runner.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { TrackPoint } from '../../../../src/features/geospatial/track-point.js';
import type { Vessel } from '../../../../src/features/geospatial/vessel.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import { historyFor, keep, keptPoints } from './history-service.js';
import { report, voyage } from './voyages.js';

const MMSI = 219_024_336;

/** A repository that fails as the test says. */
class FickleTracks extends TrackRepository {
  away = false;
  bad = false;

  override async write(points: readonly TrackPoint[]): Promise<void> {
    if (this.away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    if (this.bad) throw new Error('These are no points.');
    await super.write(points);
  }
}

async function fickle(t: ExecutionContext) {
  let tracks: FickleTracks | undefined;
  const service = await historyFor(t, {
    replace: (services) => {
      tracks = new FickleTracks(services.get(Database));
      services.set(TrackRepository, tracks);
    },
  });
  return { service, tracks: tracks as FickleTracks };
}

// The tests are serial, because each has a whole service and its own database.
test.serial('points are in the database a second after they were reported', async (t) => {
  const service = await historyFor(t);
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 30 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 30 },
    ]),
  );
  t.deepEqual(await keptPoints(service), []);
  await service.timers.advance(1_000);
  await service.written();
  const points = await keptPoints(service);
  t.is(points.length, service.writer.counts.written);
  t.is(points[0]?.object, MMSI);
});

test.serial('a late or repeated report adds nothing to a track', async (t) => {
  const service = await historyFor(t);
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 30 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 30 },
  ]);
  report(service, MMSI, said);
  await service.written();
  const before = await keptPoints(service);
  report(service, MMSI, [
    ...said.slice(0, 50),
    { at: service.clock.now() - 29 * MINUTE, lat: 50, lon: 3, speedKnots: 0, courseDegrees: 0 },
  ]);
  await service.written();
  t.deepEqual(await keptPoints(service), before);
});

test.serial('points that are written twice are stored once', async (t) => {
  const service = await historyFor(t);
  const tracks = service.services.get(TrackRepository);
  const points = Array.from({ length: 100 }, (_point, index) => ({
    layer: 'vessels' as const,
    key: MMSI,
    lat: 52,
    lon: 4,
    observedAt: service.clock.now() - index * 1_000,
    speedKnots: Number.NaN,
    courseDegrees: Number.NaN,
    altitudeFeet: Number.NaN,
  }));
  await Promise.all([tracks.write(points), tracks.write(points.toReversed())]);
  t.is((await keptPoints(service)).length, 100);
});

test.serial('while the database is unavailable points wait, and they are written when it is back', async (t) => {
  const { service, tracks } = await fickle(t);
  tracks.away = true;
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 30 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 30 },
    ]),
  );
  await service.timers.advance(30_000);
  t.is(service.writer.counts.written, 0);
  tracks.away = false;
  await service.timers.advance(1_000);
  await service.written();
  t.is((await keptPoints(service)).length, service.writer.counts.kept);
  t.is(service.writer.counts.dropped, 0);
});

test.serial('when the database is unavailable for too long the oldest points are dropped and counted', async (t) => {
  const { service, tracks } = await fickle(t);
  tracks.away = true;
  const at = service.clock.now() - 500_000;
  // Every report is far from the previous one, so each becomes a track point.
  for (let index = 0; index < 260_000; index += 1) {
    const lat = index % 2 === 0 ? 10 : 20;
    service.picture.takeVessel({
      key: MMSI,
      observedAt: at + index,
      receivedAt: at,
      provider: 'ais',
      lat,
      lon: 4,
      speedKnots: 1,
      courseDegrees: 0,
    });
  }
  const { kept, dropped } = service.writer.counts;
  t.is(kept, 260_000);
  t.is(dropped, 10_000);
  tracks.away = false;
  await service.timers.advance(1_000);
  await service.written();
  const [first] = (
    await service.database.database.query<{ at: number }>(
      `select min(date_part('epoch', observed_at) * 1000)::float8 as at from track_points`,
    )
  ).rows;
  t.is(Math.round(first?.at as number), at + 10_000);
});

test.serial('points that the database rejects do not block the points after them', async (t) => {
  const { service, tracks } = await fickle(t);
  tracks.bad = true;
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 0.5 },
    ]),
  );
  await service.timers.advance(1_000);
  tracks.bad = false;
  report(
    service,
    MMSI + 1,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 0.5 },
    ]),
  );
  await service.written();
  t.true((await keptPoints(service)).some(({ object }) => object === MMSI + 1));
  t.true(service.writer.counts.dropped >= 1);
});

test.serial('shutdown writes the waiting points and the latest point of every object', async (t) => {
  const service = await historyFor(t);
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 4 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 4 },
  ]);
  report(service, MMSI, said);
  await service.writer.stop();
  t.deepEqual(
    (await keptPoints(service)).map(({ at }) => at),
    [said[0]?.at, said.at(-1)?.at],
  );
  t.is(service.timers.size, 0);
});

test.serial('when another process leads, points already selected are written, and later ones are not', async (t) => {
  const service = await historyFor(t);
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 4 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 4 },
  ]);
  report(service, MMSI, said);
  await service.writer.stepDown();
  report(service, MMSI + 1, said);
  await service.timers.advance(10_000);
  const first = said[0]?.at;
  t.deepEqual(
    (await keptPoints(service)).map(({ object, at }) => [object, at]),
    [[MMSI, first]],
  );
  t.is(service.timers.size, 0);
});

test.serial('a process that takes over leadership restores the state that the former leader stored', async (t) => {
  const first = await historyFor(t);
  const standby = await serviceFor(t, { parts: { database: first.database.database, clock: first.clock } });
  await standby.services.get(RestoreLiveState).start();
  first.clock.advance(2 * MINUTE);
  report(
    first,
    MMSI,
    voyage({ lat: 52, lon: 4, at: first.clock.now() - MINUTE }, [{ courseDegrees: 90, speedKnots: 12, minutes: 1 }]),
  );
  await first.writer.stop();
  const picture = standby.services.get(LiveState);
  t.is(picture.vessels.get(MMSI), undefined);
  await standby.services.get(TakeOverRunner).start();
  t.deepEqual(picture.vessels.get(MMSI), first.picture.vessels.get(MMSI));
});

test.serial('a restarted service has the live positions from before the restart', async (t) => {
  const first = await historyFor(t);
  report(
    first,
    MMSI,
    voyage({ lat: 52, lon: 4, at: first.clock.now() - 4 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 4 },
    ]),
    {
      name: 'ADA',
      shipTypeCode: 70,
      station: 'class_a',
      destination: null,
      eta: first.clock.now(),
    },
  );
  first.picture.takeAircraft({
    key: 0x14ca2d6,
    observedAt: first.clock.now(),
    receivedAt: first.clock.now(),
    provider: 'adsb',
    lat: 1,
    lon: 2,
    emergency: 'general',
    onGround: false,
  });
  await first.writer.stop();
  const second = await serviceFor(t, { parts: { database: first.database.database, clock: first.clock } });
  const picture = second.services.get(LiveState);
  await second.services.get(RestoreLiveState).start();
  t.truthy(picture.vessels.get(MMSI)?.position);
  t.deepEqual(picture.vessels.get(MMSI), first.picture.vessels.get(MMSI));
  t.deepEqual(picture.aircraft.get(0x14ca2d6), first.picture.aircraft.get(0x14ca2d6));
});

test.serial('objects silent for longer than the expiry of live positions are not restored', async (t) => {
  const service = await historyFor(t);
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - MINUTE }, [{ courseDegrees: 90, speedKnots: 12, minutes: 1 }]),
  );
  await service.writer.stop();
  service.clock.advance(3 * 3_600_000);
  const restored: unknown[] = [];
  service.picture.restore = (_layer, state) => void restored.push(state);
  await service.services.get(RestoreLiveState).start();
  t.deepEqual(restored, []);
});

test.serial('thousands of objects are restored, each once', async (t) => {
  const service = await historyFor(t);
  const at = service.clock.now() - MINUTE;
  // Many objects have the same time, so the position to continue from cannot be a time alone.
  for (let key = 200_000_000; key < 200_005_001; key += 1)
    service.picture.takeVessel({ key, observedAt: at, receivedAt: at, provider: 'ais', lat: 1, lon: 2 });
  await service.writer.stop();
  const restored: number[] = [];
  service.picture.restore = (_layer, { key }) => void restored.push(key);
  await service.services.get(RestoreLiveState).start();
  t.is(restored.length, 5_001);
  t.is(new Set(restored).size, 5_001);
});

test.serial('a stored state older than the live state does not replace it', async (t) => {
  const service = await historyFor(t);
  const objects = service.services.get(MovingObjectRepository);
  const at = service.clock.now();
  service.picture.takeVessel({
    key: MMSI,
    observedAt: at,
    receivedAt: at,
    provider: 'ais',
    lat: 1,
    lon: 2,
    name: 'NEW',
  });
  const state = service.picture.vessels.get(MMSI);
  if (state === undefined) throw new Error('It was not taken.');
  await objects.save('vessels', [state]);
  await objects.save('vessels', [{ ...state, name: 'OLD', observedAt: at - 1 }]);
  t.is(((await objects.find('vessels', MMSI)) as { name?: string }).name, 'NEW');
});

test.serial('the state of objects is stored every ten seconds', async (t) => {
  const service = await historyFor(t);
  const at = service.clock.now();
  service.picture.takeVessel({
    key: MMSI,
    observedAt: at,
    receivedAt: at,
    provider: 'ais',
    lat: 1,
    lon: 2,
    name: 'A\0DA\ud800',
  });
  await service.timers.advance(10_000);
  await service.written();
  t.is(
    ((await service.services.get(MovingObjectRepository).find('vessels', MMSI)) as { name?: string }).name,
    'ADA\ufffd',
  );
});

test.serial('a writer that was never started can be stopped', async (t) => {
  const service = await serviceFor(t);
  await t.notThrowsAsync(service.services.get(TrackWriter).stop());
});

test.serial('tracks are deleted after their retention, and objects not seen for three months', async (t) => {
  const service = await historyFor(t, { env: { SVC_TRACK_DAYS: '2' } });
  const day = 86_400_000;
  const base = { layer: 'vessels' as const, lat: 1, lon: 2, speedKnots: 1, courseDegrees: 1, altitudeFeet: Number.NaN };
  const old = Array.from({ length: 6_000 }, (_point, index) => ({
    ...base,
    key: index,
    observedAt: service.clock.now() - 3 * day,
  }));
  await keep(service, [...old, { ...base, key: MMSI, observedAt: service.clock.now() - day }]);
  const at = service.clock.now();
  service.picture.takeVessel({ key: MMSI, observedAt: at, receivedAt: at, provider: 'ais', lat: 1, lon: 2 });
  const state = service.picture.vessels.get(MMSI) as Vessel;
  const unseenFor = (days: number, key: number) => ({ ...state, key, observedAt: at - days * day });
  await service.services.get(MovingObjectRepository).save('vessels', [unseenFor(91, MMSI), unseenFor(89, MMSI + 1)]);
  await service.jobs.run('geospatial.forget-tracks');
  await service.jobs.run('geospatial.forget-tracks');
  t.deepEqual(
    (await keptPoints(service)).map(({ object }) => object),
    [MMSI],
  );
  const { rows } = await service.database.database.query<{ object: number }>('select object from moving_objects');
  t.deepEqual(rows, [{ object: MMSI + 1 }]);
});
