import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import test from 'ava';
import type { OpenApiDocument } from '../../src/api/open-api-document.js';
import { asyncApiOf } from '../../src/openapi/async-api-document.js';
import { referencesIn, resolve } from '../../src/openapi/references.js';
import { operationsOf } from '../support/scorecard.js';
import { fixtureDocument } from './support/fixture-document.js';

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const specification = json(createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0.json'));
const service = json('openapi.json') as OpenApiDocument;
const described = asyncApiOf(service);

// The specification contains the JSON Schema meta-schema, so Ajv must not add its own.
const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
addFormats.default(ajv);
const validate = ajv.compile(specification);

for (const [name, document] of Object.entries({
  'this service': described,
  'the sample': asyncApiOf(fixtureDocument(), 'https://watch.example.org/feeds'),
})) {
  test(`the description of ${name} is valid AsyncAPI 3.0`, (t) => {
    t.true(validate(document), JSON.stringify(validate.errors?.slice(0, 3), null, 2));
  });
}

test('a description without the address of a channel is invalid, so the check can fail', (t) => {
  t.false(validate({ ...described, channels: { webhooks: { address: 7 } } }));
});

test('every reference can be resolved', (t) => {
  const dangling = [...referencesIn(described)].filter((reference) => resolve(described, reference) === undefined);
  t.deepEqual(dangling, []);
  t.true(referencesIn(described).size > 100);
});

test('each stream is a channel with the events that OpenAPI names, and is sent', (t) => {
  const streams = operationsOf(service).flatMap(({ path, operation }) => {
    const response = operation.responses['200'];
    const events =
      response !== undefined && 'content' in response
        ? response.content?.['text/event-stream']?.['x-events']
        : undefined;
    return events === undefined ? [] : [{ path, id: operation.operationId, events: Object.keys(events) }];
  });
  t.true(streams.length >= 9);
  for (const { path, id, events } of streams) {
    const channel = described.channels[id];
    t.is(channel?.address, path);
    t.deepEqual(
      Object.values(channel?.messages ?? {}).map(({ name }) => name),
      events,
    );
    t.is(described.operations[id]?.messages.length, events.length);
  }
  t.is(Object.keys(described.channels).length, streams.length + 2);
});

test('the WebSocket is a channel with the messages of both sides', (t) => {
  const { getQuoteSocket: channel } = described.channels;
  t.is(channel?.address, '/api/v1/markets/quotes/socket');
  const names = ['quote', 'unavailable', 'subscribed', 'reauth', 'error'];
  t.deepEqual(Object.keys(channel?.messages ?? {}), [...names, 'request']);
  const { getQuoteSocket: sent, getQuoteSocketRequest: received } = described.operations;
  t.deepEqual([sent?.action, sent?.messages.length], ['send', names.length]);
  t.deepEqual([received?.action, received?.messages.length], ['receive', 1]);
});

test('a stream names its parameters, how it is called and which callers may use it', (t) => {
  const { streamSubscriptionEvents: channel } = described.channels;
  t.deepEqual(Object.keys(channel?.parameters ?? {}), ['id']);
  const { bindings, security, action } = described.operations.streamQuotes ?? {};
  const http = bindings?.http as { method: string; query: { properties: Record<string, { description: string }> } };
  t.deepEqual([action, http.method, security], ['send', 'GET', [{ $ref: '#/components/securitySchemes/BearerJWT' }]]);
  t.truthy(http.query.properties.symbols?.description ?? http.query.properties.symbol?.description);
});

test('each webhook is a message with the envelope, an example and the headers of its signature', (t) => {
  const { webhooks } = described.channels;
  t.is(webhooks?.address, null);
  t.deepEqual(Object.keys(webhooks?.messages ?? {}), Object.keys(service.webhooks ?? {}));
  for (const message of Object.values(webhooks?.messages ?? {})) {
    t.is(message.contentType, 'application/cloudevents+json');
    t.deepEqual(message.headers?.required, ['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    const { $ref } = message.payload as { $ref: string };
    const { properties } = resolve(described, $ref) as { properties: { type: { enum: unknown[] } } };
    const [example] = message.examples ?? [];
    t.true(properties.type.enum.includes((example?.payload as { type: string } | undefined)?.type), message.name);
  }
  t.deepEqual(described.operations.onAccountCeilingReached?.messages, [
    { $ref: '#/channels/webhooks/messages/account.ceiling_reached' },
  ]);
});

test('only schemas that messages need are described', (t) => {
  const used = referencesIn(described);
  const unused = Object.keys(described.components.schemas).filter((name) => !used.has(`#/components/schemas/${name}`));
  t.deepEqual(unused, []);
});

test('streams and the WebSocket are sent by this service, and webhooks to the host of their endpoint', (t) => {
  const { webhooks, getQuoteSocket: socket, ...streams } = described.channels;
  t.deepEqual(socket?.servers, [{ $ref: '#/servers/sockets' }]);
  for (const { servers } of Object.values(streams)) t.deepEqual(servers, [{ $ref: '#/servers/service' }]);
  t.deepEqual(webhooks?.servers, [{ $ref: '#/servers/receiver' }]);
  t.like(described.servers.receiver, { host: '{host}', protocol: 'https' });
});

test('the server is the public address, or a host that the reader enters', (t) => {
  const { service: known } = asyncApiOf(service, 'https://watch.example.org/feeds').servers as Record<
    string,
    Record<string, unknown>
  >;
  t.like(known, { host: 'watch.example.org', protocol: 'https', pathname: '/feeds' });
  const { service: root } = asyncApiOf(service, 'http://127.0.0.1:8080').servers as Record<
    string,
    Record<string, unknown>
  >;
  const { sockets } = asyncApiOf(service, 'https://watch.example.org/feeds').servers;
  t.like(sockets, { host: 'watch.example.org', protocol: 'wss', pathname: '/feeds' });
  t.deepEqual([root?.host, root?.protocol, root?.pathname], ['127.0.0.1:8080', 'http', undefined]);
  t.like(described.servers.service, { host: '{host}', variables: { host: { default: 'localhost:3000' } } });
});
