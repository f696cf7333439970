import test from 'ava';
import { FenceScene } from '../../../support/fence-scene.js';

test('a fence that is read a second time, changed meanwhile, has each of its members once', (t) => {
  const world = new FenceScene();
  const kept = [{ layer: 'vessels' as const, key: 211000001, since: 0, dwelled: false }];
  const circle = { type: 'circle' as const, center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };
  world.engine.resume(world.fence(circle), kept, 0);
  world.engine.resume(world.fence({ ...circle, radiusMeters: 2_000 }), kept, 0);
  world.move('vessel:211000001', 1, 50, 4);
  world.lose('vessel:211000001', 2);
  t.deepEqual(world.told, ['exited vessel:211000001 crossed 1']);
});

test('all fences together follow no more than the engine can hold', (t) => {
  const world = new FenceScene(10, 3);
  for (const id of ['a', 'b']) world.put({ type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 }, {}, { id });
  for (const ship of [1, 2, 3]) world.move(`vessel:21100000${ship}`, 1, 52, 4);
  t.deepEqual([world.told.length, world.engine.members.leftOut], [3, 3]);
});
