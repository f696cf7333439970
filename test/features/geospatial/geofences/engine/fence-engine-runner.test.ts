import 'reflect-metadata';
import test from 'ava';
import type { Aircraft } from '../../../../../src/features/geospatial/aircraft.js';
import { TransitionWriter } from '../../../../../src/features/geospatial/geofences/store/transition-writer.service.js';
import { MovingObjectRepository } from '../../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import { LiveState } from '../../../../../src/features/geospatial/live/live-state.js';
import { base, circle, engineOf, scene } from '../../../../support/fence-engines.js';

test('timers process movements and publish transitions within a second', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const { runner, timers, outbox } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  await bob.post(base, { name: 'Maas', shape: circle });
  await runner.settle();
  report(211000001, 52);
  await timers.advance(500);
  await outbox.flush();
  t.deepEqual(await published(), ['entered 1 appeared']);
});

test('an event of a geofence names the vessel, in its data and its title', async (t) => {
  const { service, bob } = await scene(t);
  const { runner } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  await bob.post(base, { name: 'Maas', shape: circle });
  await runner.settle();
  const [observedAt, place] = [service.clock.now(), { lat: 52, lon: 4, provider: 'test' }];
  service.services
    .get(LiveState)
    .takeVessel({ ...place, key: 211000001, name: 'EMMA', observedAt, receivedAt: observedAt });
  await runner.settle();
  await service.settle();
  const { items } = (await bob.get('/timeline?type=geofence.entered')).json;
  t.like(items, [{ title: 'EMMA (vessel 211000001) entered Maas', data: { entityName: 'EMMA' } }]);
});

test('base stations and buoys inside a geofence are no members and cause no events', async (t) => {
  const { service, bob, published } = await scene(t);
  const { runner } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle })).json;
  await runner.settle();
  const [observedAt, place] = [service.clock.now(), { lat: 52, lon: 4, provider: 'test' }];
  for (const [key, station] of [
    [2442001, 'base_station'],
    [992446002, 'aid_to_navigation'],
    [211000003, 'class_b'],
  ] as const)
    service.services.get(LiveState).takeVessel({ ...place, key, station, observedAt, receivedAt: observedAt });
  await runner.settle();
  t.deepEqual(await published(), ['entered 3 appeared']);
  const { items } = (await bob.get(`${base}/${id}/inside`)).json;
  t.deepEqual(
    items.map(({ entity }: { entity: string }) => entity),
    ['vessel:211000003'],
  );
});

test('a transition has the provider of the reports, also when the object is lost, and a position to 0.1 m', async (t) => {
  const { service, bob } = await scene(t);
  const { runner } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle })).json;
  await runner.settle();
  const picture = service.services.get(LiveState);
  const now = service.clock.now();
  picture.takeAircraft({
    key: 0x4ca2d6,
    lat: 52.00010833333333,
    lon: 4,
    observedAt: now,
    receivedAt: now,
    provider: 'simulator',
  });
  await service.services.get(MovingObjectRepository).save('aircraft', [picture.aircraft.get(0x4ca2d6) as Aircraft]);
  await runner.settle();
  const [inside] = (await bob.get(`${base}/${id}/inside`)).json.items;
  t.like(inside, { provider: 'simulator', position: { lat: 52.000108, lon: 4 } });
  service.clock.advance(600_000);
  picture.expire();
  await runner.settle();
  await service.settle();
  const { items } = (await bob.get(`${base}/${id}/transitions`)).json;
  t.deepEqual(
    items.map(({ type, reason, provider, position }: Record<string, unknown>) => [type, reason, provider, position]),
    [
      ['exited', 'lost', 'simulator', { lat: 52.000108, lon: 4 }],
      ['entered', 'appeared', 'simulator', { lat: 52.000108, lon: 4 }],
    ],
  );
  for (const { simulated, derivedFrom } of items)
    t.deepEqual([simulated, derivedFrom], [true, [{ provider: 'simulator', record: 'aircraft:4ca2d6' }]]);
});

test('after a restart no entry is published twice and no exit is missed', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const first = engineOf(service).runner;
  await first.start();
  for (const key of [211000001, 211000002]) report(key, 52);
  await first.stop();
  report(211000002, 51);
  const second = engineOf(service).runner;
  await second.start();
  t.teardown(() => second.stop());
  report(211000001, 52.001);
  report(211000002, 51.001);
  await second.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'entered 2 appeared', 'exited 2 crossed']);
});

test('two engines over one database publish each transition once', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const [one, other] = [engineOf(service).runner, engineOf(service).runner];
  for (const runner of [one, other]) {
    await runner.start();
    t.teardown(() => runner.stop());
  }
  for (const lat of [51, 52, 51]) {
    report(211000001, lat);
    await Promise.all([one.settle(), other.settle()]);
  }
  t.deepEqual(await published(), ['entered 1 crossed', 'exited 1 crossed']);
});

