import 'reflect-metadata';
import test from 'ava';
import { mailed, mailServiceFor } from '../../../support/mail-service.js';
import { receiverFor } from '../../../support/receiver.js';
import { DAY, HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

const subjects = ({ sink }: { sink: { mails: Array<{ headers: Record<string, string> }> } }) =>
  sink.mails.map(({ headers }) => headers.subject);

test('each event is mailed once to the address of the account, with a link to it and one to unsubscribe', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader();
  const id = await service.happen(owner.accountId, { title: 'CL above 100', severity: 4 });
  await service.deliver();
  await service.deliver();
  const [mail, ...others] = service.sink.mails;
  t.is(others.length, 0);
  t.like(mail, { to: [owner.email], from: 'watch@watch.example' });
  t.like(mail?.headers, {
    subject: '[Watchfloor] CL above 100',
    'message-id': `<event.${id}.${subscription.id}@watch.example>`,
  });
  t.regex(mail?.text ?? '', /^CL above 100\r\n\r\nSeverity: 4 of 5 \(high\)\r\nTime: /);
  t.true(mail?.text.includes(`/#event=${id}`));
  t.regex(
    mail?.headers['list-unsubscribe'] ?? '',
    /^<http:\/\/127\.0\.0\.1:3000\/api\/v1\/subscriptions\/unsubscribe\?token=[\w-]{43}>$/,
  );
  const { mail: status, delivery } = (await owner.get(`/subscriptions/${subscription.id}`)).json;
  t.deepEqual(delivery, { channel: 'stream' });
  t.deepEqual(status, {
    mode: 'each',
    digestMinutes: null,
    lastSentAt: new Date(service.clock.now()).toISOString(),
    lastErrorAt: null,
    lastError: null,
  });
});

test('an event is mailed once to an account, however many of its subscriptions match', async (t) => {
  const service = await mailServiceFor(t);
  const { owner } = await service.reader();
  await mailed(owner);
  await service.happen(owner.accountId, { title: 'Once' });
  await service.deliver();
  t.deepEqual(subjects(service), ['[Watchfloor] Once']);
});

test('events of other accounts and events before the subscription are not mailed', async (t) => {
  const service = await mailServiceFor(t);
  const other = await service.signedIn();
  const owner = await service.signedIn();
  await service.happen(owner.accountId, { title: 'Before' });
  await mailed(owner);
  await service.happen(other.accountId, { title: 'Theirs' });
  await service.deliver();
  t.deepEqual(service.sink.mails, []);
});

test('a digest has one line per event, the most severe first, at the end of its period; a period without events sends no digest', async (t) => {
  const service = await mailServiceFor(t);
  const { clock, jobs, sink } = service;
  const { owner, subscription } = await service.reader({ mode: 'digest', digestMinutes: 60 });
  t.like(subscription.mail, { mode: 'digest', digestMinutes: 60 });
  clock.advance(HOUR - (clock.now() % HOUR) + MINUTE);
  for (const [title, severity] of [
    ['Low', 2],
    ['Grave', 5],
    ['Also low', 2],
  ] as const)
    await service.happen(owner.accountId, { title, severity });
  await service.deliver();
  t.is(sink.mails.length, 0);
  await jobs.pass(HOUR);
  t.deepEqual(subjects(service), ['[Watchfloor] 3 events: 1 critical, 2 low']);
  const { text, headers } = sink.mails[0]!;
  t.deepEqual(
    [...text.matchAll(/^- (.+)$/gm)].map(([, title]) => title),
    ['Grave', 'Also low', 'Low'],
  );
  t.regex(headers['message-id'] ?? '', new RegExp(`^<until\\.\\d+\\.${subscription.id}@watch\\.example>$`));
  await service.deliver();
  await jobs.pass(3 * HOUR);
  t.is(sink.mails.length, 1);
});

test('a digest lists at most 50 events and counts the others', async (t) => {
  const service = await mailServiceFor(t);
  const { owner } = await service.reader({ mode: 'digest', digestMinutes: 5 });
  const title = '<&"🚢'.repeat(20_000);
  for (let count = 0; count < 53; count += 1) await service.happen(owner.accountId, { title, severity: 3 });
  await service.deliver();
  await service.jobs.pass(6 * MINUTE);
  const [mail] = service.sink.mails;
  t.is(mail?.headers.subject, '[Watchfloor] 53 events: 53 moderate');
  t.is(mail?.text.match(/^- /gm)?.length, 50);
  t.true(mail?.text.includes('And 3 more.'));
  t.true(
    Buffer.byteLength(mail!.raw) < 200_000 && Buffer.byteLength(mail!.html) < 102_000,
    `${Buffer.byteLength(mail!.html)}`,
  );
});

