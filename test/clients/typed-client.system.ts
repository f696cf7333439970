import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { root } from '../support/sources.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

const run = promisify(execFile);
const source = join(root, 'clients', 'typescript');

let service: TestService;
let folder: string;
test.before(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-client-'));
  for (const name of ['generate.js', 'package.json', 'tsconfig.json', 'src', 'examples']) {
    cpSync(join(source, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith('api.ts') });
  }
  symlinkSync(join(root, 'clients', 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(service.app.document));
  await run(process.execPath, ['generate.js', 'openapi.json', 'src/api.ts'], { cwd: folder });
});
test.after.always(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Compiles the client together with a file with this code. @returns the output of the compiler, '' without errors */
async function compile(code = ''): Promise<string> {
  writeFileSync(join(folder, 'src', 'use.ts'), code);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return run(process.execPath, [compiler, '-p', '.', ...types], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test.serial('the client and its examples compile strictly over the types of the description', async (t) => {
  t.is(await compile(), '');
});

test.serial('an example signs in, reads quotes and a list, follows a stream and handles a problem', async (t) => {
  const { email } = await service.signedIn();
  const env = { ...process.env, WATCHFLOOR_URL: service.url, WATCHFLOOR_EMAIL: email, WATCHFLOOR_PASSWORD: PASSWORD };
  const { stdout } = await run(process.execPath, ['dist/examples/morning.js'], { cwd: folder, env });
  t.regex(
    stdout,
    /^AAPL\.US [\d.]+ USD \(simulator\)\nEURUSD\.FOREX .*\nNO\.SUCH: .*\n0 cargo vessels.*\nBTC-USD\.CC [\d.]+\n404 not_found: .*\n$/,
  );
});

test.serial('an example with a key prints the timeline as lines of JSON', async (t) => {
  const user = await service.signedIn('exporter', 'operator');
  const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };
  await user.post('/debug/events', { type: 'feed.status_changed', subject: 'feed:ais', data });
  const { key } = (await user.post('/auth/keys', { name: 'Export', scopes: ['timeline:read'] })).json;
  await service.settle();
  const { items } = (await user.get('/timeline?order=asc')).json;
  const env = { ...process.env, WATCHFLOOR_URL: service.url, WATCHFLOOR_KEY: key };
  const { stdout } = await run(process.execPath, ['dist/examples/export-timeline.js'], { cwd: folder, env });
  const lines = stdout.split('\n').filter((line) => line !== '');
  t.deepEqual(
    lines.map((line) => JSON.parse(line)),
    items,
  );
  t.true(items.length > 0);
});

const mistakes: Array<[line: string, message: RegExp]> = [
  ["await api.get('/markets/quote', {});", /not assignable/],
  ["await api.post('/markets/quotes', {});", /not assignable/],
  ["await api.get('/markets/quotes');", /Expected 2 arguments/],
  ["await api.get('/geospatial/vessels', { query: { type: ['carg'] } });", /not assignable/],
  ["(await api.get('/users/me')).emial;", /'emial' does not exist/],
  ["await api.post('/markets/watchlists', { body: { name: 1, symbols: [] } });", /not assignable/],
];

test.serial('the compiler rejects unknown paths, methods, parameters, values and members', async (t) => {
  const said = await compile(
    [
      "import { Watchfloor } from './watchfloor.js';",
      "const api = new Watchfloor({ url: '' });",
      ...mistakes.map(([line]) => line),
    ].join('\n'),
  );
  for (const [at, [line, message]] of mistakes.entries()) {
    const found = said.split('\n').filter((text) => text.startsWith(`src/use.ts(${at + 3},`));
    t.is(found.length, 1, `${line}\n${said}`);
    t.regex(found[0]!, message);
  }
});
