import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { dataDirectory } from '../support/service-process.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

/** Packages that only some requests or configurations need; each is loaded at its first use. */
const withTheFirstUse = [
  'echarts',
  'h3-js',
  'topojson-client',
  'world-atlas',
  'fast-xml-parser',
  'undici',
  'ws',
  'redis',
  'yaml',
  'jsonwebtoken',
  'koa2-swagger-ui',
  'light-my-request',
  'chrono-node',
  'pg-copy-streams',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
  '@modelcontextprotocol/server',
];

test('the export loads neither modules for requests nor those for background work', async (t) => {
  const list = join(dataDirectory(t), 'loaded.json');
  const script = [
    `import { loaded } from ${JSON.stringify(join(root, 'dist', 'test', 'support', 'loaded-modules.js'))};`,
    `const { describe } = await import(${JSON.stringify(join(root, 'dist', 'src', 'process', 'app-description.js'))});`,
    'await describe({ production: false });',
    `(await import('node:fs')).writeFileSync(${JSON.stringify(list)}, JSON.stringify(loaded()));`,
  ];
  await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script.join('\n')],
    { cwd: root },
  );
  const { files, builtins } = JSON.parse(readFileSync(list, 'utf8')) as { files: string[]; builtins: string[] };
  t.true(
    files.some((file) => file.endsWith('/routing-controllers/cjs/index.js')),
    'what is loaded is seen',
  );
  const packages = new Set(files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]));
  t.deepEqual(
    [...withTheFirstUse, 'pg-boss'].filter((name) => packages.has(name)),
    [],
  );
  t.false(builtins.includes('internal/deps/undici/undici'), "Node's own fetch");
});
