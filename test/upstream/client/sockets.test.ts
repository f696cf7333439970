import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { type WebSocket, WebSocketServer } from 'ws';
import { badAnswer } from '../../../src/upstream/upstream-error.js';
import type { SocketOptions } from '../../../src/upstream/upstreams.js';
import { until, upstreamFor } from '../../support/upstream-for.js';

const quick = { firstPause: 10, longestPause: 80, handshake: 5_000, ping: 20_000 };

/** Starts a WebSocket server of a vendor; `greet` is called for each connection. */
async function vendorSocket(t: ExecutionContext, greet: (socket: WebSocket, count: number) => void) {
  const http: Server = createServer((_request, response) => void response.writeHead(429, { 'retry-after': '0' }).end());
  const server = new WebSocketServer({ noServer: true });
  const state = {
    refuse: false,
    refusal: '403 Forbidden',
    upgrades: 0,
    heard: [] as string[],
    requests: [] as IncomingMessage[],
  };
  http.on('upgrade', (request, socket, head) => {
    state.upgrades += 1;
    state.requests.push(request);
    socket.on('error', () => {}); // a rejected client may disconnect before the response ends
    if (state.refuse) return void socket.end(`HTTP/1.1 ${state.refusal}\r\nConnection: close\r\n\r\n`);
    server.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (data) => state.heard.push(data.toString()));
      client.on('error', () => {});
      greet(client, state.upgrades);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.teardown(() => {
    for (const client of server.clients) client.terminate();
    http.closeAllConnections();
    http.close();
  });
  return Object.assign(state, { url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws`, server });
}

/** Returns options for a socket of numbers, and the numbers received; any other message is invalid. */
function reader(url: string, rest: Partial<SocketOptions> = {}): SocketOptions & { numbers: number[] } {
  const numbers: number[] = [];
  const onMessage = (text: string) => {
    const value = Number(text);
    if (Number.isNaN(value)) throw badAnswer('no number');
    numbers.push(value);
    return 1;
  };
  return { url, onOpen: (send) => send('subscribe'), onMessage, numbers, ...rest };
}

test('messages of a vendor are read and counted in its feed', async (t) => {
  const vendor = await vendorSocket(t, (socket) => {
    for (const value of [1, 2, 3]) socket.send(String(value));
  });
  const { upstream, feed } = upstreamFor(t, 'http://127.0.0.1:1');
  const options = reader(vendor.url);
  const socket = upstream.socket(options);
  await until(() => options.numbers.length === 3 && vendor.heard.length === 1);
  t.true(socket.isOpen);
  t.deepEqual([feed().status, feed().records], ['ok', 3]);
  t.is(vendor.requests[0]?.headers['user-agent'], 'Watchfloor/test');
  socket.send('more');
  await until(() => vendor.heard.length === 2);
  t.deepEqual(vendor.heard, ['subscribe', 'more']);
});

test('a broken connection is replaced, and the subscriptions are sent again', async (t) => {
  const vendor = await vendorSocket(t, (socket, count) => {
    socket.send(String(count));
    if (count < 4) setTimeout(() => socket.terminate(), 5);
  });
  const { upstream, failures } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: quick });
  const options = reader(vendor.url);
  upstream.socket(options);
  await until(() => options.numbers.includes(4));
  await until(() => vendor.heard.filter((text) => text === 'subscribe').length >= 1);
  t.is(failures('unreachable'), 3);
});

test('many invalid messages are counted and skipped', async (t) => {
  const vendor = await vendorSocket(t, (socket) => {
    for (let frame = 0; frame < 2_000; frame += 1)
      socket.send(frame % 3 === 0 ? Buffer.from([0, 1, 2]) : '<html>{"price":NaN');
    socket.send('7');
  });
  const { upstream, feed, failures } = upstreamFor(t, 'http://127.0.0.1:1');
  const options = reader(vendor.url, {});
  const socket = upstream.socket(options);
  await until(() => options.numbers.length === 1);
  t.is(failures('bad_answer'), 2_000);
  t.deepEqual([feed().records, feed().consecutiveFailures, socket.isOpen], [1, 0, true]);
});

test('binary frames are read as text if the vendor sends text in them', async (t) => {
  const vendor = await vendorSocket(t, (socket) => {
    socket.send(Buffer.from('5'));
    socket.send('6');
  });
  const { upstream, feed } = upstreamFor(t, 'http://127.0.0.1:1');
  const options = reader(vendor.url, { textInBytes: true });
  upstream.socket(options);
  await until(() => options.numbers.length === 2);
  t.deepEqual(options.numbers, [5, 6]);
  t.deepEqual([feed().records, feed().consecutiveFailures], [2, 0]);
});

test('a socket is closed with the close code 1000', async (t) => {
  const codes: number[] = [];
  const vendor = await vendorSocket(t, (socket) => socket.on('close', (code) => codes.push(code)).send('1'));
  const { upstream } = upstreamFor(t, 'http://127.0.0.1:1');
  const options = reader(vendor.url);
  const socket = upstream.socket(options);
  await until(() => options.numbers.length === 1);
  socket.close();
  await until(() => codes.length === 1);
  t.deepEqual(codes, [1000]);
});

test('a vendor that reports too many requests is contacted less and less often, beyond the usual maximum delay', async (t) => {
  const vendor = await vendorSocket(t, () => {});
  vendor.refuse = true;
  vendor.refusal = '429 Too Many Requests';
  const { upstream, failures } = upstreamFor(t, 'http://127.0.0.1:1', {
    socketTimes: { firstPause: 1, longestPause: 2, longestRefusedPause: 100_000 },
  });
  upstream.socket(reader(vendor.url));
  await until(() => vendor.upgrades === 1);
  const startedAt = performance.now();
  await until(() => vendor.upgrades === 10);
  // The pauses are at least half of 1 + 2 + 4 + … + 256 ms; with the usual maximum, all of them together would be 20 ms
  // at most.
  t.true(performance.now() - startedAt > 250);
  t.true(failures('rate_limited') >= 9);
});

test('an exception of the reader does not close the connection', async (t) => {
  const vendor = await vendorSocket(t, (socket) => {
    socket.send('null');
    socket.send('5');
  });
  const { upstream, failures } = upstreamFor(t, 'http://127.0.0.1:1');
  const seen: string[] = [];
  const onMessage = (text: string) => {
    seen.push(text);
    return (JSON.parse(text) as { toFixed(): string }).toFixed().length;
  };
  upstream.socket({ ...reader(vendor.url), onMessage });
  await until(() => seen.length === 2);
  t.is(failures('bad_answer'), 1);
});

test('a silent connection is replaced; if the vendor answers pings, this is not a failure', async (t) => {
  const vendor = await vendorSocket(t, () => {});
  const { upstream, feed, failures } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: quick });
  upstream.socket(reader(vendor.url, { stallMs: 60 }));
  await until(() => vendor.upgrades >= 3);
  t.true(failures('timeout') >= 2);
  t.is(feed().consecutiveFailures, 0);
});

test('a vendor that does not answer pings is disconnected', async (t) => {
  const vendor = await vendorSocket(t, (socket) => socket.pause());
  const { upstream, feed } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: { ...quick, ping: 40 } });
  upstream.socket(reader(vendor.url));
  await until(() => vendor.upgrades >= 2);
  t.true(feed().consecutiveFailures >= 1);
});

test('an overlong frame closes the connection, which is replaced', async (t) => {
  const vendor = await vendorSocket(t, (socket, count) => void socket.send(count === 1 ? 'x'.repeat(100_000) : '1'));
  const { upstream, failures } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: quick });
  const options = reader(vendor.url, { maxFrameBytes: 10_000 });
  upstream.socket(options);
  await until(() => options.numbers.length === 1);
  t.is(failures('too_large'), 1);
});

test('a connection that the vendor does not accept is retried with increasing delays', async (t) => {
  const vendor = await vendorSocket(t, (socket) => socket.send('1'));
  vendor.refuse = true;
  const { upstream, failures, feed } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: quick });
  const options = reader(vendor.url);
  const socket = upstream.socket(options);
  await until(() => failures('not_entitled') >= 3);
  t.false(socket.isOpen);
  socket.send('dropped');
  vendor.refuse = false;
  await until(() => options.numbers.length === 1);
  t.is(feed().status, 'ok');
});

test('a closed socket stays closed', async (t) => {
  const vendor = await vendorSocket(t, (socket) => socket.send('1'));
  const { upstream, upstreams } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: quick });
  const options = reader(vendor.url);
  const [first, second] = [upstream.socket(options), upstream.socket(reader(vendor.url))];
  await until(() => options.numbers.length === 1 && second.isOpen);
  first.close();
  await until(() => vendor.server.clients.size === 1);
  t.false(first.isOpen);
  t.true(second.isOpen);
  await upstreams.close();
  await until(() => vendor.server.clients.size === 0);
  const late = upstream.socket(reader(vendor.url));
  await new Promise((resolve) => setImmediate(resolve));
  t.false(late.isOpen);
  t.is(vendor.upgrades, 2);
});

test('a vendor that does not read what is sent is disconnected after a megabyte, and connected again', async (t) => {
  const vendor = await vendorSocket(t, (socket, count) => {
    if (count === 1) socket.pause();
  });
  const { upstream, failures } = upstreamFor(t, 'http://127.0.0.1:1', { socketTimes: quick });
  const socket = upstream.socket(reader(vendor.url));
  await until(() => socket.isOpen);
  const megabyte = 'x'.repeat(1_000_000);
  // The system buffers some megabytes before anything waits.
  for (let sent = 0; sent < 50 && socket.isOpen; sent += 1) socket.send(megabyte);
  t.false(socket.isOpen);
  t.is(failures('timeout'), 1);
  await until(() => vendor.upgrades === 2);
});
