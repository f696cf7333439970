import 'reflect-metadata';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { Dto, Field } from '../../../src/api/field.js';
import { text } from '../../../src/api/rules.js';
import { Database } from '../../../src/database/database.js';
import { EventLog } from '../../../src/events/event-log.js';
import { EventType } from '../../../src/events/event-type.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { GuardedOutbound } from '../../../src/upstream/outbound/guarded-outbound.js';
import { OUTBOUND_TIMES } from '../../support/peer-times.js';
import { replyWith } from '../../support/receiver.js';
import { DAY, SECOND } from '../../support/service-for.js';
import { deliveryOf, endpointOf, isSignedBy, signing, webhookServiceFor } from '../../support/webhook-service.js';

test.serial(
  'an event is delivered as its envelope, with a Standard Webhooks signature over the raw bytes',
  async (t) => {
    const { subscriber, happen, receiver } = await webhookServiceFor(t);
    const { owner, endpoint } = await subscriber();
    const id = await happen();
    const [received, ...others] = receiver.received;
    t.is(others.length, 0);
    t.is(received?.headers['webhook-id'], id);
    t.is(received?.headers['content-type'], 'application/cloudevents+json');
    t.regex(received?.headers['user-agent'] ?? '', /^Watchfloor\//);
    t.deepEqual(JSON.parse(String(received?.body)), (await owner.get(`/timeline/${id}`)).json);
    const headers = received?.headers as Record<string, string>;
    t.notThrows(() => new Webhook(endpoint.secret).verify(received?.body as Buffer, headers));
  },
);

test.serial(
  'a delivery with one changed byte, another secret or a timestamp six minutes old does not verify',
  async (t) => {
    const { subscriber, happen, receiver } = await webhookServiceFor(t);
    const { endpoint } = await subscriber();
    await happen();
    const received = receiver.received[0]!;
    t.true(isSignedBy(endpoint.secret, received));
    for (let at = 0; at < received.body.length; at += 7) {
      const changed = Buffer.from(received.body);
      changed[at] = changed[at]! ^ 1;
      t.false(isSignedBy(endpoint.secret, received, changed), `byte ${at}`);
    }
    t.false(isSignedBy(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, received));
    const timestamp = String(Number(received.headers['webhook-timestamp']) - 360);
    t.false(
      isSignedBy(endpoint.secret, { ...received, headers: { ...received.headers, 'webhook-timestamp': timestamp } }),
    );
    t.throws(
      () =>
        new Webhook(endpoint.secret).verify(received.body, { ...signing(received), 'webhook-timestamp': timestamp }),
      { message: /old/ },
    );
  },
);

for (const status of [301, 302, 307, 308]) {
  test.serial(`a ${status} redirect is not followed and counts as a failed attempt`, async (t) => {
    const { subscriber, happen, receiver } = await webhookServiceFor(t);
    const { owner } = await subscriber();
    receiver.reply(replyWith(status, { location: `${receiver.url}/elsewhere` }));
    const { attempts } = await deliveryOf(owner, await happen());
    t.deepEqual([attempts[0].statusCode, attempts[0].error], [status, 'redirect']);
    t.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/hook'],
    );
  });
}

test.serial('both secrets sign for 24 hours after a rotation, then only the new one', async (t) => {
  const { subscriber, happen, receiver, clock } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const rotated = (await owner.post(`/webhooks/endpoints/${endpoint.id}/rotate-secret`)).json;
  const signers = async () => {
    await happen();
    const received = receiver.received.at(-1)!;
    return [isSignedBy(endpoint.secret, received), isSignedBy(rotated.secret, received)];
  };
  t.deepEqual(await signers(), [true, true]);
  clock.advance(DAY - SECOND);
  t.deepEqual(await signers(), [true, true]);
  clock.advance(2 * SECOND);
  t.deepEqual(await signers(), [false, true]);
});

test.serial(
  'after a rotation that revokes the old secret only the new one signs, from the next attempt on',
  async (t) => {
    const { subscriber, happen, receiver } = await webhookServiceFor(t);
    const { owner, endpoint } = await subscriber();
    await owner.post(`/webhooks/endpoints/${endpoint.id}/rotate-secret`);
    const { json } = await owner.post(`/webhooks/endpoints/${endpoint.id}/rotate-secret?revokeOld=true`);
    await happen();
    const received = receiver.received[0]!;
    t.deepEqual([isSignedBy(endpoint.secret, received), isSignedBy(json.secret, received)], [false, true]);
    t.is(String(received.headers['webhook-signature']).split(' ').length, 1);
  },
);

test.serial('events of a rolled-back transaction are not delivered', async (t) => {
  const { subscriber, services, deliver, receiver } = await webhookServiceFor(t);
  await subscriber();
  await t.throwsAsync(
    services.get(Database).transaction(async () => {
      await services.get(EventLog).append(feedStatusChanged, {
        data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
      });
      throw new Error('after all not');
    }),
    { message: 'after all not' },
  );
  await deliver();
  t.is(receiver.received.length, 0);
});

