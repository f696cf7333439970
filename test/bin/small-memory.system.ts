import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';

const module = new URL('../../../bin/small-memory.js', import.meta.url).href;
const script = join(tmpdir(), `watchfloor-small-memory-${process.pid}.mjs`);
/** Fills the space for new objects of a thread, and reports its size (MB). */
const busyThread = `
  const { parentPort } = require('node:worker_threads');
  const { getHeapSpaceStatistics } = require('node:v8');
  const kept = [];
  for (let count = 0; count < 3e6; count += 1) kept[count % 200_000] = { count, list: [count] };
  const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  parentPort.postMessage(Math.round(bytes / 2 ** 20));`;

test.before(() => {
  const print =
    '{ flags: process.execArgv, arenas: process.env.MALLOC_ARENA_MAX, returned: process.env.MALLOC_MMAP_THRESHOLD_, ' +
    'args: process.argv.slice(2), pid: process.pid, own: process.env.OWN, newSpaceMb }';
  writeFileSync(
    script,
    `import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    import { restartWithSmallMemory } from '${module}';
    restartWithSmallMemory();
    const [newSpaceMb] = await once(new Worker(${JSON.stringify(busyThread)}, { eval: true }), 'message');
    console.log(JSON.stringify(${print}));\n`,
  );
});
test.after.always(() => rmSync(script, { force: true }));

function run(flags: string[], env: Record<string, string>) {
  const {
    pid: started,
    stdout,
    stderr,
  } = spawnSync(process.execPath, [...flags, script, 'serve', '--port', '0'], { env, encoding: 'utf8' });
  return {
    started,
    stderr,
    ...(JSON.parse(stdout) as {
      flags: string[];
      arenas?: string;
      returned?: string;
      args: string[];
      pid: number;
      own: string;
      newSpaceMb: number;
    }),
  };
}

(process.platform === 'win32' ? test.skip : test)(
  'the service keeps its memory small by settings that count from the start, in the same process',
  (t) => {
    const { flags, arenas, returned, args, pid, own, started, stderr } = run(['--no-deprecation'], { OWN: 'yes' });
    t.true(
      flags.includes('--heap-growing-percent=30') &&
        flags.includes('--max-semi-space-size=16') &&
        flags.includes('--no-deprecation'),
      flags.join(' '),
    );
    t.is(returned, '65536');
    t.deepEqual([arenas, args, own, pid, stderr], ['2', ['serve', '--port', '0'], 'yes', started, '']);
  },
);

(process.platform === 'win32' ? test.skip : test)('settings of the operator stay', (t) => {
  const { arenas, newSpaceMb } = run([], { MALLOC_ARENA_MAX: '8' });
  t.is(arenas, '8');
  t.is(newSpaceMb, 16, 'threads have half of the space of the main thread');
  t.true(run(['--max-semi-space-size=32'], {}).newSpaceMb > 16);
  t.is(run([], { MALLOC_MMAP_THRESHOLD_: '1000000' }).returned, '1000000');
  t.deepEqual(run(['--max-semi-space-size=64'], {}).flags, ['--max-semi-space-size=64']);
  t.deepEqual(run([], { NODE_OPTIONS: '--max-semi-space-size=64' }).flags, []);
});
