import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

const ada = { email: 'ada@lovelace.test', password: PASSWORD, displayName: 'Ada' };

test.serial('a repeated registration with the same key returns the account it created', async (t) => {
  const { client } = await serviceFor(t);
  const register = (body: object, key?: string) =>
    client().post('/auth/register', body, key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const first = await register(ada, 'one');
  t.deepEqual([first.status, first.headers.get('idempotency-replayed')], [201, null]);
  const again = await register(ada, 'one');
  t.deepEqual([again.status, again.headers.get('idempotency-replayed'), again.json], [201, 'true', first.json]);
  const taken = await register(ada);
  isProblem(t, taken, 409, 'email_taken');
  const { requestId: _taken, ...problem } = taken.json;
  for (const [body, key] of [
    [ada, 'two'],
    [{ ...ada, displayName: 'Someone else' }, 'one'],
    [{ ...ada, password: 'another correct horse battery' }, 'one'],
  ] as const) {
    const refused = await register(body, key);
    const { requestId: _refused, ...refusal } = refused.json;
    t.deepEqual([refused.status, refusal], [409, problem], 'as without a key');
  }
  isProblem(t, await register(ada, 'x'.repeat(256)), 400, 'invalid_request', 'header/Idempotency-Key');
});

test.serial(
  'a repeated key counts toward the registration limit of its address, so that it cannot be used to guess a password',
  async (t) => {
    const { client } = await serviceFor(t, { env: { SVC_REGISTRATION_LIMIT: '2' } });
    const register = () => client().post('/auth/register', ada, { headers: { 'idempotency-key': 'one' } });
    t.deepEqual([(await register()).status, (await register()).status, (await register()).status], [201, 201, 429]);
  },
);

test.serial('a key of a registration expires after 24 hours', async (t) => {
  const { client, database } = await serviceFor(t);
  const register = () => client().post('/auth/register', ada, { headers: { 'idempotency-key': 'one' } });
  t.is((await register()).status, 201);
  await database.database.query("update idempotency_keys set expires_at = now() - interval '1 second'");
  t.is((await register()).json.code, 'email_taken');
});
