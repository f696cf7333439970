import 'reflect-metadata';
import test from 'ava';
import { WORLD } from '../../../../src/features/geospatial/box.js';
import { Playback } from '../../../../src/features/geospatial/history/replay/playback.js';
import { frameOf } from '../../../../src/features/geospatial/history/replay/replay.service.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';

test('building a frame of many vessels does not block the event loop', async (t) => {
  const playback = new Playback({ vessels: HOUR, aircraft: HOUR });
  const fix = { lat: 1, lon: 1, observedAt: 0, speedKnots: 1, courseDegrees: 1, altitudeFeet: Number.NaN };
  for (let key = 0; key < 50_000; key += 1) playback.add({ layer: 'vessels', key, ...fix });
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { vessels, truncated } = await frameOf(playback, MINUTE, WORLD, ['vessels']);
  isOver = true;
  t.deepEqual([vessels.length, truncated], [5_000, ['vessels']]);
  t.true(turns >= 9, `${turns}`);
});
