import test from 'ava';
import type { Detection } from '../../../../src/features/geospatial/detectors/detector.js';
import { PortCall } from '../../../../src/features/geospatial/detectors/port-call.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { callScore } from '../../../support/labelled-calls.js';

const from = Date.UTC(2026, 10, 10);
const first = { previousLat: Number.NaN, previousLon: Number.NaN, previousObservedAt: Number.NaN };

test('of labelled runs of the simulator 97 % of the calls are found, and 97 % of the calls found are right', async (t) => {
  const score = await callScore(7);
  t.log(score);
  t.true(score.labels > 100);
  t.true(score.recall >= 0.97);
  t.true(score.precision >= 0.97);
});

test('reports of two vessels with one MMSI give no call', (t) => {
  const calls: Detection[] = [];
  const detector = new PortCall(
    (call) => void calls.push(call),
    new PortTable(),
    (key) => ({ key, name: null, shipTypeCode: 70, station: 'class_a', navigationStatus: 5 }),
  );
  const [rotterdam, singapore] = [
    { lat: 51.9, lon: 4.4833 },
    { lat: 1.2833, lon: 103.85 },
  ];
  let previous = first;
  for (let index = 0; index < 600; index += 1) {
    const place = index % 2 === 0 ? rotterdam : singapore;
    const observedAt = from + index * 10_000;
    const speedKnots = index < 20 ? 8 : 0;
    detector.moved({ layer: 'vessels', key: 244_000_001, ...place, observedAt, speedKnots, ...previous });
    previous = { previousLat: place.lat, previousLon: place.lon, previousObservedAt: observedAt };
  }
  t.deepEqual(calls, []);
});
