import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { OutboundFailure, type OutboundRequest } from '../../../src/upstream/outbound.js';
import { settlesWithin } from '../../support/in-time.js';
import { failureOf, outboundFor, startPeer } from '../../support/peer.js';

const allow = ['127.0.0.1'];
const head = 'HTTP/1.1 200 OK\r\n';

/**
 * Writes `start`, then `chunk` repeatedly as fast as it is read, until the connection is closed. Counts the bytes of
 * the chunks.
 */
function flood(socket: Socket, start: string, chunk: Buffer | string, counted: { sent: number } = { sent: 0 }): void {
  socket.write(start);
  const more = () => {
    while (!socket.destroyed && counted.sent < 2 ** 30) {
      counted.sent += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', more);
  more();
}

test('a response has its status, its headers in lower case and its body', async (t) => {
  const peer = await startPeer(t, (socket) =>
    socket.write('HTTP/1.1 500 Oh\r\nX-Tag: one\r\nx-tag: two\r\nRetry-After: 7\r\nContent-Length: 3\r\n\r\nno!'),
  );
  const { latencyMs, ...answer } = await outboundFor(t, { allow }).send({
    method: 'POST',
    url: `${peer.url}a?b=c`,
    body: '{}',
    headers: { 'X-Mine': '1' },
  });
  t.deepEqual(answer, {
    status: 500,
    headers: { 'x-tag': 'one, two', 'retry-after': '7', 'content-length': '3' },
    body: Buffer.from('no!'),
    complete: true,
  });
  t.true(Number.isInteger(latencyMs) && latencyMs >= 0);
  const [request = ''] = peer.heard;
  t.regex(request, /^POST \/a\?b=c HTTP\/1\.1\r\n/);
  t.regex(request, new RegExp(`\r\nhost: 127\\.0\\.0\\.1:${peer.port}\r\n`));
  for (const line of ['user-agent: Watchfloor/test', 'accept-encoding: identity', 'x-mine: 1', 'content-length: 2'])
    t.true(request.includes(`\r\n${line}\r\n`), line);
  t.true(request.endsWith('\r\n\r\n{}'));
});

test('the final status is returned after interim ones', async (t) => {
  const peer = await startPeer(t, (socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${head}content-length: 0\r\n\r\n`),
  );
  const { status, headers } = await outboundFor(t, { allow }).send({ method: 'GET', url: peer.url });
  t.deepEqual([status, headers], [200, { 'content-length': '0' }]);
});

test('the first kilobyte of a long body is kept by default', async (t) => {
  const peer = await startPeer(t, (socket) =>
    socket.write(`${head}content-length: 5000\r\n\r\n${'a'.repeat(1024)}${'b'.repeat(3976)}`),
  );
  const outbound = outboundFor(t, { allow });
  const { body, complete } = await outbound.send({ method: 'GET', url: peer.url });
  t.is(body.toString(), 'a'.repeat(1024));
  t.true(complete);
  t.is((await outbound.send({ method: 'GET', url: peer.url, keepBytes: 5000 })).body.length, 5000);
  t.is((await outbound.send({ method: 'GET', url: peer.url, keepBytes: 0 })).body.length, 0);
});

for (const [what, framing, chunk] of [
  ['a body of a gigabyte', `content-length: ${2 ** 30}\r\n\r\n`, Buffer.alloc(65_536, 'x')],
  ['a body without end', '\r\n', Buffer.alloc(65_536, 'x')],
  ['a body of endless chunks', 'transfer-encoding: chunked\r\n\r\n', Buffer.from(`4000\r\n${'x'.repeat(0x4000)}\r\n`)],
] as const) {
  test(`${what} is cut off after 64 KB and is an incomplete response`, async (t) => {
    const counted = { sent: 0 };
    const peer = await startPeer(t, (socket) => flood(socket, head + framing, chunk, counted));
    const before = process.memoryUsage().rss;
    const { status, body, complete } = await outboundFor(t, { allow }).send({
      method: 'GET',
      url: peer.url,
      keepBytes: 10_000_000,
    });
    await peer.closed();
    t.deepEqual([status, body.length, complete], [200, 65_536, false]);
    t.true(counted.sent < 32_000_000, `${counted.sent} bytes were taken, what the sockets hold included`);
    t.true(process.memoryUsage().rss - before < 100_000_000);
  });
}

test('a compressed body is not decompressed, so that a decompression bomb is only a few bytes', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const peer = await startPeer(t, (socket) => {
    socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  const { body } = await outboundFor(t, { allow }).send({
    method: 'GET',
    url: peer.url,
    maxBytes: 100_000,
    keepBytes: 100_000,
  });
  t.true(body.equals(bomb));
});

const failures: Array<
  [what: string, code: string, speak: (socket: Socket) => void, request?: Partial<OutboundRequest>]
> = [
  [
    'headers without end',
    'too_large',
    (socket) => flood(socket, head, `x-${'a'.repeat(100)}: ${'b'.repeat(1000)}\r\n`),
  ],
  ['one header without end', 'too_large', (socket) => flood(socket, `${head}x: `, 'b'.repeat(4096))],
  ['garbage', 'protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n')],
  ['a length that is no number', 'protocol', (socket) => socket.write(`${head}content-length: many\r\n\r\n`)],
  ['chunks of nonsense', 'protocol', (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`)],
  [
    'a length and chunks at once',
    'protocol',
    (socket) => socket.write(`${head}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`),
  ],
  ['a reset', 'reset', (socket) => socket.resetAndDestroy()],
  ['an end without an answer', 'reset', (socket) => socket.end()],
  ['an end within the headers', 'reset', (socket) => socket.end('HTTP/1.1 200 OK\r\nx: y')],
  ['an end within the body', 'reset', (socket) => socket.end(`${head}content-length: 10\r\n\r\nhalf`)],
  [
    'a reset within the body',
    'reset',
    (socket) =>
      socket.write(`${head}content-length: 10\r\n\r\nhalf`, () => setImmediate(() => socket.resetAndDestroy())),
  ],
  [
    'a switch of protocols',
    'reset',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  ['silence', 'timeout', () => undefined, { timeoutMs: 100 }],
  [
    'headers and then silence',
    'timeout',
    (socket) => socket.write(`${head}content-length: 10\r\n\r\nhalf`),
    { timeoutMs: 100 },
  ],
  [
    'interim answers without end',
    'timeout',
    (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
    { timeoutMs: 150 },
  ],
];
for (const [what, code, speak, request] of failures) {
  test(`${what}: the failure is ${code}, and the connection is closed`, async (t) => {
    const peer = await startPeer(t, speak);
    const failure = await failureOf(
      t,
      OutboundFailure,
      outboundFor(t, { allow }).send({ method: 'POST', url: peer.url, body: 'x', ...request }),
    );
    t.is(failure.code, code as typeof failure.code);
    t.true(Number.isInteger(failure.latencyMs) && failure.latencyMs >= (request?.timeoutMs ?? 0) - 1);
    await peer.closed();
    // on a busy machine, the time may be over before the connection exists
    t.true(peer.connections <= 1, 'it was not tried again');
  });
}

test('a response of single bytes ends at the total timeout', async (t) => {
  const peer = await startPeer(t, (socket) => {
    socket.write(`${head}content-length: 100000\r\n\r\n`);
    const timer = setInterval(() => socket.write('x'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  const failing = failureOf(
    t,
    OutboundFailure,
    outboundFor(t, { allow }).send({ method: 'GET', url: peer.url, timeoutMs: 200 }),
  );
  t.true(await settlesWithin(2_000, failing));
  const { code, latencyMs } = await failing;
  t.is(code, 'timeout');
  t.true(latencyMs >= 199, `${latencyMs} ms`);
  await peer.closed();
});

test('headers that arrive slowly end at the total timeout, too', async (t) => {
  const peer = await startPeer(t, (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x: y\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  t.is(
    (
      await failureOf(
        t,
        OutboundFailure,
        outboundFor(t, { allow }).send({ method: 'GET', url: peer.url, timeoutMs: 150 }),
      )
    ).code,
    'timeout',
  );
  await peer.closed();
});

test('a body without a length ends when the peer closes the connection', async (t) => {
  const peer = await startPeer(t, (socket) => socket.end(`${head}\r\nall of it`));
  const { body, complete } = await outboundFor(t, { allow }).send({ method: 'GET', url: peer.url });
  t.deepEqual([body.toString(), complete], ['all of it', true]);
});

test('a closed port is a failure with its reason', async (t) => {
  const failure = await failureOf(
    t,
    OutboundFailure,
    outboundFor(t, { allow }).send({ method: 'GET', url: 'http://127.0.0.1:1/' }),
  );
  t.is(failure.code, 'connect');
  t.is((failure.cause as NodeJS.ErrnoException).code, 'ECONNREFUSED');
});

test('a name without an address, and one that is not resolved in time, are failures with their reasons', async (t) => {
  const get = { method: 'GET', url: 'https://hook.example/' } as const;
  const fail = async () => {
    throw new Error('ENOTFOUND');
  };
  t.is((await failureOf(t, OutboundFailure, outboundFor(t, { resolve: fail }).send(get))).code, 'dns');
  t.is((await failureOf(t, OutboundFailure, outboundFor(t, { resolve: async () => [] }).send(get))).code, 'dns');
  const never = () => new Promise<string[]>(() => undefined);
  const failing = failureOf(t, OutboundFailure, outboundFor(t, { resolve: never, connectMs: 50 }).send(get));
  t.true(await settlesWithin(2_000, failing));
  t.is((await failing).code, 'dns');
});

test('a header that would frame the message or set the host is not sent, nor is one with a line break', async (t) => {
  const peer = await startPeer(t);
  const bad: Array<Record<string, string>> = [
    { Host: 'other.example' },
    { 'Transfer-Encoding': 'chunked' },
    { 'content-length': '1' },
    { x: 'a\r\nb: c' },
    { 'x y': 'z' },
  ];
  for (const headers of bad) {
    const { code } = await failureOf(
      t,
      OutboundFailure,
      outboundFor(t, { allow }).send({ method: 'GET', url: peer.url, headers }),
    );
    t.is(code, 'invalid_request', JSON.stringify(headers));
  }
  t.deepEqual(peer.heard, []);
});
