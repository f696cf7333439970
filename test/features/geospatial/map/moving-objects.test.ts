import test from 'ava';
import { sourcesOf } from '../../../../src/features/geospatial/map/moving-objects.js';
import { liveState } from '../../../support/live-state.js';

test('the sources of many objects have every provider and the time of the latest report', (t) => {
  const { picture, clock, vessel } = liveState();
  for (let key = 211_000_001; key <= 211_005_000; key += 1) vessel({ key });
  const slots = Int32Array.from({ length: 5_000 }, (_, slot) => slot);
  t.deepEqual(sourcesOf(picture.vessels, slots), { providers: ['test'], receivedAt: clock.now() });
  clock.advance(60_000);
  vessel({ key: 211_002_222, provider: 'other' });
  t.deepEqual(sourcesOf(picture.vessels, slots), { providers: ['other', 'test'], receivedAt: clock.now() });
  t.deepEqual(sourcesOf(picture.vessels, new Int32Array(0)), { providers: [], receivedAt: undefined });
});
