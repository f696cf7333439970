import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext, type ThrowsExpectation } from 'ava';
import { fileSource, readFileLine } from '../../../src/upstream/transport/file-source.js';
import { ByteCollector } from '../../support/byte-collector.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';
import { until } from '../../support/upstream-for.js';

const folder = mkdtempSync(join(tmpdir(), 'watchfloor-files-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const lines = (count: number) =>
  Array.from({ length: count }, (_, number) => `${number * 1000} line ${number}\n`).join('');

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Starts reading a recording. Each of its lines begins with the time at which it was recorded (ms). */
function reading(t: ExecutionContext, line: string) {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const abort = new AbortController();
  const collector = new ByteCollector();
  const timeOf = (text: Buffer) => (/^\d+ /.test(text.toString()) ? Number.parseInt(text.toString(), 10) : undefined);
  let ended = false;
  const done = fileSource(readFileLine(line), { clock, timers, timeOf })
    .read(abort.signal, collector.open)
    .finally(() => {
      ended = true;
    });
  done.catch(() => {});
  t.teardown(async () => {
    abort.abort();
    await done.catch(() => {});
  });
  const count = () => collector.text.split('\n').length - 1;
  /** Advances the time in small steps and lets the file be read between them. */
  const pass = async (ms: number) => {
    const endsAt = clock.now() + ms;
    while (clock.now() < endsAt) {
      await until(() => timers.size > 0 || ended);
      await timers.advance(Math.min(20, endsAt - clock.now()));
    }
  };
  return { abort, collector, done, count, pass, timers };
}

test('without a rate a file is read whole, as fast as it can be processed', async (t) => {
  const { done, collector } = reading(t, `file:${file('whole', lines(20_000))}`);
  await done;
  t.is(collector.text, lines(20_000));
  t.is(collector.opened, 1);
});

test('a rate limits the lines per second', async (t) => {
  const one = reading(t, `file:${file('rate', lines(5_000))}?rate=1000`);
  await one.pass(1_000);
  t.true(one.count() > 900 && one.count() < 1_100, `${one.count()}`);
  await one.pass(2_000);
  t.true(one.count() > 2_800 && one.count() < 3_200, `${one.count()}`);
  await one.pass(3_000);
  await one.done;
  t.is(one.collector.text, lines(5_000));
});

test('a rate may be below a line a second', async (t) => {
  const one = reading(t, `file:${file('slow', lines(4))}?rate=0.5`);
  await one.pass(3_000);
  t.is(one.count(), 2);
});

test('with a speed the delays of the recording are divided by it', async (t) => {
  const one = reading(t, `file:${file('speed', lines(100))}?speed=20`);
  await one.pass(1_000);
  t.true(one.count() >= 20 && one.count() <= 22, `${one.count()}`);
  await one.pass(5_000);
  await one.done;
  t.is(one.collector.text, lines(100));
});

test('lines without a time are sent with the line before, and lines out of order at once', async (t) => {
  const text = '1000 a\nb\n500 c\n61000 d\ne';
  const one = reading(t, `file:${file('odd', text)}?speed=1`);
  await one.pass(1_000);
  t.is(one.collector.text, '1000 a\nb\n500 c\n');
  await one.pass(60_000);
  await one.done;
  t.is(one.collector.text, text);
});

test('a recording without times is not played with a speed: the error names the rate, and nothing is read', async (t) => {
  for (const text of ['a\nb\nc\n', 'a', 'a\n'.repeat(25_000)]) {
    const one = reading(t, `file:${file('timeless', text)}?speed=1`);
    await t.throwsAsync(one.done, {
      code: 'bad_answer',
      message: /has no times.*Use \?rate=/,
    } as ThrowsExpectation<Error>);
    t.is(one.collector.text, '');
  }
  const empty = reading(t, `file:${file('empty', '')}?speed=1`);
  await t.notThrowsAsync(empty.done);
});

test('up to 5,000 lines in a row without a time are played; more are an error, at the start and later', async (t) => {
  const untimed = (count: number) => 'a\n'.repeat(count);
  const texts = {
    start: (count: number) => `${untimed(count)}1000 b\n`,
    middle: (count: number) => `1000 b\n${untimed(count)}1000 c\n`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const played = reading(t, `file:${file(`${name}-5000`, text(5_000))}?speed=1`);
    await played.done;
    t.is(played.collector.text, text(5_000));
    const refused = reading(t, `file:${file(`${name}-5001`, text(5_001))}?speed=1`);
    await t.throwsAsync(refused.done, { message: /more than 5000 lines in a row/ });
    t.false(refused.collector.text.includes('c'));
  }
});

test('lines before the first time are sent before it, in their order', async (t) => {
  const text = `${'a\n'.repeat(100)}1000 b\n4000 c\n`;
  const one = reading(t, `file:${file('late', text)}?speed=1`);
  await one.pass(1_000);
  t.is(one.collector.text, `${'a\n'.repeat(100)}1000 b\n`);
  await one.pass(3_000);
  await one.done;
  t.is(one.collector.text, text);
});

test('at most 16 MiB without a time are buffered before the first time', async (t) => {
  const text = (bytes: number) => `${'a'.repeat(1_048_575)}\n`.repeat(bytes / 1_048_576);
  const played = reading(t, `file:${file('held', `${text(16_777_216)}1000 b\n`)}?speed=1`);
  await t.notThrowsAsync(played.done);
  const refused = reading(t, `file:${file('too-much', `${text(17_825_792)}1000 b\n`)}?speed=1`);
  await t.throwsAsync(refused.done, { message: /has no times/ });
});

test('a repeated file starts from its beginning each time', async (t) => {
  const one = reading(t, `file:${file('loop', 'a\nb\n')}?rate=10&loop=true`);
  await one.pass(1_000);
  one.abort.abort();
  await t.notThrowsAsync(one.done);
  t.true(one.collector.opened >= 4);
  t.true(one.collector.text.startsWith('a\nb\na\nb\n'));
});

test('a compressed file is decompressed while reading', async (t) => {
  const { done, collector } = reading(t, `file:${file('packed.gz', gzipSync(lines(5_000)))}`);
  await done;
  t.is(collector.text, lines(5_000));
});

test('a missing file, a folder and a file not compressed as named are failures', async (t) => {
  const wrong = [
    join(folder, 'nowhere'),
    folder,
    file('torn.gz', gzipSync(lines(5_000)).subarray(0, 500)),
    file('fake.gz', 'plain'),
  ];
  for (const path of wrong) await t.throwsAsync(reading(t, `file:${path}`).done, undefined, path);
});

test('an abort ends reading between two lines', async (t) => {
  const one = reading(t, `file:${file('abort', lines(1_000))}?rate=10`);
  await one.pass(500);
  one.abort.abort();
  await t.notThrowsAsync(one.done);
  t.true(one.count() < 20);
});

test('paths are absolute or relative to the working directory', (t) => {
  t.deepEqual(readFileLine('file:a/b.nmea'), { path: 'a/b.nmea', rate: undefined, speed: undefined, loop: false });
  t.is(readFileLine('file:/tmp/x y.nmea?rate=5').path, '/tmp/x y.nmea');
  t.is(readFileLine('file:///tmp/x.nmea?speed=2.5&loop=true').path, '/tmp/x.nmea');
});

const wrongLines: Record<string, RegExp> = {
  'file:': /must name a file/,
  'file:?rate=5': /must name a file/,
  'file:a?rate=0': /rate above 0/,
  'file:a?rate=fast': /rate above 0/,
  'file:a?rate=1e3': /rate above 0/,
  'file:a?rate=-1': /rate above 0/,
  'file:a?speed=10001': /speed above 0 and up to 10000/,
  'file:a?rate=5&speed=5': /not both/,
  'file:a?loop=yes': /true or false/,
  'file:a?loop=true': /needs a rate or a speed/,
  'file:a?pace=5': /only rate, speed and loop/,
};
for (const [line, message] of Object.entries(wrongLines))
  test(`${line} is rejected with an explanation`, (t) => void t.throws(() => readFileLine(line), { message }));

test('an empty file that is repeated is read with delays', async (t) => {
  const { collector, timers, abort, done } = reading(t, `file:${file('nothing', '')}?rate=1000&loop=true`);
  await until(() => timers.size > 0 || collector.opened > 100);
  t.is(collector.opened, 1);
  await timers.advance(20);
  await until(() => collector.opened === 2);
  abort.abort();
  await done;
  t.is(collector.opened, 2);
});
