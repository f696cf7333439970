import { PassThrough } from 'node:stream';
import test from 'ava';
import { stdinSource } from '../../../src/upstream/transport/stdin-source.js';
import { ByteCollector } from '../../support/byte-collector.js';
import { until } from '../../support/upstream-for.js';

test('standard input is read to its end, once', async (t) => {
  const [stream, collector] = [new PassThrough(), new ByteCollector()];
  const source = stdinSource(stream);
  stream.end('one\ntwo\n');
  await source.read(new AbortController().signal, collector.open);
  await source.read(new AbortController().signal, collector.open);
  t.is(collector.text, 'one\ntwo\n');
});

test('a stopped run leaves standard input to the next one, and reads nothing meanwhile', async (t) => {
  const stream = new PassThrough();
  const source = stdinSource(stream);
  const [before, after] = [new ByteCollector(), new ByteCollector()];
  const abort = new AbortController();
  const first = source.read(abort.signal, before.open);
  stream.write('one\n');
  await until(() => before.text === 'one\n');
  abort.abort();
  await first;
  stream.write('two\n');
  await new Promise(setImmediate);
  t.deepEqual([before.text, stream.destroyed], ['one\n', false]);
  const second = source.read(new AbortController().signal, after.open);
  stream.end('three\n');
  await second;
  t.is(after.text, 'two\nthree\n');
});

test('a failing stream fails the run, and a closed one ends it', async (t) => {
  const [failing, closing] = [new PassThrough(), new PassThrough()];
  const read = (stream: PassThrough) =>
    stdinSource(stream).read(new AbortController().signal, new ByteCollector().open);
  const [failed, closed] = [read(failing), read(closing)];
  failing.destroy(new Error('broken pipe'));
  closing.destroy();
  await t.throwsAsync(failed, { message: 'broken pipe' });
  await t.notThrowsAsync(closed);
});
