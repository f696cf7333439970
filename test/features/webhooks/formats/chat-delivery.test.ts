import 'reflect-metadata';
import test from 'ava';
import { replyWith } from '../../../support/receiver.js';
import { DAY, SECOND } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { deliveryOf, isSignedBy, type WebhookService, webhookServiceFor } from '../../../support/webhook-service.js';

const bodies = ({ receiver }: WebhookService) => receiver.received.map(({ body }) => JSON.parse(String(body)));

/** Returns an account with an endpoint of this format that gets every event. */
async function chatter(service: WebhookService, format: string) {
  const { owner, endpoint } = await service.subscriber(`/${format}`);
  const path = `/webhooks/endpoints/${endpoint.id}`;
  t200(await owner.patch(path, { format }));
  return { owner, endpoint, path };
}

function t200({ status, json }: { status: number; json: Json }): void {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
}

test('an endpoint of each format gets its test event as a message of that chat', async (t) => {
  const service = await webhookServiceFor(t);
  const { receiver, deliver, signedIn } = service;
  const owner = await signedIn();
  const heads: Record<string, string> = { slack: 'blocks', discord: 'embeds', teams: 'attachments' };
  for (const [format, member] of Object.entries(heads)) {
    receiver.reply(replyWith(format === 'teams' ? 202 : 200, {}, 'ok'), `/${format}`);
    const { status, json } = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/${format}`, format });
    t.deepEqual([status, json.format], [201, format]);
    const { json: event } = await owner.post(`/webhooks/endpoints/${json.id}/test`);
    await deliver();
    const { path, headers, body } = receiver.received.at(-1)!;
    t.deepEqual(
      [path, headers['content-type'], headers['webhook-signature']],
      [`/${format}`, 'application/json', undefined],
    );
    t.true(member in JSON.parse(String(body)));
    t.is((await deliveryOf(owner, event.id)).status, 'delivered');
  }
});

test('an endpoint that changes its format gets the next event in it, and signed events after it changes back', async (t) => {
  const service = await webhookServiceFor(t);
  const { owner, endpoint, path } = await chatter(service, 'slack');
  await service.happen();
  t.is(bodies(service)[0].text.split('\n')[0], 'Feed ais (simulator) is down');
  t200(await owner.patch(path, { format: 'generic' }));
  await service.happen();
  t.true(isSignedBy(endpoint.secret, service.receiver.received[1]!));
});

test('a URL that belongs to one chat is rejected with the format of another, when created and when changed', async (t) => {
  const service = await webhookServiceFor(t);
  const owner = await service.signedIn();
  const url = 'https://discord.com/api/webhooks/1/x';
  const refused = await owner.post('/webhooks/endpoints', { url, format: 'teams' });
  t.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/url']);
  const { json } = await owner.post('/webhooks/endpoints', { url, format: 'discord' });
  const changed = await owner.patch(`/webhooks/endpoints/${json.id}`, { format: 'slack' });
  t.deepEqual([changed.status, changed.json.errors[0].pointer], [422, '/format']);
  t.regex(
    (await owner.post('/webhooks/endpoints', { url: 'http://10.0.0.1/x', format: 'teams' })).json.detail,
    /^The host of the URL has a private or reserved address/,
  );
});

test('a chat is called no faster than it takes messages, and gets all of them', async (t) => {
  const service = await webhookServiceFor(t);
  const { receiver, jobs, happen, clock } = service;
  const { owner } = await chatter(service, 'slack');
  const from = clock.now();
  for (let count = 0; count < 7; count += 1) await happen(`feed${count}`);
  t.is(receiver.received.length, 4);
  const [waiting] = (await owner.get('/webhooks/deliveries?status=pending')).json.items;
  t.is(Date.parse(waiting.nextAttemptAt) - from, 3 * SECOND);
  await jobs.pass(3 * SECOND);
  t.is(receiver.received.length, 7);
});

test('a chat that answers 429 is not called before the time it asks for', async (t) => {
  const service = await webhookServiceFor(t);
  const { receiver, jobs, happen } = service;
  const { owner } = await chatter(service, 'discord');
  receiver.reply(replyWith(429, { 'retry-after': '1' }, '{"message":"","retry_after":20.5,"global":false}'));
  const refused = await happen('one');
  receiver.reply(replyWith(204));
  await happen('two');
  await jobs.pass(20 * SECOND);
  t.is(receiver.received.length, 1);
  await jobs.pass(5 * SECOND);
  t.is(receiver.received.length, 3);
  t.is((await deliveryOf(owner, refused)).status, 'delivered');
});

test('a chat that answers 404 is disabled at once, and an endpoint of the generic format is retried', async (t) => {
  const service = await webhookServiceFor(t);
  const { receiver, happen, pass } = service;
  const chat = await chatter(service, 'slack');
  const other = await service.subscriber('/generic');
  receiver.reply(replyWith(404, {}, 'no_service'));
  await happen();
  const { enabled, disabledReason } = (await chat.owner.get(chat.path)).json;
  t.deepEqual([enabled, disabledReason], [false, 'gone']);
  t.true((await other.owner.get(`/webhooks/endpoints/${other.endpoint.id}`)).json.enabled);
  await pass(DAY);
  t.is(receiver.received.filter(({ path }) => path === '/slack').length, 1);
});
