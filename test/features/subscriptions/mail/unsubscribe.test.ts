import 'reflect-metadata';
import test from 'ava';
import { mailed, mailServiceFor } from '../../../support/mail-service.js';

const form = (path: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  fetch(path, { method: 'POST', headers: { 'content-type': type }, body });

test('one click turns mails off without a login, and a GET only shows a page', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader();
  await service.happen(owner.accountId, { title: 'First' });
  await service.deliver();
  const path = /\/api\/v1\/[^>]+/.exec(service.sink.mails[0]!.headers['list-unsubscribe'] ?? '')![0];
  const channel = async () => (await owner.get(`/subscriptions/${subscription.id}`)).json.mail?.mode ?? 'off';
  const page = await fetch(service.url + path);
  t.deepEqual(
    [page.status, page.headers.get('content-type'), await channel()],
    [200, 'text/html; charset=utf-8', 'each'],
  );
  t.regex(await page.text(), /<form method="post">/);
  const answer = await form(service.url + path);
  t.deepEqual(
    [answer.status, answer.redirected, answer.headers.get('set-cookie'), await channel()],
    [200, false, null, 'off'],
  );
  t.is((await form(service.url + path)).status, 200, 'repeating it has no effect');
  t.regex(await (await fetch(service.url + path)).text(), /sends no mail/);
  await service.happen(owner.accountId, { title: 'Second' });
  await service.deliver();
  t.is(service.sink.mails.length, 1);
});

test('one click is also taken as multipart, with any content', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader();
  await service.happen(owner.accountId, { title: 'First' });
  await service.deliver();
  const path = /\/api\/v1\/[^>]+/.exec(service.sink.mails[0]!.headers['list-unsubscribe'] ?? '')![0];
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  t.is((await form(service.url + path, body, 'multipart/form-data; boundary=x')).status, 200);
  t.is((await owner.get(`/subscriptions/${subscription.id}`)).json.mail, null);
});

test('a link turns off one subscription only, and an invented or changed one returns 404', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader();
  const other = await mailed(owner, { mode: 'digest' });
  await service.happen(owner.accountId, { title: 'First' });
  await service.deliver();
  const path = /\/api\/v1\/[^>]+/.exec(service.sink.mails[0]!.headers['list-unsubscribe'] ?? '')![0];
  const changed = `${path.slice(0, -12)}${path.at(-12) === 'A' ? 'B' : 'A'}${path.slice(-11)}`;
  t.deepEqual([(await form(service.url + changed)).status, (await fetch(service.url + changed)).status], [404, 404]);
  t.is((await form(service.url + path)).status, 200);
  const modes = await Promise.all(
    [subscription, other].map(async ({ id }) => (await owner.get(`/subscriptions/${id}`)).json.mail?.mode ?? 'off'),
  );
  t.deepEqual(modes, ['off', 'digest']);
});

test('the page shows a name as text', async (t) => {
  const service = await mailServiceFor(t);
  const owner = await service.signedIn();
  await mailed(owner, {}, { name: '<img src=x onerror=alert(1)>' });
  await service.happen(owner.accountId, { title: 'First' });
  await service.deliver();
  const path = /\/api\/v1\/[^>]+/.exec(service.sink.mails[0]!.headers['list-unsubscribe'] ?? '')![0];
  const page = await fetch(service.url + path);
  t.true((await page.text()).includes('&lt;img src=x onerror=alert(1)&gt;'));
  t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/);
  t.is(page.headers.get('referrer-policy'), 'no-referrer');
});
