import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import { featureOf, readSources, root, type Source, wrongImports } from '../support/sources.js';

const product = readSources('src');
const tests = readSources('test');
/** The modules that the CLI shares with the TypeScript client, except its generated types. */
const client = readSources('clients/typescript/src').filter(({ path }) => !path.endsWith('/api.ts'));
const everything = [...product, ...tests, ...client, ...readSources('bench')];

type Role = 'controller' | 'dto' | 'service' | 'repository' | 'job' | 'other';

/** Returns the role of a feature's file, derived from its name. */
function roleOf(path: string): Role {
  if (/\.(controller|dto|service|job)\.ts$/.test(path)) return /\.(\w+)\.ts$/.exec(path)?.[1] as Role;
  return /\.(repository|provider)\.ts$|-store\.ts$/.test(path) ? 'repository' : 'other';
}

const features = product.filter(({ path }) => featureOf(path) !== undefined);
const isPlace = (path: string) => /^src\/(database|cache|upstream)\//.test(path);
/**
 * Ports that a service may import: abstract classes, which container.ts binds to implementations, and in-memory caches.
 */
const ports = new Set([
  'src/database/database.ts',
  'src/database/leases.ts',
  'src/cache/shared-store.ts',
  'src/cache/recent-values.ts',
  'src/upstream/feed-status.ts',
  'src/upstream/feed-controls.ts',
  'src/upstream/feed-history.ts',
  'src/upstream/feed-settings.ts',
  'src/upstream/outbound.ts',
  'src/upstream/provenance.ts',
  'src/upstream/upstream-error.ts',
  'src/upstream/upstream-shares.ts',
  'src/cache/bounded-cache.ts',
  'src/cache/stale-while-revalidate-cache.ts',
]);

test('a controller imports its DTOs and its own services, and no storage', (t) => {
  const controllers = features.filter(({ path }) => roleOf(path) === 'controller');
  t.true(controllers.length > 0);
  const wrong = wrongImports(
    controllers,
    (from, to) =>
      isPlace(to) ||
      roleOf(to) === 'repository' ||
      (roleOf(to) === 'service' && ![featureOf(from), undefined].includes(featureOf(to))),
    {
      'src/features/health/health.controller.ts → src/upstream/feed-status.ts':
        'the registry of feeds is what it shows; there is no rule to put between',
    },
  );
  t.deepEqual(wrong, []);
});

test('a service imports repositories and ports, and no DTO or implementation', (t) => {
  const services = features.filter(({ path }) => roleOf(path) === 'service');
  t.true(services.length > 0);
  t.deepEqual(
    wrongImports(services, (_from, to) => roleOf(to) === 'dto' || (isPlace(to) && !ports.has(to))),
    [],
  );
});

test('repositories, providers and stores import no service, no DTO and no other feature', (t) => {
  const wrong = wrongImports(
    features.filter(({ path }) => roleOf(path) === 'repository'),
    (from, to) =>
      ['service', 'dto', 'controller'].includes(roleOf(to)) ||
      (featureOf(to) !== undefined && featureOf(to) !== featureOf(from) && !/\.schema\.ts$/.test(to)),
  );
  t.deepEqual(wrong, []);
});

test('a job imports services and ports only', (t) => {
  const jobs = product.filter(({ path }) => roleOf(path) === 'job');
  t.true(jobs.length > 0);
  t.deepEqual(
    wrongImports(
      jobs,
      (_from, to) => roleOf(to) === 'dto' || /\.repository\.ts$/.test(to) || (isPlace(to) && !ports.has(to)),
    ),
    [],
  );
});

test('there are no circular imports, because decorators would find undefined classes', (t) => {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const to of byPath.get(path)?.values ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  t.deepEqual(circles, []);
});

test('every import finds its file', (t) => {
  const known = new Set(everything.map(({ path }) => path));
  t.deepEqual(
    wrongImports(everything, (_from, to) => to.endsWith('.ts') && !known.has(to), {
      'clients/typescript/src/watchfloor.ts → clients/typescript/src/api.ts':
        'is generated from the description, and not committed',
    }),
    [],
  );
});

test('no source file has more than 400 lines, and no test more than 450', (t) => {
  t.deepEqual(
    everything
      .filter((file) => file.lines > (product.includes(file) ? 400 : 450))
      .map(({ path, lines }) => `${path}: ${lines}`),
    [],
  );
});

/** Biome wraps code but not comments, so their length is checked here. Literals may be longer. */
test('comments end at 120 columns', (t) => {
  const long: string[] = [];
  for (const { path } of everything) {
    for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries()) {
      if (line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line)) long.push(`${path}:${index + 1}`);
    }
  }
  t.deepEqual(long, []);
});

test('files are named after their content, in lower case with hyphens, without barrels or utility files', (t) => {
  const names = everything.map(({ path }) => path);
  t.deepEqual(
    names.filter((path) => basename(path) === 'index.ts'),
    [],
  );
  t.deepEqual(
    names.filter((path) => /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\/|\.ts$)/.test(path)),
    [],
  );
  t.deepEqual(
    names.filter((path) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*\.ts$/.test(basename(path))),
    [],
  );
});

