import 'reflect-metadata';
import test from 'ava';
import { TOTP } from 'otpauth';
import { counterOfCode, otpauthUri } from '../../../src/features/auth/second-factor/totp.js';
import { isProblem } from '../../support/is-problem.js';
import { mailServiceFor } from '../../support/mail-service.js';
import { MINUTE, SECOND, serviceFor } from '../../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_SIGN_IN_LIMIT: '1000' } });
});
test.after.always(() => service.close());

type Owner = Awaited<ReturnType<TestService['signedIn']>>;

/**
 * Returns an account with a second factor, and its codes. The clock has advanced to the next period, because a code is
 * valid once.
 */
async function protectedAccount(service: TestService) {
  const owner = await service.signedIn();
  const { json } = await owner.post('/auth/mfa/totp', { password: PASSWORD });
  const code = () => new TOTP({ secret: json.secret }).generate({ timestamp: service.clock.now() });
  const { json: confirmed } = await owner.post('/auth/mfa/totp/confirm', { code: code() });
  service.clock.advance(30 * SECOND);
  return {
    owner,
    code,
    secret: json.secret as string,
    enrollment: json,
    recoveryCodes: confirmed.recoveryCodes as string[],
  };
}

const challengeOf = async (service: TestService, { email }: Owner) =>
  (await service.client().post('/auth/login', { email, password: PASSWORD })).json;

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test.serial('codes agree with the vectors of RFC 6238, within one period', async (t) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const vectors = {
    59: '287082',
    1111111109: '081804',
    1111111111: '050471',
    1234567890: '005924',
    2000000000: '279037',
    20000000000: '353130',
  };
  for (const [seconds, code] of Object.entries(vectors)) {
    const [at, counter] = [Number(seconds) * SECOND, Math.floor(Number(seconds) / 30)];
    for (const shift of [-30, 0, 30]) t.is(await counterOfCode(secret, code, at + shift * SECOND), counter);
    for (const shift of [-60, 60]) t.is(await counterOfCode(secret, code, at + shift * SECOND), undefined);
  }
  t.regex(
    await otpauthUri(secret, 'ada@watchfloor.test'),
    /^otpauth:\/\/totp\/Watchfloor:ada%40watchfloor\.test\?.*secret=GEZDGNBVGY3TQOJQ/,
  );
});

test.serial('a right password gets a challenge and no session; each code opens one session', async (t) => {
  const { owner, code, enrollment, secret } = await protectedAccount(service);
  t.regex(enrollment.qrSvg, /^<svg/);
  const first = await service.client().post('/auth/login', { email: owner.email, password: PASSWORD });
  t.deepEqual(
    [first.status, first.json.code, first.cookie, first.json.accessToken],
    [401, 'mfa_required', undefined, undefined],
  );
  const caller = service.client();
  const used = code();
  const answer = await caller.post('/auth/mfa/verify', { challenge: first.json.challenge, code: used });
  t.is(answer.status, 200);
  t.truthy(answer.cookie);
  t.is((await service.client().get('/users/me', { token: answer.json.accessToken })).json.email, owner.email);
  t.is(
    (await caller.post('/auth/mfa/verify', { challenge: first.json.challenge, code: code() })).json.code,
    'invalid_challenge',
  );
  const { challenge } = await challengeOf(service, owner);
  t.is((await caller.post('/auth/mfa/verify', { challenge, code: used })).json.code, 'invalid_code');
  const stored = (
    await service.database.database.query(
      'select f::text as row from second_factors f union all select c::text from mfa_challenges c',
    )
  ).rows;
  for (const text of [secret, challenge]) t.false(JSON.stringify(stored).includes(text));
  t.false(service.logged.join('').includes(secret));
});

test.serial('one code sent twice at the same time opens one session', async (t) => {
  const { owner, code } = await protectedAccount(service);
  const challenges = [await challengeOf(service, owner), await challengeOf(service, owner)];
  const answers = await Promise.all(
    challenges.map(({ challenge }) => service.client().post('/auth/mfa/verify', { challenge, code: code() })),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
});

test.serial('a challenge ends after five wrong codes, after five minutes, and with a password change', async (t) => {
  const { owner, code } = await protectedAccount(service);
  const verify = (challenge: string, given: string) =>
    service.client().post('/auth/mfa/verify', { challenge, code: given });
  const { challenge } = await challengeOf(service, owner);
  for (let tries = 0; tries < 5; tries += 1)
    t.is((await verify(challenge, wrongFor(code()))).json.code, 'invalid_code');
  t.is((await verify(challenge, code())).json.code, 'too_many_attempts');
  service.clock.advance(2 * SECOND);
  t.is((await verify(challenge, code())).json.code, 'invalid_challenge');
  const { challenge: late } = await challengeOf(service, owner);
  service.clock.advance(5 * MINUTE);
  t.is((await verify(late, code())).json.code, 'invalid_challenge');
  await service.jobs.run('auth.remove-expired-challenges');
  t.deepEqual((await service.database.database.query('select 1 from mfa_challenges')).rows, []);
  const { challenge: outdated } = await challengeOf(service, owner);
  t.is(
    (await owner.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'a longer and better sentence' }))
      .status,
    200,
  );
  t.is((await verify(outdated, code())).json.code, 'invalid_challenge');
});

