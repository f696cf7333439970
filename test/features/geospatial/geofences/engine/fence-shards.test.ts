import 'reflect-metadata';
import test from 'ava';
import { shardOf } from '../../../../../src/features/geospatial/geofences/fence-shard.js';
import { base, circle, engineOf, scene } from '../../../../support/fence-engines.js';

const [FIRST, SECOND, THIRD] = [211000001, 211000002, 211000003];

test('each fence is evaluated only in its shard', async (t) => {
  const { service, bob, report } = await scene(t);
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1)
    ids.push((await bob.post(base, { name: `Fence ${index}`, shape: circle })).json.id);
  const runners = [0, 1, 2].map((index) => engineOf(service, index, 3).runner);
  for (const runner of runners) await runner.start();
  t.teardown(() => Promise.all(runners.map((runner) => runner.stop())));
  for (const runner of runners) await runner.settle();
  report(FIRST, 52);
  const entered = async () => {
    await service.settle();
    const { items } = (await bob.get('/timeline?type=geofence.entered&limit=200')).json;
    return items.map(({ data }: { data: { geofenceId: string } }) => data.geofenceId).sort();
  };
  for (const [index, runner] of runners.entries()) {
    await runner.settle();
    t.deepEqual(await entered(), ids.filter((id) => shardOf(id, 3) <= index).sort());
  }
});

test('the next process evaluates what a frozen process has not evaluated, once, and the frozen one writes nothing more', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const [frozen, next] = [engineOf(service, 0, 1), engineOf(service, 0, 1)];
  await frozen.runner.start();
  await frozen.runner.settle();
  report(THIRD, 52);
  report(THIRD, 51);
  report(FIRST, 52);
  await frozen.runner.settle();
  const before = ['entered 3 appeared', 'exited 3 crossed', 'entered 1 appeared'];
  t.deepEqual(await published(), before);
  // While no process evaluates, one vessel makes a whole visit, and another one exits.
  report(SECOND, 51);
  report(SECOND, 52);
  report(SECOND, 51.001);
  report(FIRST, 51);
  await next.runner.start();
  t.teardown(() => next.runner.stop());
  await next.runner.settle();
  const all = [...before, 'entered 2 crossed', 'exited 2 crossed', 'exited 1 crossed'];
  t.deepEqual(await published(), all);
  report(SECOND, 52);
  await next.runner.settle();
  await frozen.runner.settle();
  t.true(frozen.runner.isSuperseded);
  await frozen.runner.stepDown();
  t.deepEqual(await published(), [...all, 'entered 2 crossed']);
  t.false(next.runner.isSuperseded);
});

test('when one process hands a shard over to another, no transition is lost or repeated', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const [one, next, back] = [engineOf(service, 0, 1), engineOf(service, 0, 1), engineOf(service, 0, 1)];
  await one.runner.start();
  await one.runner.settle();
  report(FIRST, 52);
  report(FIRST, 51);
  // These reports are not evaluated yet; the stop evaluates them.
  await one.runner.stop();
  report(SECOND, 52);
  report(SECOND, 51);
  await next.runner.start();
  await next.runner.settle();
  const visits = ['entered 1 appeared', 'exited 1 crossed', 'entered 2 appeared', 'exited 2 crossed'];
  t.deepEqual(await published(), visits);
  // The report causes no transition but advances the stored progress.
  report(SECOND, 51.001);
  await next.runner.settle();
  await next.runner.stop();
  await back.runner.start();
  await back.runner.settle();
  await back.runner.stop();
  t.deepEqual(await published(), visits);
});

test('a visit just before a takeover is not published again, and a report that was late then is evaluated', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const [one, next] = [engineOf(service, 0, 1), engineOf(service, 0, 1)];
  const received = (key: number, lat: number, agoMs: number) => {
    const at = service.clock.now() - agoMs;
    one.live.takeVessel({ key, lat, lon: 4, observedAt: at, receivedAt: at, provider: 'test' });
  };
  await one.runner.start();
  await one.runner.settle();
  report(SECOND, 51);
  received(FIRST, 52, 400);
  received(FIRST, 51, 200);
  await one.runner.settle();
  const visit = ['entered 1 appeared', 'exited 1 crossed'];
  t.deepEqual(await published(), visit);
  // Another process has read this report.
  received(THIRD, 52, 100);
  await next.runner.start();
  t.teardown(() => next.runner.stop());
  await next.runner.settle();
  t.deepEqual(await published(), [...visit, 'entered 3 appeared']);
});

test('transitions that a process drops because it loses its shard are published by the next one', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const [one, next] = [engineOf(service, 0, 1), engineOf(service, 0, 1)];
  await one.runner.start();
  report(FIRST, 51);
  await one.runner.settle();
  // The transitions are evaluated but not written.
  one.runner.canPublish = () => false;
  report(FIRST, 52);
  report(FIRST, 51.001);
  await one.timers.advance(100);
  t.is(one.outbox.length, 2);
  await one.runner.stepDown();
  await next.runner.start();
  t.teardown(() => next.runner.stop());
  await next.runner.settle();
  t.deepEqual(await published(), ['entered 1 crossed', 'exited 1 crossed']);
});

test('movements that reach the next process late are not evaluated again', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const [one, next] = [engineOf(service, 0, 1), engineOf(service, 0, 1)];
  await one.runner.start();
  await one.runner.settle();
  report(FIRST, 52);
  report(FIRST, 51);
  report(SECOND, 51);
  await one.runner.settle();
  await next.runner.start();
  t.teardown(() => next.runner.stop());
  // The other process is behind in the stream of reports: these reports arrive late.
  const { live } = next;
  const now = service.clock.now();
  for (const [key, lat] of [
    [THIRD, 52],
    [THIRD, 51],
  ] as const)
    live.takeVessel({ key, lat, lon: 4, observedAt: now - 100 * lat, receivedAt: now - 2_000, provider: 'test' });
  report(SECOND, 52);
  await next.runner.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'exited 1 crossed', 'entered 2 crossed']);
});
