import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

interface LockedPackage {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
}

const locked = Object.entries(read('package-lock.json').packages as Record<string, LockedPackage>).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const runtime = locked.filter(([, { dev }]) => dev !== true);
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

/**
 * Licenses that allow use, modification and redistribution of the service. MPL-2.0 requires that changed files of the
 * package are published; CC-BY-3.0 (of a word list) requires attribution.
 */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'Bitstream-Vera',
  'MPL-2.0',
];
/** Packages whose package.json has no license identifier, with the license that their files contain. */
const readByHand: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT', 'dejavu-fonts-ttf': 'Bitstream-Vera' };

/** Returns whether an SPDX expression is allowed: at least one license of an OR, all licenses of an AND. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.includes(license)));

test('every runtime dependency has an allowed license', (t) => {
  t.true(runtime.length > 50);
  const wrong = runtime.filter(([path, { license }]) => !isAllowed(readByHand[nameOf(path)] ?? license ?? 'unknown'));
  t.deepEqual(
    wrong.map(([path, { license }]) => `${nameOf(path)}: ${license}`),
    [],
  );
  t.false(isAllowed('GPL-3.0-only'));
  t.false(isAllowed('MIT AND GPL-3.0-only'));
  t.deepEqual(
    Object.keys(readByHand).filter((name) => !runtime.some(([path]) => nameOf(path) === name)),
    [],
    'exceptions that are no longer needed',
  );
});

test('dependencies have exact versions, and the lock file has a digest and only the registry as source for each package', (t) => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Record<
    string,
    Record<string, string>
  >;
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  t.deepEqual(ranges, []);
  t.deepEqual(
    locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    [],
  );
  t.deepEqual(
    locked
      .filter(([, { resolved = 'https://registry.npmjs.org/' }]) => !resolved.startsWith('https://registry.npmjs.org/'))
      .map(([path]) => path),
    [],
  );
});

test('the documentation gives a reason for each direct runtime dependency', (t) => {
  const packages = Object.keys(read('package.json').dependencies as Record<string, string>);
  const reasons = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8').match(/^\| [^|]+ \| [^|]+ \|$/gm) ?? [];
  const named = new Set(reasons.flatMap((row) => (row.split('|')[1] as string).split(',').map((name) => name.trim())));
  t.deepEqual(
    packages.filter((name) => !named.has(name)),
    [],
  );
  t.log(`${packages.length} direct runtime dependencies, ${runtime.length} packages in all`);
});

test('the bill of materials lists the runtime dependencies, Node and PostgreSQL', (t) => {
  const text = execFileSync(process.execPath, [join(root, 'bin', 'make-sbom.js')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { bomFormat, components } = JSON.parse(text) as {
    bomFormat: string;
    components: Array<{ name: string; version: string }>;
  };
  t.is(bomFormat, 'CycloneDX');
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  t.true(listed.has(`node@${read('package.json').devDependencies.node}`));
  t.true([...listed].some((one) => /^postgresql@\d+\.\d+$/.test(one)));
  const names = new Set(components.map(({ name }) => name));
  for (const name of Object.keys(read('package.json').dependencies)) t.true(names.has(name), name);
  t.false(
    components.some(({ name }) => name === 'ava'),
    'not those for development',
  );
});