test('events of one group come in one mail', async (t) => {
  const service = await mailServiceFor(t);
  const { owner } = await service.reader();
  for (const title of ['One', 'Two']) await service.happen(owner.accountId, { title, severity: 3, groupId: 'storm' });
  await service.deliver();
  t.is(service.sink.mails.length, 0);
  await service.jobs.pass(MINUTE);
  t.deepEqual(subjects(service), ['[Watchfloor] 2 events: 2 moderate']);
});

test('beyond the hourly limit of mails, further events come in one mail at the end of the hour', async (t) => {
  const service = await mailServiceFor(t, { env: { SVC_MAIL_LIMIT: '2' } });
  const { owner } = await service.reader();
  for (let count = 1; count <= 6; count += 1)
    await service.happen(owner.accountId, { title: `Event ${count}`, severity: 1 });
  await service.deliver();
  t.deepEqual(subjects(service), ['[Watchfloor] Event 1', '[Watchfloor] Event 2']);
  await service.jobs.pass(HOUR + MINUTE);
  t.deepEqual(subjects(service).slice(2), ['[Watchfloor] 4 events: 4 minor']);
});

test('a mail that the server refuses temporarily is sent later with the same id, and one that it refuses is not', async (t) => {
  const service = await mailServiceFor(t);
  const { sink, jobs, clock } = service;
  const { owner, subscription } = await service.reader();
  const status = async () => (await owner.get(`/subscriptions/${subscription.id}`)).json.mail;
  sink.refuseWith(451);
  const id = await service.happen(owner.accountId, { title: 'Later' });
  await service.deliver();
  t.like(await status(), {
    lastSentAt: null,
    lastErrorAt: new Date(clock.now()).toISOString(),
    lastError: 'The mail server did not take the mail for now (451).',
  });
  sink.refuseWith();
  await jobs.pass(MINUTE);
  t.deepEqual(
    sink.mails.map(({ headers }) => headers['message-id']),
    [`<event.${id}.${subscription.id}@watch.example>`],
  );
  sink.refuseWith(550);
  await service.happen(owner.accountId, { title: 'Never' });
  await service.deliver();
  sink.refuseWith();
  await jobs.pass(5 * MINUTE);
  t.is(sink.mails.length, 1);
  t.is((await status()).lastError, 'The mail server refused the mail (550).');
});

test('a mail is not retried after 22 hours of temporary failures', async (t) => {
  const service = await mailServiceFor(t);
  const { owner } = await service.reader();
  service.sink.refuseWith(421);
  await service.happen(owner.accountId, { title: 'Given up' });
  await service.deliver();
  await service.jobs.pass(2 * DAY);
  t.is(service.jobs.sent.filter(({ name }) => name === 'subscriptions.mail').length, 8);
  t.is(service.jobs.nextDueAt, undefined);
});

test('a mail whose process died is sent again, together with others that are overdue', async (t) => {
  const service = await mailServiceFor(t);
  const { owner } = await service.reader();
  for (const title of ['One', 'Two']) await service.happen(owner.accountId, { title, severity: 3 });
  await service.settle();
  service.clock.advance(20 * MINUTE);
  await service.jobs.run('subscriptions.overdue-mails');
  await service.jobs.pass(10_000);
  t.deepEqual(subjects(service), ['[Watchfloor] 2 events: 2 moderate']);
});

test('mails about one alert are one conversation', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader();
  const subject = 'alert:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
  await service.happen(owner.accountId, { title: 'Firing' }, { type: 'alert.firing', subject });
  await service.happen(owner.accountId, { title: 'Resolved' }, { type: 'alert.resolved', subject });
  await service.deliver();
  const root = `<${subject.replace(':', '.')}.${subscription.id}@watch.example>`;
  const [firing, resolved] = service.sink.mails.map(({ headers }) => headers);
  t.deepEqual([firing?.['message-id'], firing?.references], [root, undefined]);
  t.deepEqual([resolved?.references, resolved?.['in-reply-to']], [root, root]);
  t.not(resolved?.['message-id'], root);
});

