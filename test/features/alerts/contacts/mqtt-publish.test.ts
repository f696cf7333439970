import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type MqttMessage, publishOnce } from '../../../../src/features/alerts/contacts/channels/mqtt-publish.js';
import { OutboundFailure } from '../../../../src/upstream/outbound.js';
import { type BrokerBehaviour, type MqttBroker, mqttBrokerFor } from '../../../support/mqtt-broker.js';
import { failureOf, outboundFor } from '../../../support/peer.js';

const LIMITS = { timeoutMs: 10_000, maxBytes: 4_096, closeMs: 2_000 };
const allow = ['127.0.0.1'];

const publish = (
  t: ExecutionContext,
  { url }: Pick<MqttBroker, 'url'>,
  message: Partial<MqttMessage> = {},
  limits = {},
) =>
  publishOnce(outboundFor(t, { allow }), { url, topic: 'desk/alerts', ...message }, '{"title":"Zürich"}', {
    ...LIMITS,
    ...limits,
  });

for (const qos of [0, 1, 2] as const) {
  test(`a message with quality of service ${qos} arrives once, and the connection is ended in order`, async (t) => {
    const broker = await mqttBrokerFor(t);
    t.is(await publish(t, broker, { qos, retain: qos === 2 }), undefined);
    t.is(broker.published.length, 1);
    t.like(broker.published[0], { topic: 'desk/alerts', qos, retain: qos === 2 });
    t.is(String(broker.published[0]?.payload), '{"title":"Zürich"}');
    t.deepEqual(broker.packets, ['connect', 'publish', ...(qos === 2 ? ['pubrel'] : []), 'disconnect']);
  });
}

test('a broker receives the user name and the password, and a client id that every broker accepts', async (t) => {
  const broker = await mqttBrokerFor(t);
  await publish(t, broker, { username: 'ada', password: 'pässword' });
  const { username, password, clientId, protocolVersion, clean } = broker.connects[0] ?? {};
  t.deepEqual([username, String(password), protocolVersion, clean], ['ada', 'pässword', 5, true]);
  t.regex(clientId ?? '', /^[0-9a-z]{1,23}$/);
});

for (const code of [1, 132]) {
  test(`a broker that refuses MQTT 5 with ${code} gets the message by MQTT 3.1.1`, async (t) => {
    const broker = await mqttBrokerFor(t, { connack: ({ protocolVersion }) => (protocolVersion === 5 ? code : 0) });
    t.is(await publish(t, broker), undefined);
    t.deepEqual(
      broker.connects.map(({ protocolVersion }) => protocolVersion),
      [5, 4],
    );
    t.is(broker.published.length, 1);
  });
}

const refusals: Array<[what: string, BrokerBehaviour, error: RegExp, isPermanent: boolean]> = [
  ['bad credentials', { connack: () => 134 }, /rejected the user name or the password/, true],
  ['a contact that may not connect', { connack: () => 135 }, /not authorize this contact to connect/, true],
  ['every version', { connack: () => 132 }, /neither MQTT 5 nor MQTT 3\.1\.1/, true],
  ['a connection for now', { connack: () => 137 }, /is busy/, false],
  ['a connection with an unknown code', { connack: () => 177 }, /reason code 177/, false],
  ['a topic that may not be published to', { ack: () => 135 }, /to publish to the topic/, true],
  ['the name of a topic', { ack: () => 144 }, /rejected the topic/, true],
  ['a message beyond its quota', { ack: () => 151 }, /quota is used up/, false],
  ['a quality of service, by ending the connection', { disconnect: 155 }, /quality of service/, true],
  ['a retained message, by ending the connection', { disconnect: 154 }, /retained messages/, true],
];
for (const [what, behaviour, error, isPermanent] of refusals) {
  test(`a broker that refuses ${what} is stated in a sentence`, async (t) => {
    const outcome = await publish(t, await mqttBrokerFor(t, behaviour));
    t.regex(outcome?.error ?? '', error);
    t.is(outcome?.isPermanent, isPermanent);
  });
}

