import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/sources.js';

test('the table of benchmarks has each file that `npm run bench` runs', (t) => {
  const folder = join(root, 'bench');
  const benches = globSync('*/**/*.ts', { cwd: folder }).filter((file) => !/(?:^|\/)(?:support|servers)\//.test(file));
  t.true(benches.length > 0);
  const described = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([a-z/-]+)` \|/gm)].map(
    ([, name]) => `${name}.ts`,
  );
  t.deepEqual(described.sort(), benches.sort());
});

test('every benchmark declares a smallest size, with which CI runs it', (t) => {
  const folder = join(root, 'bench');
  const benches = globSync('*/**/*.ts', { cwd: folder }).filter((file) => !/(?:^|\/)(?:support|servers)\//.test(file));
  t.deepEqual(
    benches.filter((file) => !/\bsizesOf\(\{/.test(readFileSync(join(folder, file), 'utf8'))),
    [],
  );
});
