import { dirname } from 'node:path';
import test from 'ava';
import { circlesOf, featureOf, readSources, type Source, wrongImports } from './support/sources.js';

const product = readSources('src');
const features = product.filter(({ path }) => featureOf(path) !== undefined);
const edgesOf = (sources: readonly Source[], nameOf: (path: string) => string | undefined) =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap((to) => {
      const [from, target] = [nameOf(path), nameOf(to)];
      return from === undefined || target === undefined || from === target ? [] : [[from, target] as const];
    }),
  );

/** Names of roles: a file without one, such as `session.ts`, holds plain types and functions. */
const ROLE = /\.(api|account-data|command|config|consumer|controller|dto|events|job|module|provider|repository|runner|schema|service)\.ts$/;

test('features form no circle', (t) => {
  t.deepEqual(circlesOf(edgesOf(features, featureOf)), []);
});

test('from another feature only its public face, its events, its tables and plain types are imported', (t) => {
  const open = ['api', 'events', 'schema'];
  const wrong = wrongImports(features, (from, to) => {
    if (featureOf(to) === undefined || featureOf(to) === featureOf(from)) return false;
    const role = ROLE.exec(to)?.[1];
    return role !== undefined && !open.includes(role);
  });
  t.deepEqual(wrong, []);
});

test('tables of another feature are imported for foreign keys and joins alone', (t) => {
  const wrong = wrongImports(features, (from, to) => {
    const isForeign = featureOf(to) !== featureOf(from) && /\.schema\.ts$/.test(to);
    return isForeign && !/\.(schema|repository)\.ts$/.test(from) && !product.some(({ path, values }) => path === from && !values.includes(to));
  });
  t.deepEqual(wrong, []);
});

test('settings, tables and the module of a feature are in its folder, named for it', (t) => {
  const misplaced = features
    .filter(({ path }) => /\.(api|config|module|schema)\.ts$/.test(path))
    .filter(({ path }) => {
      const feature = featureOf(path);
      return dirname(path) !== `src/features/${feature}` || !path.includes(`/${feature}.`);
    });
  t.deepEqual(
    misplaced.map(({ path }) => path),
    [],
  );
});

test('accounts, configuration, database and container know no feature', (t) => {
  const wiring = ['src/cli/secrets.ts', 'src/cli/users.ts'];
  const outside = product.filter(({ path }) => featureOf(path) === undefined && !wiring.includes(path));
  t.deepEqual(
    wrongImports(outside, (_from, to) => featureOf(to) !== undefined),
    [],
  );
});