test('titles and names cannot add headers or markup', async (t) => {
  const service = await mailServiceFor(t);
  const owner = await service.signedIn();
  await mailed(owner, {}, { name: '<b>bold</b>' });
  await service.happen(owner.accountId, { title: 'x\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>' });
  await service.deliver();
  const [mail] = service.sink.mails;
  t.deepEqual([mail?.to, mail?.headers.bcc], [[owner.email], undefined]);
  t.false(/<script|<b>bold/.test(mail?.html ?? ''));
  t.true(mail?.html.includes('&lt;script&gt;alert(1)&lt;/script&gt;') && mail.html.includes('&lt;b&gt;bold&lt;/b&gt;'));
});

test('a subscription that changes to another channel, or whose account is disabled, sends no more mail', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader({ mode: 'digest', digestMinutes: 5 });
  const other = await service.reader({ mode: 'digest', digestMinutes: 5 });
  for (const { accountId } of [owner, other.owner]) await service.happen(accountId, { title: 'Waiting' });
  await service.deliver();
  t.is((await owner.patch(`/subscriptions/${subscription.id}`, { delivery: { channel: 'stream' } })).json.mail, null);
  await service.database.database.query('update accounts set disabled_at = now() where id = $1', [
    other.owner.accountId,
  ]);
  await service.jobs.pass(10 * MINUTE);
  t.deepEqual(service.sink.mails, []);
});

test('a mail server that accepts no mail does not delay webhooks', async (t) => {
  const service = await mailServiceFor(t, { env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  const receiver = await receiverFor(t);
  const { owner } = await service.reader();
  const { json: endpoint } = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/hook` });
  await owner.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: endpoint.id },
  });
  service.sink.refuseWith(421);
  await service.happen(owner.accountId, { title: 'Both' });
  await service.deliver();
  t.deepEqual([receiver.received.length, service.sink.mails.length], [1, 0]);
  service.sink.refuseWith();
  await owner.post(`/webhooks/endpoints/${endpoint.id}/test`);
  await service.deliver();
  t.deepEqual([receiver.received.length, service.sink.mails.length], [2, 0], 'a test of a webhook is not mailed');
});

test('a subscription can change between one mail per event and a digest', async (t) => {
  const { reader } = await mailServiceFor(t);
  const { owner, subscription } = await reader();
  const change = async (delivery: object) =>
    (await owner.patch(`/subscriptions/${subscription.id}`, { delivery })).json;
  t.like((await change({ mode: 'digest' })).mail, { mode: 'digest', digestMinutes: 60 });
  t.like((await change({ digestMinutes: 1440 })).mail, { mode: 'digest', digestMinutes: 1440 });
  t.like((await change({ mode: 'each' })).mail, { mode: 'each', digestMinutes: null });
  t.is((await change({ digestMinutes: 30 })).errors[0].pointer, '/delivery/digestMinutes');
  t.is((await change({ channel: 'stream', mode: 'each' })).errors[0].pointer, '/delivery/mode');
  t.is((await change({ endpointId: subscription.id })).errors[0].pointer, '/delivery/endpointId');
});

test('without a mail server a subscription cannot be mailed, when created or when changed', async (t) => {
  const { signedIn } = await serviceFor(t);
  const owner = await signedIn();
  const request = { name: 'All', eventTypes: ['*'], delivery: { channel: 'email' } };
  const refused = await owner.post('/subscriptions', request);
  t.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/delivery/channel']);
  const { json } = await owner.post('/subscriptions', { ...request, delivery: { channel: 'stream' } });
  t.regex(
    (await owner.patch(`/subscriptions/${json.id}`, { delivery: { channel: 'email' } })).json.detail,
    /^This service sends no mail/,
  );
  t.is((await owner.get(`/subscriptions/${json.id}`)).json.mail, null);
});

test('nothing of a mail is kept once it is sent', async (t) => {
  const service = await mailServiceFor(t);
  const { owner } = await service.reader();
  await service.happen(owner.accountId, { title: 'Sent' });
  await service.deliver();
  const { rows } = await service.database.database.query('select 1 from subscription_mails');
  t.deepEqual(rows, []);
});

test('events that wait to be mailed are deleted with their subscription and account', async (t) => {
  const service = await mailServiceFor(t);
  const { owner, subscription } = await service.reader({ mode: 'digest' });
  const other = await service.reader({ mode: 'digest' });
  for (const { accountId } of [owner, other.owner]) await service.happen(accountId, { title: 'Waiting' });
  await service.settle();
  const waiting = async () => (await service.database.database.query('select 1 from subscription_mails')).rows.length;
  t.is(await waiting(), 2);
  t.is((await owner.delete(`/subscriptions/${subscription.id}`)).status, 204);
  t.is((await other.owner.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  t.is(await waiting(), 0);
});