test.serial('deleting an endpoint ends its retries', async (t) => {
  const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  receiver.reply(replyWith(500));
  await happen();
  t.is((await owner.delete(`/webhooks/endpoints/${endpoint.id}`)).status, 204);
  await pass(2 * DAY);
  t.deepEqual([receiver.received.length, (await owner.get('/webhooks/deliveries')).json.items.length], [1, 0]);
});

@Dto('A long one.')
class LongDto {
  @Field('Text.', text(0, 100_000), { example: 'x' })
  text!: string;
}
const long = new EventType({
  type: 'feed.status_changed',
  description: '.',
  data: LongDto,
  audience: 'public',
  tag: 'health',
  severities: [1],
});

for (const [env, base] of [
  [{ SVC_BASE_URL: 'https://watch.example.org' }, 'https://watch.example.org'],
  [{ SVC_PORT: '0' }, ''],
] as const) {
  test.serial(
    `an event of more than 20 KB is delivered without its data and with a URL to read it, ${base === '' ? 'relative' : 'absolute'}`,
    async (t) => {
      const { subscriber, services, deliver, receiver } = await webhookServiceFor(t, { env });
      const { owner, endpoint } = await subscriber();
      const [whole, thin] = [
        await services.get(EventLog).append(long, { data: { text: 'x'.repeat(20_000) } }),
        await services.get(EventLog).append(long, { data: { text: 'x'.repeat(20_480) } }),
      ];
      await deliver();
      const of = (id: string) => receiver.received.find(({ headers }) => headers['webhook-id'] === id)!;
      t.is(JSON.parse(String(of(whole).body)).data.text.length, 20_000);
      const { data, ...rest } = (await owner.get(`/timeline/${thin}`)).json;
      t.deepEqual(JSON.parse(String(of(thin).body)), { ...rest, dataref: `${base}/api/v1/timeline/${thin}` });
      t.is(data.text.length, 20_480);
      t.true(isSignedBy(endpoint.secret, of(thin)));
    },
  );
}

test.serial('a test event is delivered to the requested endpoint only', async (t) => {
  const { subscriber, receiver, deliver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/first');
  const other = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/second` });
  await owner.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: other.json.id },
  });
  const { status, json } = await owner.post(`/webhooks/endpoints/${endpoint.id}/test`);
  t.is(status, 202);
  await deliver();
  t.deepEqual(
    receiver.received.map(({ path, headers }) => [path, headers['webhook-id']]),
    [['/first', json.id]],
  );
  t.deepEqual(JSON.parse(String(receiver.received[0]?.body)), json);
  t.deepEqual((await owner.get(`/timeline/${json.id}`)).json, json);
});

test.serial('pausing an endpoint fails its pending deliveries, and no new ones are queued', async (t) => {
  const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  receiver.reply(replyWith(500));
  const before = await happen();
  await owner.patch(`/webhooks/endpoints/${endpoint.id}`, { enabled: false });
  await happen();
  await pass(DAY);
  const { items } = (await owner.get('/webhooks/deliveries')).json;
  t.deepEqual(
    items.map(({ eventId, status }: Record<string, unknown>) => [eventId, status]),
    [[before, 'failed']],
  );
  t.is(receiver.received.length, 1);
  t.is((await owner.get('/timeline?type=webhook.endpoint_disabled')).json.items.length, 0);
});

test.serial('the first kilobyte of a response is stored as printable text', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner } = await subscriber();
  receiver.reply((response) =>
    response.writeHead(400).end(Buffer.concat([Buffer.from([0, 27, 255, 10]), Buffer.from('é'.repeat(5_000))])),
  );
  const { attempts } = await deliveryOf(owner, await happen());
  const [{ response }] = attempts;
  t.true(response.startsWith('\ufffd\ufffd\ufffd\nééé'));
  t.true([...response].length <= 1_024 && [...response].length > 500);
});

test.serial('a host name that was public when saved and is private when called is not called', async (t) => {
  let address = '93.184.216.34';
  const outbound = new GuardedOutbound({
    allow: [],
    ports: [443],
    plainHttp: false,
    userAgent: 'Watchfloor/test',
    resolve: async () => [address],
    ...OUTBOUND_TIMES,
  });
  const { signedIn, happen } = await webhookServiceFor(t, { parts: { outbound } });
  const ada = await signedIn();
  const { id } = await endpointOf(ada, 'https://hooks.example.org/in');
  await ada.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: id },
  });
  address = '127.0.0.1';
  const { attempts } = await deliveryOf(ada, await happen());
  t.deepEqual([attempts.length, attempts[0].error, attempts[0].statusCode], [1, 'blocked_address', null]);
});

test.serial('an unreachable receiver is a failed attempt with the reason', async (t) => {
  const { signedIn, happen } = await webhookServiceFor(t);
  const ada = await signedIn();
  const { json } = await ada.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/' });
  await ada.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: json.id },
  });
  const { attempts, status } = await deliveryOf(ada, await happen());
  t.deepEqual(
    [attempts[0].statusCode, attempts[0].error, attempts[0].response, status],
    [null, 'connect', null, 'pending'],
  );
});
