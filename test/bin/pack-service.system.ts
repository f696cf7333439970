import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..', '..', '..');

test('the packed service runs without sources, compiler and development dependencies', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-pack-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const run = (command: string, args: string[], cwd = folder) =>
    execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { PATH: process.env.PATH, HOME: folder },
    });
  const archive = run(process.execPath, [join(root, 'bin', 'pack-service.js'), folder]).trim();
  const { version, dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.is(archive, join(folder, `watchfloor-${version}.tar.gz`));
  const place = join(folder, 'service');
  mkdirSync(place);
  run('tar', ['-xzf', archive, '-C', place]);
  t.deepEqual(
    (readdirSync(place, { recursive: true }) as string[]).filter((name) => /\.(map|ts|test\.js)$/.test(name)),
    [],
  );
  // Installs the production modules as `npm ci --omit=dev` does, as links to the modules of this project.
  const production = installed(new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]));
  mkdirSync(join(place, 'node_modules'));
  for (const name of production) {
    mkdirSync(join(place, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
  }
  t.false(production.has('typescript'));
  t.is(run(process.execPath, ['bin/watchfloor.js', '--version'], place).trim(), `watchfloor ${version}`);
  const description = JSON.parse(run(process.execPath, ['bin/watchfloor-openapi.js', 'export'], place));
  t.deepEqual(description, JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
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