/** Returns the numbers of parameters of the constructors in a source. */
function constructorParameters(code: string): number[] {
  return [...code.matchAll(/\bconstructor\(/g)].map(({ index }) => {
    let [depth, count, isEmpty] = [0, 0, true];
    for (const char of code.slice(index + 'constructor('.length).replaceAll('=>', '')) {
      if (depth === 0 && (char === ',' || char === ')')) {
        if (!isEmpty) count += 1;
        isEmpty = true;
        if (char === ')') break;
      } else if (/\S/.test(char)) isEmpty = false;
      if ('([{<'.includes(char)) depth += 1;
      if (')]}>'.includes(char)) depth -= 1;
    }
    return count;
  });
}

test('no constructor takes more than 8 parts, because such a class has two jobs', (t) => {
  t.deepEqual(constructorParameters('constructor(a: Map<string, { b: (c: 1, d: 2) => void }>, e = [1, 2],) {}'), [2]);
  const counts = product.map(({ path, code }) => ({ path, most: Math.max(0, ...constructorParameters(code)) }));
  t.true(counts.some(({ most }) => most === 8));
  t.deepEqual(
    counts.filter(({ most }) => most > 8).map(({ path, most }) => `${path}: ${most}`),
    [],
  );
});

const startsPrograms = /^(?:import|} from) .*(?:node:child_process|\/hostile-shapes\.js)'/m;
/** These files start the database server that all tests share; it does not count as a program that a test starts. */
const isHarness = /\/support\/(?:run|test-server|test-service)\.ts$/;

/** Returns a test file and all test files that it imports, directly or indirectly. */
function reachedBy(path: string, reached = new Set<string>()): Set<string> {
  const source = tests.find((one) => one.path === path);
  if (source === undefined || isHarness.test(path) || reached.has(path)) return reached;
  reached.add(path);
  for (const to of source.imports) reachedBy(to, reached);
  return reached;
}

test('tests that start programs or send hostile requests are system tests, so that `npm test` stays short', (t) => {
  const starting = new Set(
    tests.filter(({ path }) => startsPrograms.test(readFileSync(join(root, path), 'utf8'))).map(({ path }) => path),
  );
  t.true(starting.size > 20);
  const short = tests.filter(({ path }) => path.endsWith('.test.ts')).map(({ path }) => path);
  t.deepEqual(
    short.filter((path) => [...reachedBy(path)].some((reached) => starting.has(reached))),
    [],
  );
});

/** Returns the files outside `allowed` whose code matches the pattern. */
function usesOf(words: RegExp, allowed: Record<string, string>): string[] {
  return product.filter(({ path, code }) => words.test(code) && !(path in allowed)).map(({ path }) => path);
}

test('outgoing calls are made in one place', (t) => {
  const callsOut = ({ path, code }: Source) =>
    /(?<![.\w])fetch\(/.test(code) || /'(?:undici|node:https)'/.test(readFileSync(join(root, path), 'utf8'));
  t.deepEqual(
    product.filter((source) => callsOut(source) && !source.path.startsWith('src/upstream/')).map(({ path }) => path),
    [],
  );
});

test('the environment is read in one place', (t) => {
  const allowed = {
    'src/process/main.ts': 'hands it to the configuration',
    'src/commands/terminal.ts': 'hands it to the configuration of a command',
    'src/database/private-postgres/initialize.ts': 'the environment of the program it runs',
    'src/database/private-postgres/start-server.ts': 'the environment of the server it starts',
    'src/openapi/diff.ts': 'the environment of the tool it starts',
  };
  t.deepEqual(usesOf(/process\.env\b/, allowed), []);
});

test('the time is read from one clock', (t) => {
  const allowed = {
    'src/time/clock.ts': 'is the clock',
    'src/time/uuid-v7.ts': 'ids are in the order of the real time, also when virtual time runs otherwise',
    'src/logging/log.ts': 'lines are written at the real time, also when virtual time runs otherwise',
    'src/audit/database-audit-log.ts': 'what was done was done at the real time, also when virtual time runs otherwise',
  };
  t.deepEqual(usesOf(/\bDate\.now\b|\bnew Date\(\)/, allowed), []);
});

test('no literal is spread into another one, because its members can be written there directly', (t) => {
  const spread = /\.\.\.(?:\{ *(?:[\w$]+|''): |\{$|\[$|\['', )/m;
  t.deepEqual(
    product.filter(({ code }) => spread.test(code)).map(({ path }) => path),
    [],
  );
});

test('no value has the type any, and no check is disabled', (t) => {
  const allowed = { 'src/api/endpoint.ts': 'decorators of classes and of methods have incompatible types' };
  t.deepEqual(usesOf(/:\s*any\b|\bas any\b|<any>|\bany\[\]/, allowed), []);
  const texts = everything.map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  t.deepEqual(
    texts
      .filter(({ text }) => /@ts-(?:ignore|nocheck|expect-error)/.test(text.replace(/^.*@ts-\(\?.*$/m, '')))
      .map(({ path }) => path),
    [],
  );
});

test('only the main file has side effects: no import starts a timer or a listener', (t) => {
  t.deepEqual(usesOf(/^(?:set(?:Interval|Timeout)|process\.on)\(/m, { 'src/process/main.ts': 'is the main file' }), []);
});
