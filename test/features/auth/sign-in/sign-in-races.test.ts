import 'reflect-metadata';
import test from 'ava';
import { PasswordHasher } from '../../../../src/features/auth/passwords/password-hasher.js';
import { SessionStore } from '../../../../src/features/auth/sessions/session-store.js';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import { PASSWORD, type TestService } from '../../../support/test-service.js';

const NEW = 'an altogether different sentence';

/** Holds back the result of the first call of a method until the test releases it. */
function holdFirst<Name extends string>(owner: Record<Name, (...given: never[]) => Promise<unknown>>, name: Name) {
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const original = owner[name].bind(owner);
  let calls = 0;
  owner[name] = async (...given) => {
    calls += 1;
    const isFirst = calls === 1;
    const result = await original(...given);
    if (isFirst) {
      reached.resolve();
      await release.promise;
    }
    return result;
  };
  return { reached: reached.promise, release: () => release.resolve() };
}

/** Resolves when a statement of the service waits for a lock. */
async function untilBlocked({ database }: TestService): Promise<void> {
  for (;;) {
    const { rowCount } = await database.database.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%accounts%'",
    );
    if (rowCount) return;
  }
}

test('a sign-in during which the password changes opens no session', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const held = holdFirst(service.services.get(PasswordHasher) as never, 'verify');
  const late = service.client().signIn(ada.email, PASSWORD);
  await held.reached;
  t.is((await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW })).status, 200);
  held.release();
  t.is((await late).json.code, 'invalid_credentials');
  ada.token = (await ada.refresh()).json.accessToken;
  t.is((await ada.get('/auth/sessions')).json.items.length, 1);
});

test('a session opened just before a password change ends with the others', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const held = holdFirst(service.services.get(SessionStore) as never, 'create');
  const early = service.client();
  const signingIn = early.signIn(ada.email, PASSWORD);
  await held.reached;
  const changing = ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW });
  await untilBlocked(service);
  held.release();
  t.is((await signingIn).status, 200);
  t.is((await changing).status, 200);
  isProblem(t, await early.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await early.refresh(), 401, 'refresh_invalid');
});

test('the second of two concurrent changes of one password is rejected', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const phone = service.client();
  await phone.signIn(ada.email, PASSWORD);
  const held = holdFirst(service.services.get(PasswordHasher) as never, 'verify');
  const late = phone.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'what a thief would like' });
  await held.reached;
  t.is((await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW })).status, 200);
  held.release();
  t.is((await late).json.errors[0].pointer, '/currentPassword');
  t.is((await service.client().signIn(ada.email, NEW)).status, 200);
});

test('two concurrent sign-ins that both find an outdated hash succeed', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const cheap = new PasswordHasher({ cost: { memory: 8192, passes: 1, parallelism: 1 } });
  t.teardown(() => cheap.close());
  await service.database.database.query('update accounts set password_hash = $1 where id = $2', [
    await cheap.hash(PASSWORD),
    ada.accountId,
  ]);
  const held = holdFirst(service.services.get(PasswordHasher) as never, 'verify');
  const late = service.client().signIn(ada.email, PASSWORD);
  await held.reached;
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
  held.release();
  t.is((await late).status, 200);
});

test('a sign-in in progress opens no session when the account is disabled', async (t) => {
  const service = await serviceFor(t);
  const [ada, operator] = [await service.signedIn(), await service.signedIn(undefined, 'operator')];
  const held = holdFirst(service.services.get(PasswordHasher) as never, 'verify');
  const late = service.client().signIn(ada.email, PASSWORD);
  await held.reached;
  t.is((await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true })).status, 200);
  held.release();
  t.is((await late).json.code, 'invalid_credentials');
});

test('a change of an account that cannot be recorded in the audit log is not made', async (t) => {
  const service = await serviceFor(t);
  const [ada, operator] = [await service.signedIn(), await service.signedIn(undefined, 'operator')];
  await service.database.database.query('alter table audit_entries rename to lost');
  const acts = [
    await ada.post('/auth/register', { email: 'eve@watchfloor.test', password: PASSWORD, displayName: 'Eve' }),
    await ada.patch('/users/me', { email: 'other@watchfloor.test' }),
    await operator.patch(`/admin/users/${ada.accountId}`, { rateCeiling: 7 }),
    await operator.post(`/admin/users/${ada.accountId}/reset-password`),
    await operator.delete(`/admin/users/${ada.accountId}`),
  ];
  await service.database.database.query('alter table lost rename to audit_entries');
  t.deepEqual(
    acts.map(({ status }) => status),
    [500, 500, 500, 500, 500],
  );
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
  t.like((await operator.get(`/admin/users/${ada.accountId}`)).json, {
    email: ada.email,
    rateCeiling: null,
    passwordChangeDue: false,
  });
  isProblem(t, await service.client().signIn('eve@watchfloor.test', PASSWORD), 401, 'invalid_credentials');
});
