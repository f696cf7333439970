import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import type { GuardedOutboundOptions } from '../../../src/upstream/outbound/guarded-outbound.js';
import { OutboundFailure, OutboundRefused, type RefusalReason } from '../../../src/upstream/outbound.js';
import { failureOf, outboundFor, startPeer } from '../../support/peer.js';

const names: Record<string, string[]> = {
  'broker.example': ['93.184.216.34'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
};
const resolve = async (name: string) => names[name] ?? [];

const check = (t: ExecutionContext, url: string, options: Partial<GuardedOutboundOptions> = {}) =>
  outboundFor(t, { resolve, ...options }).check(url, 'mqtt');

const accepted: Array<[url: string, stored: string, options?: Partial<GuardedOutboundOptions>]> = [
  ['mqtts://broker.example', 'mqtts://broker.example'],
  ['mqtts://BROKER.example.:8883/', 'mqtts://broker.example:8883'],
  ['mqtts://broker.example:443', 'mqtts://broker.example:443'],
  ['mqtts://8.8.8.8', 'mqtts://8.8.8.8'],
  ['mqtt://broker.example', 'mqtt://broker.example', { plainHttp: true }],
  ['mqtt://broker.example:80', 'mqtt://broker.example:80', { plainHttp: true, ports: [80] }],
  ['mqtt://127.0.0.1:4711', 'mqtt://127.0.0.1:4711', { allow: ['127.0.0.1'] }],
  ['mqtt://0x7f.1', 'mqtt://127.0.0.1', { allow: ['127.0.0.1'] }],
];
for (const [url, stored, options] of accepted) {
  test(`${url} is a broker that may be called`, async (t) => {
    t.is((await check(t, url, options)).href, stored);
  });
}

const refused: Array<[RefusalReason, string]> = [
  ['scheme', 'https://broker.example'],
  ['scheme', 'mqtt://broker.example'],
  ['scheme', 'ws://broker.example'],
  ['malformed', 'mqtts://'],
  ['malformed', 'mqtts://broker.example/path'],
  ['malformed', 'mqtts://broker.example?x=1'],
  ['malformed', 'mqtts://broker.example#x'],
  ['malformed', 'mqtts://a..b'],
  ['malformed', 'mqtts://256.1.1.1'],
  ['userinfo', 'mqtts://ada:secret@broker.example'],
  ['port', 'mqtts://broker.example:1883'],
  ['port', 'mqtts://broker.example:22'],
  ['host', 'mqtts://LOCALHOST'],
  ['host', 'mqtts://%6cocalhost'],
  ['host', 'mqtts://broker.internal'],
  ['address', 'mqtts://127.0.0.1'],
  ['address', 'mqtts://2130706433'],
  ['address', 'mqtts://0x7f.1'],
  ['address', 'mqtts://[::ffff:127.0.0.1]'],
  ['address', 'mqtts://inside.example'],
  ['address', 'mqtts://mixed.example'],
];
for (const [reason, url] of refused) {
  test(`${url} is refused as a broker because of its ${reason}`, async (t) => {
    t.is((await failureOf(t, OutboundRefused, check(t, url))).reason, reason);
  });
}

test('a URL of a broker is no URL of a webhook', async (t) => {
  const { reason } = await failureOf(t, OutboundRefused, outboundFor(t).check('mqtts://broker.example'));
  t.is(reason, 'scheme');
});

test('no connection is made to a broker that was public when saved and is private when called', async (t) => {
  const peer = await startPeer(t);
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const outbound = outboundFor(t, {
    plainHttp: true,
    ports: [peer.port],
    resolve: async () => answers.shift() ?? [],
  });
  const { href } = await outbound.check(`mqtt://broker.example:${peer.port}`, 'mqtt');
  t.is((await failureOf(t, OutboundFailure, outbound.connect(href))).code, 'blocked_address');
  t.is(peer.connections, 0);
});

test('a broker by TLS needs a trusted certificate for its name, and no protocol is negotiated', async (t) => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../../test/fixtures/tls/${name}.pem`, import.meta.url), 'utf8');
  const protocols: unknown[] = [];
  const server = createServer({ key: file('key'), cert: file('self-signed'), ALPNProtocols: ['http/1.1'] }, (socket) =>
    protocols.push(socket.alpnProtocol),
  );
  server.on('tlsClientError', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(() => server.close());
  const { port } = server.address() as { port: number };
  const options = { allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] };
  const url = `mqtts://hook.example:${port}`;
  t.is((await failureOf(t, OutboundFailure, outboundFor(t, options).connect(url))).code, 'tls');
  const accepted = once(server, 'secureConnection');
  const socket = await outboundFor(t, { ...options, ca: file('self-signed') }).connect(url);
  await accepted;
  socket.destroy();
  t.deepEqual(protocols, [false]);
});