test('bad credentials and no authorization are also recognized in MQTT 3.1.1', async (t) => {
  for (const [code, error] of [
    [4, /user name or the password/],
    [5, /authorize this contact to connect/],
  ] as const) {
    const broker = await mqttBrokerFor(t, { connack: ({ protocolVersion }) => (protocolVersion === 5 ? 1 : code) });
    t.regex((await publish(t, broker))?.error ?? '', error);
  }
});

const failures: Array<[what: string, BrokerBehaviour, code: string]> = [
  ['says nothing', { onOpen: () => {} }, 'timeout'],
  ['does not confirm', { ack: () => undefined }, 'timeout'],
  ['closes the connection at once', { onOpen: (socket) => socket.end() }, 'reset'],
  ['resets the connection', { onOpen: (socket) => socket.on('data', () => socket.resetAndDestroy()) }, 'reset'],
  [
    'closes the connection instead of a confirmation',
    { onOpen: (socket) => socket.on('data', () => socket.end(Buffer.from([0x20, 3, 0, 0, 0]))) },
    'reset',
  ],
];
for (const [what, behaviour, code] of failures) {
  test(`a broker that ${what} is a failure, and the connection is closed`, async (t) => {
    const broker = await mqttBrokerFor(t, behaviour);
    const limits = code === 'timeout' ? { timeoutMs: 300 } : {};
    const failure = await failureOf(t, OutboundFailure, publish(t, broker, {}, limits));
    t.is(failure.code, code as never);
    while (broker.open() > 0) await sleep(5);
    t.is(broker.open(), 0);
  });
}

const invalid: Array<[what: string, onOpen: (socket: Socket) => void]> = [
  ['answers with HTTP', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['sends a packet of a length beyond all limits', (socket) => flood(socket, [0x30, 255, 255, 255, 127])],
  ['floods the connection with pings', (socket) => flood(socket, [0xd0, 0])],
  ['accepts the connection and then floods it', (socket) => flood(socket, [0x20, 3, 0, 0, 0])],
];
for (const [what, onOpen] of invalid) {
  test(`a server that ${what} is no broker, and the connection is closed`, async (t) => {
    const broker = await mqttBrokerFor(t, { onOpen });
    t.deepEqual(await publish(t, broker), {
      error: 'The response of the server is not valid MQTT.',
      isPermanent: false,
    });
    while (broker.open() > 0) await sleep(5);
    t.is(broker.open(), 0);
  });
}

/** Writes the head, then repeats two bytes until the connection ends. */
function flood(socket: Socket, head: number[]): void {
  const bytes = Buffer.alloc(65_536, Buffer.from(head.length === 2 ? head : [0, 0]));
  if (head.length > 2) socket.write(Buffer.from(head));
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

test('random bytes of a broker never end the process', async (t) => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const bytes = Buffer.from(Array.from({ length: 40 }, (_, index) => (seed * 7_919 * (index + 3) ** 2) % 251));
    bytes[0] = (seed % 16) << 4;
    const broker = await mqttBrokerFor(t, { onOpen: (socket) => socket.end(bytes) });
    const result = await publish(t, broker, {}, { timeoutMs: 1_000 }).catch((error: unknown) => error);
    t.true(
      result instanceof OutboundFailure || (result as { error?: string })?.error !== undefined,
      `${seed}: ${result}`,
    );
  }
});

test('the end of the service ends a message that is under way as stopped', async (t) => {
  const broker = await mqttBrokerFor(t, { onOpen: () => {} });
  const outbound = outboundFor(t, { allow });
  const sent = failureOf(t, OutboundFailure, publishOnce(outbound, { url: broker.url, topic: 'a' }, '', LIMITS));
  while (broker.open() === 0) await sleep(5);
  await sleep(50);
  await outbound.close();
  t.is((await sent).code, 'stopped');
  const later = publishOnce(outbound, { url: broker.url, topic: 'a' }, '', LIMITS);
  t.is((await failureOf(t, OutboundFailure, later)).code, 'stopped');
});

const real = process.env.TEST_MQTT_URL;
(real === undefined ? test.skip : test)('a broker of another maker accepts messages of every quality', async (t) => {
  for (const qos of [0, 1, 2] as const) t.is(await publish(t, { url: real as string }, { qos }), undefined);
});
