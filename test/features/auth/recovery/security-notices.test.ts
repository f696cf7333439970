import 'reflect-metadata';
import test from 'ava';
import { mailServiceFor } from '../../../support/mail-service.js';
import { DAY } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

/** Signs in from a device with this user agent. */
const signIn = (url: string, email: string, userAgent: string) =>
  fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  });

test('a sign-in from a new device is mailed to the account, without any subscription', async (t) => {
  const service = await mailServiceFor(t);
  const owner = await service.signedIn();
  t.is((await signIn(service.url, owner.email, 'Device <b>x</b>')).status, 200);
  await service.deliver();
  await service.deliver();
  const [mail, ...others] = service.sink.mails;
  t.is(others.length, 0);
  t.like(mail, { to: [owner.email] });
  t.is(mail?.headers.subject, '[Watchfloor] Sign-in from a new device');
  t.regex(mail?.headers['message-id'] ?? '', /^<notice\.[\w-]{36}@watch\.example>$/);
  t.true(mail?.html.includes('Device &lt;b&gt;x&lt;/b&gt;'));
  t.is(mail?.headers['list-unsubscribe'], undefined);
});

test('sign-ins of more than a day ago are not mailed when mail becomes available', async (t) => {
  const service = await mailServiceFor(t);
  const owner = await service.signedIn();
  await signIn(service.url, owner.email, 'Device');
  service.clock.advance(DAY + 1_000);
  await service.deliver();
  t.deepEqual(service.sink.mails, []);
});

test('a notice that the server refuses temporarily fails its run, which is retried', async (t) => {
  const service = await mailServiceFor(t);
  const owner = await service.signedIn();
  await signIn(service.url, owner.email, 'Device');
  await service.settle();
  service.sink.refuseWith(451);
  const { data } = service.jobs.sent.find(({ name }) => name === 'auth.notice-mail')!;
  await t.throwsAsync(service.jobs.run('auth.notice-mail', data), { message: /did not take the mail/ });
  service.sink.refuseWith();
  await service.jobs.runDue();
  t.is(service.sink.mails.length, 1);
});
