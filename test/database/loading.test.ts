import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const source = join(import.meta.dirname, '..', '..', '..', 'src');

test('Drizzle is loaded in one place, by require, because its ES modules make every start a third of a second longer', (t) => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts'));
  t.deepEqual(
    files.filter((name) => readFileSync(join(source, name), 'utf8').includes("'drizzle-orm")),
    [join('database', 'drizzle.ts')],
  );
  t.notRegex(readFileSync(join(source, 'database', 'drizzle.ts'), 'utf8'), /from 'drizzle-orm/);
});
