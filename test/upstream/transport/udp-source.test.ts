import { createSocket } from 'node:dgram';
import test, { type ExecutionContext } from 'ava';
import { listeningOn, udpSource } from '../../../src/upstream/transport/udp-source.js';
import { ByteCollector } from '../../support/byte-collector.js';
import { until } from '../../support/upstream-for.js';

/** Starts a source on a free port. Returns it and a function that sends to it. */
async function listening(t: ExecutionContext, host = '127.0.0.1') {
  const abort = new AbortController();
  const collector = new ByteCollector();
  const bound = Promise.withResolvers<number>();
  const reading = listeningOn({ host, port: 0 }, bound.resolve).read(abort.signal, collector.open);
  const port = await bound.promise;
  const sender = createSocket('udp4');
  t.teardown(() => {
    abort.abort();
    sender.close();
  });
  const send = (text: string) => new Promise<void>((resolve) => sender.send(text, port, '127.0.0.1', () => resolve()));
  return { abort, collector, reading, port, send };
}

test('each datagram is complete, with or without a newline', async (t) => {
  const { collector, send } = await listening(t);
  await send('one\n');
  await send('two');
  await send('three\nfour');
  await until(() => collector.parts.length === 3);
  t.deepEqual(collector.parts, ['one\n', 'two', 'three\nfour']);
});

test('without a host it listens on every address', async (t) => {
  const { collector, send } = await listening(t, '');
  await send('one');
  await until(() => collector.parts.length === 1);
  t.deepEqual(collector.parts, ['one']);
});

test('an abort closes the port and resolves', async (t) => {
  const { abort, reading, port } = await listening(t);
  abort.abort();
  await t.notThrowsAsync(reading);
  const again = new AbortController();
  const bound = Promise.withResolvers<number>();
  const second = listeningOn({ host: '127.0.0.1', port }, bound.resolve).read(again.signal, new ByteCollector().open);
  t.is(await bound.promise, port);
  again.abort();
  await second;
});

test('a port in use fails with EADDRINUSE', async (t) => {
  const { port } = await listening(t);
  await t.throwsAsync(
    listeningOn({ host: '127.0.0.1', port }).read(new AbortController().signal, new ByteCollector().open),
    { code: 'EADDRINUSE' },
  );
});

test('an exception of the reader ends the run and not the process', async (t) => {
  const bound = Promise.withResolvers<number>();
  const broken = () => ({
    write: () => {
      throw new Error('broken');
    },
    flush: () => {},
  });
  const reading = listeningOn({ host: '127.0.0.1', port: 0 }, bound.resolve).read(new AbortController().signal, broken);
  const port = await bound.promise;
  const sender = createSocket('udp4');
  t.teardown(() => void sender.close());
  sender.send('one', port, '127.0.0.1');
  await t.throwsAsync(reading, { message: 'broken' });
});

test('an invalid host or port is rejected with an explanation', (t) => {
  for (const line of ['udp://', 'udp://host', 'udp://:65536', 'udp://:1/x'])
    t.throws(() => udpSource(line), { message: 'must be written as udp://host:port' });
  for (const line of ['udp://:10110', 'udp://[::]:10110', 'udp://239.192.0.1:10110'])
    t.notThrows(() => udpSource(line));
});
