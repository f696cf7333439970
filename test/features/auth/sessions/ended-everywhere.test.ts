import test, { type ExecutionContext } from 'ava';
import { TOTP } from 'otpauth';
import { settlesWithin } from '../../../support/in-time.js';
import { isProblem } from '../../../support/is-problem.js';
import { MINUTE, SECOND } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';
import { until } from '../../../support/upstream-for.js';

type Ada = TestClient & { accountId: string };

const NEW = 'an altogether different sentence';

// Two services on one database, each with its own sessions in memory. The other one does not learn which sessions end,
// like a Redis that lost its last writes.
let one: TestService;
let other: TestService;
test.before(async () => {
  one = await startTestService();
  other = await startTestService({ parts: { database: one.database.database } });
  one.clock.advance(other.clock.now() - one.clock.now());
});
test.after.always(async () => {
  await other.close();
  await one.close();
});

async function endsAt(t: ExecutionContext, forgotten: TestClient) {
  t.true(
    await settlesWithin(
      1_500,
      until(async () => (await forgotten.get('/users/me')).status === 401),
    ),
  );
  isProblem(t, await forgotten.refresh(), 401, 'refresh_invalid');
}

for (const [what, end] of [
  [
    'a password change',
    async (ada: Ada) => (await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW })).status,
  ],
  ['signing out everywhere', async (ada: Ada) => (await ada.post('/auth/logout-all')).status],
  [
    "an operator's revocation",
    async ({ accountId }: Ada, service: TestService) =>
      (await (await service.signedIn(undefined, 'operator')).post(`/admin/users/${accountId}/revoke-sessions`)).status,
  ],
  [
    'turning on a second factor',
    async (ada: Ada, service: TestService) => {
      const { secret } = (await ada.post('/auth/mfa/totp', { password: PASSWORD })).json;
      const code = new TOTP({ secret }).generate({ timestamp: service.clock.now() });
      return (await ada.post('/auth/mfa/totp/confirm', { code })).status;
    },
  ],
  [
    'disabling and enabling the account',
    async ({ accountId }: Ada, service: TestService) => {
      const operator = await service.signedIn(undefined, 'operator');
      await operator.patch(`/admin/users/${accountId}`, { disabled: true });
      return (await operator.patch(`/admin/users/${accountId}`, { disabled: false })).status;
    },
  ],
] as const)
  test.serial(`${what} invalidates earlier sessions that a store still has`, async (t) => {
    const ada = await one.signedIn();
    const forgotten = other.client();
    await forgotten.signIn(ada.email, PASSWORD);
    t.is((await forgotten.get('/users/me')).status, 200);
    for (const { clock } of [one, other]) clock.advance(SECOND);
    t.regex(String(await end(ada, one)), /^20\d$/);
    await endsAt(t, forgotten);
  });

test.serial('a session is valid although the clock was set back since the account signed out everywhere', async (t) => {
  const ada = await one.signedIn();
  await ada.post('/auth/logout-all');
  one.clock.advance(-MINUTE);
  t.is((await ada.signIn(ada.email, PASSWORD)).status, 200);
  t.is((await ada.get('/users/me')).status, 200);
  t.is((await ada.refresh()).status, 200);
});

test.serial(
  'the session that turned on a second factor stays valid until the account signs out everywhere',
  async (t) => {
    const ada = await one.signedIn();
    one.clock.advance(SECOND);
    const { secret } = (await ada.post('/auth/mfa/totp', { password: PASSWORD })).json;
    const code = new TOTP({ secret }).generate({ timestamp: one.clock.now() });
    t.is((await ada.post('/auth/mfa/totp/confirm', { code })).status, 200);
    t.is((await ada.get('/users/me')).status, 200);
    t.is((await ada.refresh()).status, 200);
    const kept = async () =>
      (await one.database.database.query('select kept_session_id as kept from accounts where id = $1', [ada.accountId]))
        .rows;
    const { items } = (await ada.get('/auth/sessions')).json;
    t.deepEqual(await kept(), [{ kept: items[0].id }]);
    await ada.post('/auth/logout-all');
    t.deepEqual(await kept(), [{ kept: null }]);
  },
);
