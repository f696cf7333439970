import test from 'ava';
import { SystemTimers } from '../../../src/time/timers.js';
import { connectedTo, tcpSource } from '../../../src/upstream/transport/tcp-source.js';
import type { UpstreamError } from '../../../src/upstream/upstream-error.js';
import { ByteCollector } from '../../support/byte-collector.js';
import { feedServer } from '../../support/feed-server.js';
import { until } from '../../support/upstream-for.js';

const timers = new SystemTimers();

test('data of a server is read as it arrives, and the end of the connection is a failure', async (t) => {
  const server = await feedServer(t, (socket) => {
    socket.write('one\ntw');
    setImmediate(() => socket.end('o\nthr'));
  });
  const collector = new ByteCollector();
  const error = await t.throwsAsync<UpstreamError>(
    tcpSource(`tcp://127.0.0.1:${server.port}`, timers).read(new AbortController().signal, collector.open),
  );
  t.deepEqual([error.code, collector.text, collector.parts.length], ['unreachable', 'one\ntwo\nthr', 1]);
});

test('a name is resolved, and an IPv6 address has brackets', async (t) => {
  const server = await feedServer(t, (socket) => socket.end('here\n'));
  const collector = new ByteCollector();
  await t.throwsAsync(
    tcpSource(`tcp://localhost:${server.port}`, timers).read(new AbortController().signal, collector.open),
  );
  t.is(collector.text, 'here\n');
  t.notThrows(() => tcpSource('tcp://[::1]:10110', timers));
});

test('a refused connection fails with ECONNREFUSED', async (t) => {
  const server = await feedServer(t, () => {});
  await server.leave();
  const read = connectedTo({ host: '127.0.0.1', port: server.port, timers }).read(
    new AbortController().signal,
    new ByteCollector().open,
  );
  await t.throwsAsync(read, { code: 'ECONNREFUSED' });
});

test('an abort closes the connection and resolves', async (t) => {
  const server = await feedServer(t, (socket) => void socket.write('one\n'));
  const abort = new AbortController();
  const collector = new ByteCollector();
  const reading = tcpSource(`tcp://127.0.0.1:${server.port}`, timers).read(abort.signal, collector.open);
  await until(() => collector.bytes === 4);
  abort.abort();
  await t.notThrowsAsync(reading);
  await until(() => server.open === 0);
  t.is(collector.text, 'one\n');
});

test('an abort before the connection is established resolves', async (t) => {
  const abort = new AbortController();
  // 192.0.2.1 is in TEST-NET-1, where no host responds.
  const reading = connectedTo({ host: '192.0.2.1', port: 9, timers }).read(abort.signal, new ByteCollector().open);
  reading.catch(() => {});
  abort.abort();
  await t.notThrowsAsync(reading);
});

test('a flood of data is slowed at the sender and does not block the event loop', async (t) => {
  const flood = 50 * 1_048_576;
  const piece = Buffer.alloc(1_048_576, 0x5a);
  const server = await feedServer(t, (socket) => {
    let sent = 0;
    const send = () => {
      while (sent < flood) {
        sent += piece.length;
        if (!socket.write(piece)) return void socket.once('drain', send);
      }
      socket.end();
    };
    send();
  });
  const collector = new ByteCollector(false);
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  t.teardown(() => clearInterval(counting));
  await t.throwsAsync(
    tcpSource(`tcp://127.0.0.1:${server.port}`, timers).read(new AbortController().signal, collector.open),
  );
  t.is(collector.bytes, flood);
  t.true(turns > 10, `${turns}`);
});

for (const line of [
  'tcp://',
  'tcp://host',
  'tcp://:10110',
  'tcp://host:0',
  'tcp://host:65536',
  'tcp://user@host:1',
  'tcp://host:1/path',
  'tcp://a b:1',
  'tcp://[::1:1',
])
  test(`${line} is rejected with an explanation`, (t) => {
    t.throws(() => tcpSource(line, timers), { message: 'must be written as tcp://host:port' });
  });
