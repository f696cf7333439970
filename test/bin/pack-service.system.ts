import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { killAllIn, processesIn } from '../support/processes.js';

const root = join(import.meta.dirname, '..', '..', '..');

const { version, dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Limit of each request and of the stop (ms). */
const DEADLINE_MS = 60_000;

test('the packed service runs without sources, compiler and development dependencies', (t) => {
  const { folder, archive, place, names, production } = unpacked(t);
  t.is(archive, join(folder, `watchfloor-${version}.tar.gz`));
  t.deepEqual(
    names.filter((name) => /\.(map|ts|test\.js)$/.test(name)),
    [],
  );
  t.false(production.has('typescript'));
  const run = (...args: string[]) => runIn(place, process.execPath, args);
  t.is(run('bin/watchfloor.js', '--version').trim(), `watchfloor ${version}`);
  const description = JSON.parse(run('bin/watchfloor-openapi.js', 'export'));
  t.deepEqual(description, JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
});

test('the packed service starts, serves its health, description and a simulated quote, and stops', async (t) => {
  t.timeout(4 * DEADLINE_MS);
  const { folder, place } = unpacked(t);
  // The data directory is below the folder, so every process of the service names the folder or is a child of one.
  // The database may run as another user, who must reach its directory.
  chmodSync(folder, 0o711);
  t.teardown(() => killAllIn(folder));
  const child = spawn(process.execPath, ['bin/watchfloor.js', 'serve'], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: folder, SVC_PORT: '0', SVC_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const api = `${await addressOf(child)}/api/v1`;
  const get = (url: string, headers = {}) => fetch(url, { headers, signal: AbortSignal.timeout(DEADLINE_MS) });

  const health = await get(`${api}/health`);
  t.is(health.status, 200);
  t.is(((await health.json()) as { version: string }).version, version);
  const description = await get(api.replace('/api/v1', '/openapi.json'));
  t.is(((await description.json()) as { info: { version: string } }).info.version, version);

  const account = { email: 'ada@example.org', displayName: 'Ada', password: 'correct horse battery staple' };
  const post = (path: string) =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(path === '/auth/login' ? { ...account, displayName: undefined } : account),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  t.is((await post('/auth/register')).status, 201);
  const { accessToken } = (await (await post('/auth/login')).json()) as { accessToken: string };
  const quote = await get(`${api}/markets/quotes/AAPL.US`, { authorization: `Bearer ${accessToken}` });
  t.is(quote.status, 200);
  const { symbol, price, provenance } = (await quote.json()) as {
    symbol: string;
    price: number;
    provenance: { provider: string };
  };
  t.deepEqual([symbol, provenance.provider], ['AAPL.US', 'simulator']);
  t.true(price > 0);

  child.kill('SIGTERM');
  t.deepEqual(await Promise.race([exit, wait(DEADLINE_MS, 'still running', { ref: false })]), [0, null]);
  t.deepEqual(processesIn(folder), []);
});

/** Resolves with the address that a starting service logs. @throws with its output if it ends first */
async function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
      const url = /listens on (http:\/\/[^\s,]+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${said}`)));
  return promise;
}

/** Packs the service and unpacks it in a temporary folder, with links to its production modules. */
function unpacked(t: ExecutionContext) {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-pack-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const archive = runIn(folder, process.execPath, [join(root, 'bin', 'pack-service.js'), folder]).trim();
  const place = join(folder, 'service');
  mkdirSync(place);
  runIn(folder, 'tar', ['-xzf', archive, '-C', place]);
  const names = readdirSync(place, { recursive: true }) as string[];
  // Installs the production modules as `npm ci --omit=dev` does, as links to the modules of this project: the registry
  // may be out of reach.
  const production = installed(new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]));
  mkdirSync(join(place, 'node_modules'));
  for (const name of production) {
    mkdirSync(join(place, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
  }
  return { folder, archive, place, names, production };
}

/** Runs a command without the settings of this process. @returns its standard output */
const runIn = (folder: string, command: string, args: string[]): string =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 2 * DEADLINE_MS,
    env: { PATH: process.env.PATH, HOME: folder },
  });

/** Returns the packages and all their dependencies that package-lock.json has at the top level of node_modules. */
function installed(names: ReadonlySet<string>): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Record<'dependencies' | 'optionalDependencies', object | undefined>>;
  };
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const entry = packages[`node_modules/${name}`];
    if (entry === undefined || found.has(name)) continue;
    found.add(name);
    for (const kind of ['dependencies', 'optionalDependencies'] as const)
      waiting.push(...Object.keys(entry[kind] ?? {}));
  }
  return found;
}
