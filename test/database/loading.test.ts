import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const source = join(import.meta.dirname, '..', '..', '..', 'src');

test('Drizzle is loaded by require alone, since its ES modules make every start a third of a second longer', (t) => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts'));
  const using = files.filter((name) => readFileSync(join(source, name), 'utf8').includes("'drizzle-orm"));
  t.true(using.length > 3);
  t.deepEqual(
    using.filter((name) => /(from|import\() ?'drizzle-orm/.test(readFileSync(join(source, name), 'utf8'))),
    [],
  );
});
