import 'reflect-metadata';
import test from 'ava';
import { HeartbeatRunner } from '../../../src/coordination/heartbeat.runner.js';
import { ProcessRegistry } from '../../../src/coordination/process-registry.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { serviceFor } from '../../support/service-for.js';

test('a process is listed with its roles and version while it runs', async (t) => {
  const service = await serviceFor(t);
  const operator = await service.signedIn('chief', 'operator');
  t.deepEqual((await operator.get('/admin/processes')).json.items, []);
  const runner = service.services.get(HeartbeatRunner);
  await runner.start();
  const [listed, ...others] = (await operator.get('/admin/processes')).json.items;
  t.deepEqual(others, []);
  t.like(listed, { roles: ['api', 'worker', 'ingest'], status: 'alive', leader: false });
  t.true(listed.name.endsWith(`:${process.pid}`));
  await runner.stop();
  t.deepEqual((await operator.get('/admin/processes')).json.items, []);
});

test('a process is silent after 20 seconds without a heartbeat, and forgotten after a day', async (t) => {
  const service = await serviceFor(t);
  const operator = await service.signedIn('chief', 'operator');
  const registry = service.services.get(ProcessRegistry);
  const ages = { young: 18, silent: 22, old: 86_380, forgotten: 86_420 };
  for (const [name, seconds] of Object.entries(ages)) {
    const id = uuidV7();
    await registry.beat({ id, name, roles: ['worker'], version: '1.0.0', isLeader: name === 'young' });
    await service.database.database.query(
      'update processes set heartbeat_at = now() - make_interval(secs => $2) where id = $1',
      [id, seconds],
    );
  }
  await registry.removeForgotten();
  const { items } = (await operator.get('/admin/processes')).json;
  t.deepEqual(
    items.map(({ name, status, leader }: { name: string; status: string; leader: boolean }) => [name, status, leader]),
    [
      ['young', 'alive', true],
      ['silent', 'silent', false],
      ['old', 'silent', false],
    ],
  );
});
