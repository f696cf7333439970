import 'reflect-metadata';
import test from 'ava';
import { FenceEngineRunner } from '../../../src/features/geospatial/geofences/engine/fence-engine.runner.js';
import { joined } from '../../../src/openapi/merged-schema.js';
import { MINUTE } from '../../support/service-for.js';
import { historyFor } from './history/history-service.js';
import { report, reportFlight, voyage } from './history/voyages.js';

const MMSI = 219_024_336;
const FLIGHT = 0x4ca2d6;

test('responses have their fields in the order of the schema: the id first, then the position, then the rest', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const fences = service.services.get(FenceEngineRunner);
  await fences.start();
  t.teardown(() => fences.stop());
  const shape = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };
  const { id } = (await ada.post('/geospatial/geofences', { name: 'Maas', shape })).json;
  await fences.settle();
  const at = service.clock.now() - 20 * MINUTE;
  report(service, MMSI, voyage({ lat: 52, lon: 4, at }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]));
  reportFlight(service, FLIGHT, voyage({ lat: 50, lon: 8, at }, [{ courseDegrees: 90, speedKnots: 420, minutes: 20 }]));
  await service.written();
  await fences.settle();
  await service.settle();
  const [from, moment, to] = [20, 10, 1].map((minutes) =>
    new Date(service.clock.now() - minutes * MINUTE).toISOString(),
  );
  const read = async (path: string) => (await ada.get(path)).json;
  const snapshot = await read(`/geospatial/snapshot?at=${moment}`);
  const replay = JSON.parse(
    (await ada.get(`/geospatial/replay?from=${moment}&to=${to}&stepSeconds=600`)).text.split('\n')[0] as string,
  );
  const backtest = (await ada.post(`/geospatial/geofences/${id}/backtest`, { from, to })).json;
  const answers: Array<[string, Record<string, unknown>, string[]]> = [
    ['Vessel', (await read('/geospatial/vessels?near=52,4&radiusMeters=20000000')).items[0], ['mmsi']],
    ['Aircraft', (await read('/geospatial/aircraft?near=50,8&radiusMeters=20000000')).items[0], ['icao24']],
    ['VesselTrack', await read(`/geospatial/vessels/${MMSI}/track`), ['mmsi', 'from', 'to']],
    ['AircraftTrack', await read('/geospatial/aircraft/4ca2d6/track'), ['icao24', 'from', 'to']],
    ['VesselSnapshot', snapshot.vessels[0], ['mmsi', 'name', 'position']],
    ['AircraftSnapshot', snapshot.aircraft[0], ['icao24', 'callsign', 'position']],
    ['ReplayVessel', replay.vessels[0], ['mmsi', 'lat', 'lon']],
    ['ReplayAircraft', replay.aircraft[0], ['icao24', 'lat', 'lon']],
    [
      'GeofenceTransition',
      (await read(`/geospatial/geofences/${id}/transitions`)).items[0],
      ['id', 'type', 'geofenceId'],
    ],
    ['BacktestTransition', backtest.transitions[0], ['type', 'geofenceId']],
  ];
  const listed = Object.keys(answers[0]?.[1] ?? {}).filter((field) => field !== 'distanceMeters');
  t.deepEqual(Object.keys(await read(`/geospatial/vessels/${MMSI}`)), listed, 'one by one without a distance');
  for (const [name, answer, first] of answers) {
    const described = Object.keys(
      joined(service.app.document, service.app.document.components.schemas[name] ?? {}).properties as object,
    );
    t.deepEqual(Object.keys(answer), described, name);
    t.deepEqual(described.slice(0, first.length), first, name);
  }
});
