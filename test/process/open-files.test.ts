import { closeSync, openSync } from 'node:fs';
import test from 'ava';
import { createLog } from '../../src/logging/log.js';
import { OpenFilesWatch, openFileCount, openFileLimit } from '../../src/process/open-files.js';

function scene(limit: number | undefined, open: () => number | undefined = () => 10) {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info', logFormat: 'json' } as never, { write: (line) => void lines.push(line) });
  return { watch: new OpenFilesWatch(log, limit, open), lines };
}

test('a start with few file descriptors logs a warning, and one with enough or an unknown number does not', (t) => {
  for (const [limit, warnings] of [
    [256, 1],
    [4_095, 1],
    [4_096, 0],
    [undefined, 0],
  ] as const) {
    const { watch, lines } = scene(limit);
    watch.start();
    watch.close();
    t.is(lines.filter((line) => line.includes('Few file descriptors')).length, warnings, String(limit));
  }
});

test('exhausted file descriptors are logged once, and logged once again when some are free', (t) => {
  let open: number | undefined = 200;
  const { watch, lines } = scene(256, () => open);
  const look = (count: number | undefined) => {
    open = count;
    watch.look();
    return lines.length;
  };
  t.deepEqual([200, 243, 244, 256, Number.POSITIVE_INFINITY, undefined, 200, 200].map(look), [0, 0, 1, 1, 1, 1, 2, 2]);
  t.regex(lines[0] ?? '', /"level":50.*"open":244,"limit":256.*exhausted/);
});

test('open files are counted on systems that list them', (t) => {
  const before = openFileCount();
  if (before === undefined) return void t.pass('this system does not list them');
  const file = openSync('/dev/null', 'r');
  t.is(openFileCount(), before + 1);
  closeSync(file);
  t.true((openFileLimit() ?? 0) > before);
});
