import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { StreamHub } from '../../../src/http/stream/stream-hub.js';
import { checkedFetch } from '../../support/checked-fetch.js';
import { signedInMachine } from '../../support/machine.js';
import { receiverFor, replyWith } from '../../support/receiver.js';
import { serviceFor } from '../../support/service-for.js';
import { until } from '../../support/stream-service.js';
import type { TestService } from '../../support/test-service.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Returns a `fetch` that checks calls of the service. The receiver has no OpenAPI description to check against. */
const fetchOf = (service: TestService): typeof fetch => {
  const checked = checkedFetch(service);
  return (target, init) => (String(target).startsWith(service.url) ? checked : fetch)(target, init);
};

/** A command that forwards the notes of an account to a receiver. */
async function listening(t: ExecutionContext) {
  const [service, receiver] = [await serviceFor(t), await receiverFor(t)];
  const { run, user } = await signedInMachine(t, service, fetchOf(service));
  const leave = new AbortController();
  const pauses: number[] = [];
  const ended = run(['listen', '--forward-to', `${receiver.url}/hook`, '--type', 'timeline.note', '--secret', secret], {
    interruption: leave.signal,
    wait: async (ms) => void pauses.push(ms),
  });
  await until(() => [...service.services.get(StreamHub).streams].length > 0);
  const note = async (title: string) => {
    t.is((await user.post('/timeline/notes', { title })).status, 201);
    await service.settle();
  };
  const stop = () => {
    leave.abort();
    return ended;
  };
  return { receiver, user, note, stop, pauses };
}

test('an event arrives as a webhook would, with a signature that verifies', async (t) => {
  const { receiver, user, note, stop } = await listening(t);
  await note('Tanker queue');
  await receiver.count(1);
  const [received] = receiver.received;
  const headers = received?.headers as Record<string, string>;
  t.is(received?.path, '/hook');
  t.is(headers['content-type'], 'application/cloudevents+json');
  t.notThrows(() => new Webhook(secret).verify(received?.body as Buffer, headers));
  const event = JSON.parse(String(received?.body));
  t.deepEqual(event, (await user.get(`/timeline/${event.id}`)).json);
  const { status, out } = await stop();
  t.is(status, 0);
  t.regex(out, new RegExp(`timeline.note ${event.id} → 204\n$`));
});

test('the subscription of the command is deleted at its end', async (t) => {
  const { user, stop } = await listening(t);
  t.is((await user.get('/subscriptions')).json.items.length, 1);
  t.is((await stop()).status, 0);
  t.is((await user.get('/subscriptions')).json.items.length, 0);
});

test('an event that the receiver refuses is sent twice more, then the next one follows', async (t) => {
  const { receiver, note, stop, pauses } = await listening(t);
  receiver.reply(replyWith(500));
  await note('One');
  await receiver.count(3);
  receiver.reply(replyWith(200));
  await note('Two');
  await receiver.count(4);
  const { out } = await stop();
  t.deepEqual(
    [...out.matchAll(/→ (\S+)/g)].map(([, outcome]) => outcome),
    ['500', '200'],
  );
  t.deepEqual(pauses.slice(0, 2), [1_000, 5_000]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  t.is(new Set(ids.slice(0, 3)).size, 1);
  t.not(ids[3], ids[0]);
});

test('without a URL, with another secret, or with both a type and a subscription, the usage is wrong', async (t) => {
  const service = await serviceFor(t);
  const { run } = await signedInMachine(t, service, checkedFetch(service));
  for (const [args, words] of [
    [[], '--forward-to URL is missing'],
    [['--forward-to', 'localhost:80'], '--forward-to URL is missing'],
    [['--forward-to', 'http://127.0.0.1:1', '--secret', 'tea'], '--secret takes a secret'],
    [['--forward-to', 'http://127.0.0.1:1', '--type', 'a.b', '--subscription', 'x'], 'exclude each other'],
  ] as const) {
    const { status, err } = await run(['listen', ...args]);
    t.is(status, 2);
    t.true(err.includes(words), err);
  }
});
