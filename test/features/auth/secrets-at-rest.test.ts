import test from 'ava';
import { SessionStore } from '../../../src/features/auth/sessions/session-store.js';
import { observeSecrets } from '../../support/observed-secrets.js';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';

test('session store, database and log contain nothing that could be used to sign in', async (t) => {
  const service = await serviceFor(t);
  const { accountId, secrets, leaks } = await observeSecrets(service);
  t.true(secrets.length > 10);
  const operatorSession = JSON.stringify(await service.services.get(SessionStore).list(accountId));
  for (const secret of secrets) t.false(operatorSession.includes(secret));
  t.true(service.logged.length > 10);
  t.deepEqual(await leaks(), []);
});

test('the log line of a failed statement contains none of its values', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  await service.database.database.query('alter table accounts add constraint nobody check (false) not valid');
  const answer = await service
    .client()
    .post('/auth/register', { email: 'eve@watchfloor.test', password: PASSWORD, displayName: 'Eve Nobody' });
  t.is(answer.status, 500);
  t.is(answer.json.code, 'internal_error');
  t.is(answer.json.errors, undefined);
  t.is((await ada.patch('/users/me', { displayName: 'Ada Nobody' })).status, 500);
  const errors = service.logged.filter((line) => line.includes('"internal_error"'));
  t.is(errors.length, 2);
  for (const line of errors) {
    t.true(line.includes('nobody'), 'the cause is logged');
    for (const value of ['$argon2id', 'eve@watchfloor.test', 'Eve Nobody', 'Ada Nobody'])
      t.false(line.includes(value), `${value} in ${line}`);
  }
});
