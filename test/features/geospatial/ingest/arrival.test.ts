import 'reflect-metadata';
import test from 'ava';
import { FenceEngineRunner } from '../../../../src/features/geospatial/geofences/engine/fence-engine.runner.js';
import { positionSentence } from '../../../support/ais-sentence.js';
import { historyFor, keptPoints } from '../history/history-service.js';

const MMSI = 219024336;

test('a batch without times produces the geofence visits and every corner of the track', async (t) => {
  const service = await historyFor(t);
  const engine = service.services.get(FenceEngineRunner);
  await engine.start();
  t.teardown(() => engine.stop());
  const receiver = await service.signedIn('receiver', 'operator');
  await receiver.post('/geospatial/geofences', {
    name: 'Harbour',
    shape: { type: 'circle', center: { lat: 50.1, lon: 4 }, radiusMeters: 2_000 },
  });
  await engine.settle();
  // The vessel zigzags through the geofence from south to north.
  const fixes = Array.from({ length: 20 }, (_, index) => ({
    mmsi: MMSI,
    lat: 50 + index / 100,
    lon: index % 2 === 0 ? 4 : 4.01,
  }));
  const rawBody = fixes.map((fix) => `${positionSentence(fix)}\n`).join('');
  const { json } = await receiver.post('/geospatial/ingest/nmea', undefined, {
    rawBody,
    headers: { 'content-type': 'text/plain' },
  });
  t.like(json, { accepted: 20, stale: 0 });
  await engine.settle();
  await service.settle();
  const { items } = (await receiver.get('/timeline?type=geofence.*')).json;
  t.deepEqual(items.map(({ type }: { type: string }) => type).sort(), ['geofence.entered', 'geofence.exited']);
  await service.written();
  const kept = await keptPoints(service);
  t.deepEqual(
    kept.map(({ lat }) => Math.round(lat * 100) / 100),
    fixes.map(({ lat }) => Math.round(lat * 100) / 100),
  );
  const track = (await receiver.get(`/geospatial/vessels/${MMSI}/track`)).json;
  t.is(track.points.length, 20);
  // the points differ in microseconds, and `to` is exclusive
  const afterwards = new Date(Date.parse(track.points.at(-1).time) + 1).toISOString();
  const replayed = (await receiver.get(`/geospatial/vessels/${MMSI}/track?to=${afterwards}`)).json;
  t.is(replayed.points.length, 20);
});
