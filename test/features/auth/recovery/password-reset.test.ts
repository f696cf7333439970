import 'reflect-metadata';
import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { type MailService, mailServiceFor } from '../../../support/mail-service.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

const NEW_PASSWORD = 'a longer and better sentence';

/** Returns the token of the last e-mail's link. */
const tokenOf = ({ sink }: MailService) => /#reset=([\w-]{43})\b/.exec(sink.mails.at(-1)?.text ?? '')?.[1] as string;

async function forgetful(service: MailService) {
  const owner = await service.signedIn();
  const caller = service.client();
  const ask = async (email = owner.email) => {
    const { status, text } = await caller.post('/auth/password/forgot', { email });
    await service.jobs.runDue();
    return { status, text };
  };
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    caller.post('/auth/password/reset', { token, newPassword });
  return { owner, caller, ask, reset };
}

test('a mailed link sets a password once, ends every session and is followed by a notice', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, caller, ask, reset } = await forgetful(service);
  t.deepEqual(await ask(owner.email.toUpperCase()), { status: 202, text: '{"validMinutes":30}' });
  t.like(service.sink.mails[0], { to: [owner.email] });
  t.is(service.sink.mails[0]?.headers.subject, '[Watchfloor] Set a new password');
  const token = tokenOf(service);
  t.is((await reset(token)).status, 204);
  isProblem(t, await owner.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await caller.signIn(owner.email, PASSWORD), 401, 'invalid_credentials');
  t.is((await caller.signIn(owner.email, NEW_PASSWORD)).status, 200);
  await service.jobs.runDue();
  t.is(service.sink.mails[1]?.headers.subject, '[Watchfloor] Your password was changed');
  const again = await reset(token);
  isProblem(t, again, 404, 'not_found');
});

test('an address without an account gets the same response, and no mail', async (t) => {
  const service = await mailServiceFor(t);
  const { ask } = await forgetful(service);
  t.deepEqual(await ask('unknown@watchfloor.test'), { status: 202, text: '{"validMinutes":30}' });
  t.deepEqual(service.sink.mails, []);
});

test('a request is answered before the address is looked up, so its duration reveals nothing', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, caller } = await forgetful(service);
  for (const email of [owner.email, 'unknown@watchfloor.test'])
    t.is((await caller.post('/auth/password/forgot', { email })).status, 202);
  t.is(service.jobs.sent.filter(({ name }) => name === 'auth.reset-mail').length, 2);
});

test('a link expires after 30 minutes', async (t) => {
  const service = await mailServiceFor(t);
  const { ask, reset } = await forgetful(service);
  await ask();
  service.clock.advance(30 * MINUTE + 1);
  isProblem(t, await reset(tokenOf(service)), 404, 'not_found');
  await service.jobs.run('auth.remove-expired-resets');
  t.deepEqual((await service.database.database.query('select 1 from password_resets')).rows, []);
});

test('a weak password leaves the link valid', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, ask, reset } = await forgetful(service);
  await ask();
  const token = tokenOf(service);
  const refused = await reset(token, owner.email);
  t.deepEqual([refused.status, refused.json.errors[0].pointer], [400, '/newPassword']);
  t.is((await reset(token)).status, 204);
});

test('a newer link ends the older ones, but not when its mail could not be sent', async (t) => {
  const service = await mailServiceFor(t);
  const { ask, reset } = await forgetful(service);
  await ask();
  const first = tokenOf(service);
  await ask();
  const second = tokenOf(service);
  service.sink.refuseWith(550);
  await ask();
  isProblem(t, await reset(first), 404, 'not_found');
  t.is((await reset(second)).status, 204);
});

test('a new password makes all other links invalid', async (t) => {
  const service = await mailServiceFor(t);
  const { ask, reset } = await forgetful(service);
  await ask();
  const first = tokenOf(service);
  await ask();
  t.is((await reset(tokenOf(service))).status, 204);
  isProblem(t, await reset(first), 404, 'not_found');
});

test('an account gets at most three links while these are valid, and requests for an address are limited', async (t) => {
  const service = await mailServiceFor(t, { env: { SVC_SIGN_IN_LIMIT: '5' } });
  const { ask } = await forgetful(service);
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await ask()).status);
  t.deepEqual(statuses, [202, 202, 202, 202, 202, 429]);
  t.is(service.sink.mails.length, 3);
});

test('only hashes of tokens are stored, and links that were not sent are not valid', async (t) => {
  const service = await mailServiceFor(t);
  const { ask } = await forgetful(service);
  await ask();
  const stored = JSON.stringify((await service.database.database.query('select * from password_resets')).rows);
  t.false(stored.includes(tokenOf(service)));
  t.false(service.logged.join('').includes(tokenOf(service)));
  service.sink.refuseWith(550);
  await ask();
  t.is((await service.database.database.query('select 1 from password_resets')).rows.length, 1);
});

test('a disabled account gets no link, and cannot use one', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, ask, reset } = await forgetful(service);
  await ask();
  await service.database.database.query('update accounts set disabled_at = now() where id = $1', [owner.accountId]);
  service.clock.advance(MINUTE);
  await ask();
  t.is(service.sink.mails.length, 1);
  isProblem(t, await reset(tokenOf(service)), 404, 'not_found');
});

test('without a mail server a request for a new password returns 404 with advice', async (t) => {
  const caller = (await serviceFor(t)).client();
  const { status, json } = await caller.post('/auth/password/forgot', { email: 'ada@watchfloor.test' });
  t.deepEqual([status, json.detail], [404, 'This service sends no mail. Contact an operator for a new password.']);
});
