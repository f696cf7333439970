import test from 'ava';
import { type AddressClass, AddressRules } from '../../../src/upstream/outbound/address-rules.js';
import { destinationOf } from '../../../src/upstream/outbound/destination.js';
import { type ConnectFailure, GuardedConnector } from '../../../src/upstream/outbound/guarded-connector.js';
import { Resolver } from '../../../src/upstream/outbound/resolver.js';
import { OutboundFailure } from '../../../src/upstream/outbound.js';
import { failureOf, outboundFor, startPeer } from '../../support/peer.js';

const open = { plainHttp: true };
const get = (url: string) => ({ method: 'GET', url }) as const;

const kinds: Array<[what: string, host: string, addresses?: string[]]> = [
  ['a loopback address', '127.0.0.1'],
  ['another loopback address', '127.9.9.9'],
  ['a loopback IPv6 address', '[::1]'],
  ['a mapped IPv6 address', '[::ffff:127.0.0.1]'],
  ['the unspecified address', '0'],
  ['the unspecified IPv6 address', '[::]'],
  ['a decimal address', '2130706433'],
  ['a hexadecimal address', '0x7f.1'],
  ['an octal address', '0177.0.0.1'],
  ['a short address', '127.1'],
  ['localhost', 'localhost', ['127.0.0.1']],
  ['localhost with a dot', 'localhost.', ['127.0.0.1']],
  ['a name below localhost', 'hook.localhost', ['127.0.0.1']],
  ['a name with a private address', 'hook.example', ['127.0.0.1']],
  ['a name with a mapped address', 'hook.example', ['::ffff:127.0.0.1']],
  ['a name with both kinds, the public first', 'hook.example', ['93.184.216.34', '127.0.0.1']],
  ['a name with both kinds, the private first', 'hook.example', ['127.0.0.1', '93.184.216.34']],
];
for (const [what, host, addresses = []] of kinds) {
  test(`${what}: no connection is made`, async (t) => {
    const peer = await startPeer(t);
    const outbound = outboundFor(t, { ...open, ports: [peer.port], resolve: async () => addresses });
    const { code } = await failureOf(t, OutboundFailure, outbound.send(get(`http://${host}:${peer.port}/`)));
    t.is(code, 'blocked_address');
    t.is(peer.connections, 0);
  });
}

test('no connection is made to a name that was public when saved and is private when called', async (t) => {
  const peer = await startPeer(t);
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const outbound = outboundFor(t, { ...open, ports: [peer.port], resolve: async () => answers.shift() ?? [] });
  const url = await outbound.check(`http://hook.example:${peer.port}/`);
  const { code } = await failureOf(t, OutboundFailure, outbound.send(get(url.href)));
  t.is(code, 'blocked_address');
  t.is(peer.connections, 0);
});

/** Returns the error with which the connector refuses a connection to the URL. */
async function connectFailure(url: string, judge: () => AddressClass): Promise<ConnectFailure> {
  const connector = new GuardedConnector({
    rules: { judge },
    resolver: new Resolver(async () => ['127.0.0.1']),
    connectMs: 5_000,
  });
  const connect = connector.to(destinationOf(url, { ports: [Number(new URL(url).port)], plainHttp: true }));
  const failure = await new Promise<Error | null>((resolve) =>
    connect({ hostname: '', protocol: '', port: '' }, (...outcome) => resolve(outcome[0])),
  );
  return failure as ConnectFailure;
}

test('a connection that reaches another address than the checked one is closed before a byte is sent', async (t) => {
  for (const scheme of ['http', 'https']) {
    const peer = await startPeer(t);
    const verdicts: AddressClass[] = ['public', 'private'];
    const failure = await connectFailure(`${scheme}://hook.example:${peer.port}/`, () => verdicts.shift() ?? 'private');
    t.is(failure.code, 'blocked_address');
    t.deepEqual(verdicts, []);
    await peer.closed();
    t.deepEqual(peer.heard, []);
  }
});

test('an address is checked again when a connection to it is made', async (t) => {
  const peer = await startPeer(t);
  t.is((await connectFailure(peer.url, () => 'private')).code, 'blocked_address');
  t.is(peer.connections, 0);
});

test('a redirect to a private address is returned and not followed', async (t) => {
  const inside = await startPeer(t);
  for (const status of [301, 302, 303, 307, 308]) {
    const peer = await startPeer(t, (socket) =>
      socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: ${inside.url}\r\ncontent-length: 0\r\n\r\n`),
    );
    const answer = await outboundFor(t, { allow: ['127.0.0.1'] }).send(get(peer.url));
    t.is(answer.status, status);
    t.is(answer.headers.location, inside.url);
    t.is(peer.connections, 1);
  }
  t.is(inside.connections, 0);
});

test('an allowed address is called at any port and by plain http, also by its name and in other notations', async (t) => {
  const peer = await startPeer(t);
  const outbound = outboundFor(t, { allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
  for (const host of ['127.0.0.1', 'localhost', 'hook.example', 'intranet', '2130706433']) {
    const { status, body } = await outbound.send(get(`http://${host}:${peer.port}/`));
    t.deepEqual([status, body.toString()], [200, 'ok'], host);
  }
});

test('with an allowed address other private addresses are still not called, and public ones by the same rules', async (t) => {
  const peer = await startPeer(t);
  const resolve = async (name: string) => (name === 'public.example' ? ['93.184.216.34'] : ['127.0.0.1', '127.0.0.2']);
  const outbound = outboundFor(t, { allow: ['127.0.0.1'], resolve });
  const codeFor = async (url: string) => (await failureOf(t, OutboundFailure, outbound.send(get(url)))).code;
  t.is(await codeFor(`http://127.0.0.2:${peer.port}/`), 'blocked_address');
  t.is(await codeFor(`http://hook.example:${peer.port}/`), 'blocked_address');
  t.is(await codeFor(`https://public.example:${peer.port}/`), 'blocked_url');
  t.is(await codeFor('http://public.example/'), 'blocked_url');
  t.is(peer.connections, 0);
});

test('a saved URL that is no longer permitted fails with that reason', async (t) => {
  const outbound = outboundFor(t, { resolve: async () => ['93.184.216.34'] });
  for (const url of [
    'http://hook.example/',
    'https://hook.example:22/',
    'ftp://hook.example/',
    'https://a:b@hook.example/',
    'nonsense',
  ]) {
    t.is((await failureOf(t, OutboundFailure, outbound.send(get(url)))).code, 'blocked_url', url);
  }
});

test('proxies of the environment are not used', async (t) => {
  const [proxy, peer] = [await startPeer(t), await startPeer(t)];
  process.env.HTTP_PROXY = process.env.http_proxy = proxy.url;
  t.teardown(() => {
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
  });
  await outboundFor(t, { allow: ['127.0.0.1'] }).send(get(peer.url));
  t.deepEqual([proxy.connections, peer.connections], [0, 1]);
});

test('the address rules are strict only if no address is allowed', (t) => {
  t.true(new AddressRules([]).strict);
  t.false(new AddressRules(['127.0.0.1']).strict);
});
