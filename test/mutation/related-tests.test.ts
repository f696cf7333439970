import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { RelatedTests } from './related-tests.js';

/** Compiled modules of a project with the modules that they name. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'src/process/discover.js': [],
  'src/features/ports/calls/port-calls.service.js': ['./call-list.js'],
  'src/features/ports/calls/call-list.js': [],
  'src/features/ports/calls/calls-in-thread.js': ['./call-list.js'],
  'test/features/ports/call-list.test.js': ['../../../src/features/ports/calls/call-list.js'],
  'test/features/ports/threads.test.js': ['../../../src/features/ports/calls/calls-in-thread.js'],
  'test/features/ports/port-calls.test.js': ['../../../src/process/discover.js'],
  'test/features/ports/calls/other.test.js': [],
  'test/features/pins/pins.test.js': ['../../../src/process/discover.js'],
  'test/features/ports/calls/faults.system.js': ['../../../../src/process/discover.js'],
  'test/features/ports/calls/call-shares.redis.js': ['../../../../src/features/ports/calls/call-list.js'],
  'test/features/pins/call-faults.system.js': ['../../../src/process/discover.js'],
};

function relatedOf(t: ExecutionContext): RelatedTests {
  const root = mkdtempSync(join(tmpdir(), 'watchfloor-related-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  for (const [path, named] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, 'dist', path)), { recursive: true });
    writeFileSync(join(root, 'dist', path), named.map((name) => `import '${name}';\n`).join(''));
  }
  return new RelatedTests(root);
}

test('related tests reach the source, also through threads and the whole application, the nearest first', (t) => {
  const related = relatedOf(t).of('src/features/ports/calls/call-list.ts');
  t.deepEqual(related, [
    'dist/test/features/ports/call-list.test.js',
    'dist/test/features/ports/threads.test.js',
    'dist/test/features/ports/port-calls.test.js',
  ]);
});

test('a test of the application whose name is that of the source comes first', (t) => {
  const [first] = relatedOf(t).of('src/features/ports/calls/port-calls.service.ts');
  t.is(first, 'dist/test/features/ports/port-calls.test.js');
});

test('tests of other suites are related if they import the source, or if name and folder say so', (t) => {
  const related = relatedOf(t);
  const others = related.othersOf('src/features/ports/calls/call-list.ts');
  t.deepEqual(
    others,
    process.env.TEST_REDIS_URL === undefined ? [] : ['dist/test/features/ports/calls/call-shares.redis.js'],
  );
  t.deepEqual(related.othersOf('src/features/ports/faults.ts'), ['dist/test/features/ports/calls/faults.system.js']);
});
