import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import type { Json } from '../../support/test-client.js';
import { endpointOf, isSignedBy, webhookServiceFor } from '../../support/webhook-service.js';

test('a body is written by the template, and the signature is over what is sent', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/hook', ['feed.*']);
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const template = {
    text: '{{title}} ({{ data.status }}, before {{data.previousStatus}})',
    severity: '{{severity}}',
    fields: [{ '{{id}}': '{{data}}' }, '{{data.reason}}', 'why: {{data.reason}}.', 5, true, null],
  };
  const bodyTemplate = JSON.stringify(template);
  t.is((await owner.patch(path, { bodyTemplate })).json.bodyTemplate, bodyTemplate);
  const id = await happen();
  const [received] = receiver.received;
  const event = (await owner.get(`/timeline/${id}`)).json;
  t.deepEqual(JSON.parse(String(received?.body)), {
    text: `${event.title} (down, before ok)`,
    severity: event.severity,
    fields: [{ '{{id}}': event.data }, null, 'why: .', 5, true, null],
  });
  t.true(isSignedBy(endpoint.secret, received!));
  t.is(received?.headers['content-type'], 'application/json');
  t.is(received?.headers['webhook-id'], id);
  await owner.patch(path, { bodyTemplate: null });
  await happen('b');
  t.is(receiver.received[1]?.headers['content-type'], 'application/cloudevents+json');
});

test('values cannot break out of the JSON, nor are they read for placeholders', async (t) => {
  const { subscriber, deliver, receiver, services } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/hook', ['feed.*']);
  await owner.patch(`/webhooks/endpoints/${endpoint.id}`, { bodyTemplate: '{"a": "x {{data.feed}}", "b": 1}' });
  const feed = '", "b": 2, "c": "{{title}}\n\\';
  const data = { feed, provider: 'simulator', status: 'down', previousStatus: 'ok' } as const;
  await services.get(EventLog).append(feedStatusChanged, { data: data as never });
  await deliver();
  t.deepEqual(JSON.parse(String(receiver.received[0]?.body)), { a: `x ${feed}`, b: 1 });
});

test('a body longer than 20 KB is replaced by the envelope with the address of the event', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/hook', ['feed.*']);
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const long = JSON.stringify({ filler: 'x'.repeat(8_000), all: Array.from({ length: 100 }, () => '{{data}}') });
  await owner.patch(path, { bodyTemplate: long });
  const id = await happen('f'.repeat(100));
  const body = JSON.parse(String(receiver.received[0]?.body));
  t.deepEqual([body.id, body.filler], [id, undefined]);
  t.true(isSignedBy(endpoint.secret, receiver.received[0]!));
});

for (const [name, bodyTemplate, detail] of [
  ['no JSON', '{"a": {{title}}}', /is not JSON/],
  ['a JSON text', '"{{title}}"', /must be a JSON object or list/],
  ['an unknown field', '{"a": "{{data.noSuchField}}"}', /\{\{data\.noSuchField\}\}, which is not a known placeholder/],
  ['a member of all objects', '{"a": "{{constructor.name}}"}', /not a known placeholder/],
  ['lone braces', '{"a": "{{title"}', /braces/],
  ['a block', '{"a": "{{#each data}}x{{/each}}"}', /braces/],
  ['101 placeholders', JSON.stringify(Array.from({ length: 101 }, () => '{{id}}')), /more than 100 placeholders/],
  ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`, /nested more than 20 levels/],
] as const)
  test(`a template with ${name} is a 422`, async (t) => {
    const { signedIn, receiver } = await webhookServiceFor(t);
    const owner = await signedIn();
    const { status, json } = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/`, bodyTemplate });
    t.deepEqual([status, json.errors?.[0].pointer], [422, '/bodyTemplate'], JSON.stringify(json));
    t.regex(json.errors[0].detail, detail);
    t.is((await owner.get('/webhooks/endpoints')).json.items.length, 0);
  });

test('templates of 10,000 characters, 100 placeholders and 20 levels are accepted; longer ones are a 400', async (t) => {
  const { signedIn, receiver } = await webhookServiceFor(t);
  const owner = await signedIn();
  const { id } = await endpointOf(owner, `${receiver.url}/`);
  const set = async (bodyTemplate: unknown) =>
    (await owner.patch(`/webhooks/endpoints/${id}`, { bodyTemplate })).status;
  t.is(await set(JSON.stringify(Array.from({ length: 100 }, () => '{{id}}'))), 200);
  t.is(await set(`${'['.repeat(20)}${']'.repeat(20)}`), 200);
  t.is(await set(JSON.stringify(['x'.repeat(9_996)])), 200);
  for (const wrong of [JSON.stringify(['x'.repeat(9_997)]), '{', { a: 1 }, 5]) t.is(await set(wrong), 400);
});

test('a template is only for the generic format', async (t) => {
  const { signedIn, receiver } = await webhookServiceFor(t);
  const owner = await signedIn();
  const { id } = await endpointOf(owner, `${receiver.url}/`);
  const change = async (changes: Json) => {
    const { status, json } = await owner.patch(`/webhooks/endpoints/${id}`, changes);
    return [status, json.format, json.bodyTemplate];
  };
  const bodyTemplate = '{"a": "{{id}}"}';
  t.deepEqual(await change({ bodyTemplate, format: 'slack' }), [422, undefined, undefined]);
  t.deepEqual(await change({ bodyTemplate }), [200, 'generic', bodyTemplate]);
  t.deepEqual(await change({ format: 'slack' }), [422, undefined, undefined]);
  t.deepEqual(await change({ format: 'slack', bodyTemplate: null }), [200, 'slack', null]);
});
