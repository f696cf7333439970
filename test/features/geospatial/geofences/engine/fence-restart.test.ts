import 'reflect-metadata';
import test from 'ava';
import { base, circle, engineOf, scene } from '../../../../support/fence-engines.js';

test('a minimum stay continues after a restart, and the object is not listed until its entry is published', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle, policy: { minStaySeconds: 60 } })).json;
  const insiders = async () => (await bob.get(`${base}/${id}/inside`)).json.items.length;
  const first = engineOf(service).runner;
  await first.start();
  for (const key of [211000001, 211000002]) report(key, 52);
  await first.settle();
  t.deepEqual([await published(), await insiders()], [[], 0]);
  const entered = service.clock.now();
  // The process is killed: the runner steps down without being stopped.
  await first.stepDown();
  const second = engineOf(service).runner;
  await second.start();
  t.teardown(() => second.stop());
  service.clock.advance(30_000);
  report(211000002, 51);
  service.clock.advance(30_000);
  report(211000001, 52.001);
  await second.settle();
  t.deepEqual([await published(), await insiders()], [['entered 1 appeared'], 1]);
  const { rows } = await service.database.database.query<{ object: number; pending: string | null; since: Date }>(
    'select object, pending, since from geofence_members',
  );
  t.deepEqual(
    rows.map(({ object, pending, since }) => [object, pending, entered - since.getTime()]),
    [[211000001, null, 1_000]],
  );
});