test.serial(
  'a recovery code works once, in any case, and its use is mailed; new codes replace the old ones',
  async (t) => {
    const service = await mailServiceFor(t);
    const { owner, code, recoveryCodes } = await protectedAccount(service);
    t.is(new Set(recoveryCodes).size, 10);
    const [used, second] = recoveryCodes as [string, string];
    const verify = async (given: string) => {
      const { challenge } = await challengeOf(service, owner);
      return service.client().post('/auth/mfa/verify', { challenge, code: given });
    };
    t.is((await verify(used.toLowerCase().replaceAll('-', ' '))).status, 200);
    isProblem(t, await verify(used), 401, 'invalid_code');
    await service.deliver();
    t.true(service.sink.mails.some(({ headers }) => headers.subject === '[Watchfloor] A recovery code was used'));
    t.is((await owner.get('/auth/mfa')).json.recoveryCodeCount, 9);
    const stored = JSON.stringify((await service.database.database.query('select * from recovery_codes')).rows);
    for (const one of recoveryCodes) t.false(stored.includes(one) || stored.includes(one.replaceAll('-', '')));
    const renewed = await owner.post('/auth/mfa/recovery-codes', { password: PASSWORD, code: code() });
    t.is(renewed.json.recoveryCodes.length, 10);
    isProblem(t, await verify(second), 401, 'invalid_code');
    t.is((await verify(renewed.json.recoveryCodes[0])).status, 200);
  },
);

test.serial(
  'every change of the second factor needs the password and a code, and turning it on ends other sessions',
  async (t) => {
    const owner = await service.signedIn();
    const other = service.client();
    await other.signIn(owner.email, PASSWORD);
    t.regex(
      (await owner.post('/auth/mfa/totp', { password: 'a wrong password' })).json.detail,
      /^The password is wrong/,
    );
    t.regex((await owner.post('/auth/mfa/totp/confirm', { code: '000000' })).json.detail, /^Request a secret first/);
    t.regex(
      (await owner.post('/auth/mfa/disable', { password: PASSWORD, code: '000000' })).json.detail,
      /^The second factor is not on/,
    );
    const { secret } = (await owner.post('/auth/mfa/totp', { password: PASSWORD })).json;
    const code = () => new TOTP({ secret }).generate({ timestamp: service.clock.now() });
    t.regex((await owner.post('/auth/mfa/totp/confirm', { code: wrongFor(code()) })).json.detail, /^The code is wrong/);
    t.false((await owner.get('/auth/mfa')).json.enabled);
    t.is((await service.client().signIn(owner.email, PASSWORD)).status, 200, 'not on before it is confirmed');
    t.is((await owner.post('/auth/mfa/totp/confirm', { code: code() })).status, 200);
    isProblem(t, await other.get('/users/me'), 401, 'invalid_token');
    t.regex(
      (await owner.post('/auth/mfa/totp', { password: PASSWORD })).json.detail,
      /^The second factor is already on/,
    );
    service.clock.advance(30 * SECOND);
    t.regex(
      (await owner.post('/auth/mfa/disable', { password: 'a wrong password', code: code() })).json.detail,
      /^The password is wrong/,
    );
    t.regex(
      (await owner.post('/auth/mfa/disable', { password: PASSWORD, code: wrongFor(code()) })).json.detail,
      /^The code is wrong/,
    );
    const exported = (await owner.get('/users/me/export')).text;
    t.true(exported.includes('"totp"'));
    t.false(exported.includes(secret));
    t.is((await owner.post('/auth/mfa/disable', { password: PASSWORD, code: code() })).status, 204);
    t.is((await service.client().signIn(owner.email, PASSWORD)).status, 200);
    const actions = (
      await service.database.database.query<{ action: string }>('select action from audit_entries order by sequence')
    ).rows.map((row) => row.action);
    t.true(['user.mfa_enabled', 'user.mfa_disabled'].every((action) => actions.includes(action)));
  },
);

test.serial(
  'an operator resets the second factor of another account, which ends its sessions and is audited',
  async (t) => {
    const { owner } = await protectedAccount(service);
    const operator = await service.signedIn(undefined, 'operator');
    t.true((await operator.get(`/admin/users/${owner.accountId}`)).json.mfaEnabled);
    t.regex(
      (await operator.post(`/admin/users/${operator.accountId}/reset-mfa`)).json.detail,
      /^Turn off your own second factor with POST \/auth\/mfa\/disable/,
    );
    t.regex(
      (await owner.post(`/admin/users/${operator.accountId}/reset-mfa`)).json.detail,
      /^Only the role operator may do this/,
    );
    t.is((await operator.post(`/admin/users/${owner.accountId}/reset-mfa`)).status, 204);
    isProblem(t, await owner.get('/users/me'), 401, 'invalid_token');
    t.is((await service.client().signIn(owner.email, PASSWORD)).status, 200);
    t.is((await operator.get('/admin/audit?action=user.mfa_reset')).json.items.length, 1);
  },
);

test.serial('SVC_MFA_REQUIRED=operators lets an operator without a second factor only set one up', async (t) => {
  const service = await serviceFor(t, { env: { SVC_MFA_REQUIRED: 'operators' } });
  const operator = await service.signedIn(undefined, 'operator');
  const user = await service.signedIn();
  t.is((await user.get('/auth/sessions')).status, 200);
  for (const path of ['/admin/users', '/auth/sessions'])
    t.is((await operator.get(path)).json.code, 'mfa_enrollment_required');
  t.is((await operator.get('/users/me')).status, 200);
  t.like((await operator.get('/auth/mfa')).json, { enabled: false, required: true });
  const { secret } = (await operator.post('/auth/mfa/totp', { password: PASSWORD })).json;
  await operator.post('/auth/mfa/totp/confirm', {
    code: new TOTP({ secret }).generate({ timestamp: service.clock.now() }),
  });
  t.is((await operator.get('/admin/users')).status, 200);
});
