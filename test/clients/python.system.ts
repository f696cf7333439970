import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { scopes } from '../../src/api/scopes.js';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { readBlocks, shows } from '../support/readme-blocks.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { root } from '../support/sources.js';
import { createTestDatabase } from '../support/test-database.js';

const run = promisify(execFile);
const source = join(root, 'clients', 'python');

/** The operating system's Python, by default; another one, named by `PYTHON`, must have httpx and pandas too. */
const python = process.env.PYTHON ?? '/usr/bin/python3';
const isRunnable = spawnSync(python, ['-c', 'import httpx, pandas']).status === 0;
const reason = ` (skipped: ${python} lacks httpx or pandas; apt-get install python3-httpx python3-pandas)`;
const withPython = isRunnable || process.env.PYTHON !== undefined ? test.serial : test.serial.skip;
const title = (text: string) => (withPython === test.serial ? text : text + reason);

const cleanups: Array<() => unknown> = [];
let service: ServiceProcess;
let env: Record<string, string | undefined>;
let folder: string;

/** Runs Python in an empty folder. @returns its output @throws Error with the output when the program fails */
async function execute(args: string[]): Promise<string> {
  const options = { cwd: folder, env, timeout: 120_000 };
  return run(python, args, options).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => Promise.reject(new Error(stdout + stderr)),
  );
}

if (withPython === test.serial) {
  test.before(async () => {
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    folder = mkdtempSync(join(tmpdir(), 'watchfloor-python-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    service = await startProcess(
      { teardown: (cleanup) => void cleanups.push(cleanup) },
      { ...sharedEnv, SVC_DATABASE_URL: database.url, SVC_AIS_SOURCES: 'simulator' },
    );
    const operator = await ProcessClient.at(service);
    const { json } = await operator.post(service, '/auth/keys', { name: 'Notebook', scopes });
    await operator.post(service, '/portfolios/demo', undefined);
    // An example reads the ships in the Strait of Hormuz.
    const ships = '/geospatial/vessels?bbox=55.5,25.5,57.5,27.5&station=class_a';
    await eventually(async () => (await operator.get(service, ships)).json.items.length > 0);
    env = {
      PATH: process.env.PATH,
      PYTHONPATH: source,
      PYTHONDONTWRITEBYTECODE: '1',
      WATCHFLOOR_URL: service.url,
      WATCHFLOOR_KEY: json.key,
      WATCHFLOOR_TEST_EMAIL: sharedEnv.SVC_OPERATOR_EMAIL,
      WATCHFLOOR_TEST_PASSWORD: sharedEnv.SVC_OPERATOR_PASSWORD,
    };
  });
  test.after.always(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });
}

withPython(
  title('requests, sessions, streams, errors and tables of the Python client work as its tests say'),
  async (t) => {
    const said = await execute([
      '-W',
      'error',
      '-m',
      'unittest',
      'discover',
      '-v',
      '-s',
      join(source, 'tests'),
      '-t',
      source,
    ]);
    for (const line of said.split('\n')) if (line.includes(' skipped ')) t.log(line);
    t.regex(said, /Ran (5\d|[6-9]\d) tests[\s\S]*OK/);
  },
);

withPython(title('the Python client reads, writes, streams and renews its tokens at a running service'), async (t) => {
  const said = await execute(['-W', 'error', '-m', 'unittest', '-v', 'tests.live_service']);
  t.regex(said, /Ran \d+ tests[\s\S]*OK\n$/);
});

test('modules that differ from the description are named, and those of the project are up to date', async (t) => {
  const generate = (...args: string[]) => run(process.execPath, [join(source, 'generate.js'), ...args]);
  await t.notThrowsAsync(generate('--check'));
  const other = mkdtempSync(join(tmpdir(), 'watchfloor-python-'));
  t.teardown(() => rmSync(other, { recursive: true, force: true }));
  const description = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  description.components.schemas.Vessel.properties.mmsi.type = 'integer';
  writeFileSync(join(other, 'openapi.json'), JSON.stringify(description));
  const failure = await t.throwsAsync(generate('--check', join(other, 'openapi.json'), join(source, 'watchfloor')));
  t.regex(failure?.message ?? '', /\nschemas\.py differ from .*: run `node clients\/python\/generate\.js`/);
  await generate(join(other, 'openapi.json'), other);
  t.regex(readFileSync(join(other, 'schemas.py'), 'utf8'), /^class Vessel\(TypedDict\):[\s\S]*?\n {4}mmsi: int\n/m);
});

const examples = readBlocks('clients/python/README.md').filter(({ language }) => language === 'python');

for (const [at, { text, expected }] of examples.entries()) {
  withPython(title(`example ${at + 1} of the README of the Python client runs and prints what it says`), async (t) => {
    const code = text.replace('http://127.0.0.1:3000', service.url).replace('wfk_…', String(env.WATCHFLOOR_KEY));
    const output = await execute(['-W', 'error', '-c', code]);
    t.true(shows(output, expected), output);
    t.true(output.trim() !== '' || text.includes('write_bytes'), 'an example prints something');
  });
}

test('both READMEs state the same features', (t) => {
  const [one, other] = ['python', 'typescript'].map((client) =>
    readFileSync(join(root, 'clients', client, 'README.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.split('|').length === 5)
      .map((line) => line.split('|').slice(1, 4)),
  );
  const features = (rows: string[][] = [], columns: number[]) =>
    rows.map((row) => columns.map((column) => row[column]?.trim()));
  t.true((one ?? []).length > 10);
  t.deepEqual(features(one?.slice(1), [0, 1, 2]), features(other?.slice(1), [0, 2, 1]));
});
