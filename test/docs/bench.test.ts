import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/sources.js';

test('the table of benchmarks has each file that `npm run bench` runs', (t) => {
  const folder = join(root, 'bench');
  const benches = globSync('*/**/*.ts', { cwd: folder }).filter((file) => !/(?:^|\/)(?:support|servers)\//.test(file));
  t.true(benches.length > 0);
  const described = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([a-z/-]+)` \|/gm)].map(([, name]) => `${name}.ts`);
  t.deepEqual(described.sort(), benches.sort());
});

test('the benches that CI runs exist', (t) => {
  const [, table = ''] = /const smallest[^{]*\{([^}]*)\}/.exec(readFileSync(join(root, 'bench', 'run.ts'), 'utf8')) ?? [];
  const names = [...table.matchAll(/'([a-z/-]+)': \[/g)].map(([, name]) => `${name}.ts`);
  t.true(names.length > 0);
  const benches = globSync('*/**/*.ts', { cwd: join(root, 'bench') });
  for (const name of names) t.true(benches.includes(name), name);
});