test('transitions that are written again are not published again', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const { runner, outbox, writer } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  const batches: Parameters<TransitionWriter['write']>[0][] = [];
  const write = writer.write.bind(writer);
  writer.write = async (batch, now) => {
    batches.push(batch);
    await write(batch, now);
  };
  for (const lat of [52, 51, 52]) report(211000001, lat);
  await runner.settle();
  t.is(outbox.length, 0);
  // The last batch is written again, as after a connection that was lost before the reply arrived.
  await write((batches[0] ?? []).slice(-1), new Date());
  t.deepEqual(await published(), ['entered 1 appeared', 'exited 1 crossed', 'entered 1 crossed']);
});

test('a batch whose commit was not confirmed is not published again, even if it contains entry and exit', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const { runner, outbox, writer } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  const write = writer.write.bind(writer);
  writer.write = async (batch, now) => {
    await write(batch, now);
    writer.write = write;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  };
  for (const lat of [52, 51]) report(211000001, lat);
  await runner.settle();
  t.is(outbox.length, 2);
  report(211000001, 52);
  await runner.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'exited 1 crossed', 'entered 1 crossed']);
});

test('transitions wait while the database is unavailable and are published in order afterwards', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const { runner, outbox, writer } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  const write = writer.write.bind(writer);
  writer.write = () =>
    Promise.reject(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED', syscall: 'connect' }));
  for (const lat of [52, 51]) report(211000001, lat);
  await runner.settle();
  t.is(outbox.length, 2);
  writer.write = write;
  await runner.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'exited 1 crossed']);
});

test('a transition that the database rejects does not affect the others', async (t) => {
  const { service, bob, report, published } = await scene(t);
  await bob.post(base, { name: 'Maas', shape: circle });
  const { runner, outbox, writer } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  const write = writer.write.bind(writer);
  writer.write = async (batch, now) => {
    if (batch.some((one) => one.type !== 'ended' && one.key === 211000002)) throw new Error('refused');
    await write(batch, now);
  };
  for (const key of [211000001, 211000002, 211000003]) report(key, 52);
  await runner.settle();
  t.is(outbox.length, 0);
  t.deepEqual(await published(), ['entered 1 appeared', 'entered 3 appeared']);
});

test('fences of a deleted account are removed from the engine without events', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const eve = await service.signedIn();
  await eve.post(base, { name: 'Hers', shape: circle });
  await bob.post(base, { name: 'Maas', shape: circle });
  const { runner, outbox } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  await service.database.database.query('delete from accounts where id = $1', [eve.accountId]);
  report(211000001, 52);
  service.clock.advance(61_000);
  await runner.settle();
  await runner.settle();
  t.deepEqual([await published(), outbox.length], [['entered 1 appeared'], 0]);
});

test('an expired fence publishes its exits and is deleted', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const expiresAt = new Date(service.clock.now() + 60_000).toISOString();
  await bob.post(base, { name: 'Maas', shape: circle, policy: { expiresAt } });
  const { runner } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  report(211000001, 52);
  await runner.settle();
  service.clock.advance(60_000);
  await runner.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'exited 1 fence_ended']);
  t.is((await service.database.database.query('select from geofences')).rows.length, 0);
});

test('a fence that was changed while no engine ran has its current shape', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle })).json;
  const first = engineOf(service).runner;
  await first.start();
  report(211000001, 52);
  await first.stop();
  await bob.put(`${base}/${id}`, { name: 'Maas', shape: { ...circle, center: { lat: 40, lon: 4 } } });
  const second = engineOf(service).runner;
  await second.start();
  t.teardown(() => second.stop());
  report(211000001, 52.0001);
  report(211000001, 40);
  await second.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'exited 1 crossed', 'entered 1 crossed']);
});

test('transitions wait while leadership is uncertain', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const { runner, timers, outbox } = engineOf(service);
  await runner.start();
  t.teardown(() => runner.stop());
  await bob.post(base, { name: 'Maas', shape: circle });
  await runner.settle();
  runner.canPublish = () => false;
  report(211000001, 52);
  await timers.advance(2_000);
  t.deepEqual([outbox.length, await published()], [1, []]);
  runner.canPublish = () => true;
  await timers.advance(250);
  await outbox.flush();
  t.deepEqual(await published(), ['entered 1 appeared']);
});

test('waiting transitions are dropped when another process leads, and the next term resumes the members stored by then', async (t) => {
  const { service, bob, report, published } = await scene(t);
  const [one, other] = [engineOf(service), engineOf(service)];
  await one.runner.start();
  t.teardown(() => one.runner.stop());
  await bob.post(base, { name: 'Maas', shape: circle });
  await one.runner.settle();
  report(211000001, 52);
  await one.runner.settle();
  one.runner.canPublish = () => false;
  report(211000002, 52);
  await one.timers.advance(500);
  t.is(one.outbox.length, 1);
  await one.runner.stepDown();
  t.is(one.outbox.length, 0);
  t.is(one.timers.size, 0);
  await other.runner.start();
  report(211000002, 52.0001);
  report(211000001, 40);
  await other.runner.settle();
  await other.runner.stop();
  one.runner.canPublish = () => true;
  await one.runner.start();
  report(211000001, 40.0001);
  report(211000002, 40);
  await one.runner.settle();
  t.deepEqual(await published(), ['entered 1 appeared', 'entered 2 crossed', 'exited 1 crossed', 'exited 2 crossed']);
});
