import 'reflect-metadata';
import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';

// The test does not fill a disk. Instead, the server rejects every new row with the SQLSTATE of a full disk.
const fill = `
  CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE FUNCTION no_space_for_tables() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER no_space BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION no_space();
  CREATE EVENT TRIGGER no_space_for_tables ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION no_space_for_tables();`;
const free = 'DROP EVENT TRIGGER no_space_for_tables; DROP TRIGGER no_space ON accounts;';

test('a full database disk makes the service not ready, with the reason, until there is space again', async (t) => {
  const service = await serviceFor(t);
  const caller = service.client();
  const register = (email: string) => caller.post('/auth/register', { email, password: PASSWORD, displayName: 'Ada' });
  await service.database.database.query(fill);
  isProblem(t, await register('ada@watchfloor.test'), 503, 'unavailable');
  for (let round = 0; round < 2; round += 1) {
    const { status, json } = await caller.get('/health/ready');
    t.is(status, 503);
    t.like(json.checks.at(-1), { name: 'database_disk', status: 'failed' });
    // The database check may be `slow` on a busy machine.
    t.true(json.checks[0].name === 'database' && json.checks[0].status !== 'failed', json.checks[0].status);
    await new Promise((resolve) => setTimeout(resolve, 600)); // longer than a result of the probe is reused
  }
  await service.database.database.query(free);
  let ready = await caller.get('/health/ready');
  // `degraded` for a moment on a busy machine
  while (ready.json.status !== 'ready') ready = await caller.get('/health/ready');
  t.is(ready.json.status, 'ready');
  t.is((await register('ada@watchfloor.test')).status, 201);
});
