import { dirname } from 'node:path';
import test from 'ava';
import { circlesOf, featureOf, readSources, type Source, wrongImports } from '../support/sources.js';

const product = readSources('src');
const features = product.filter(({ path }) => featureOf(path) !== undefined);
const edgesOf = (sources: readonly Source[], nameOf: (path: string) => string | undefined) =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap((to) => {
      const [from, target] = [nameOf(path), nameOf(to)];
      return from === undefined || target === undefined || from === target ? [] : [[from, target] as const];
    }),
  );

/** Role suffixes of file names. A file without one, such as `session.ts`, contains plain types and functions. */
const ROLE =
  /\.(api|account-data|cli|command|config|consumer|controller|dto|events|job|module|provider|records|repository|runner|schema|search|service|tag|vendors)\.ts$/;

/**
 * The folders of the source in layers, lowest first. A file imports only from its own folder and from layers below; the
 * entry file `app.ts` and the folders that make a process are on top.
 */
const layers: ReadonlyArray<readonly string[]> = [
  ['time', 'text', 'async', 'wiring', 'conditions'],
  ['config'],
  ['logging', 'commands'],
  ['tracing', 'metrics', 'secrets'],
  ['database', 'gazetteer', 'extraction'],
  ['api', 'language'],
  ['cache', 'jobs', 'threads', 'mail'],
  ['coordination', 'charts', 'search'],
  ['http'],
  ['accounts', 'pages'],
  ['events', 'audit'],
  ['resources', 'upstream', 'announcements', 'simulation', 'transfer'],
  ['settings', 'modules'],
  ['debugging'],
  ['features', 'openapi'],
  ['app.ts'],
  ['process'],
  ['cli'],
];
const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((folder) => [folder, layer] as const)));
const folderOf = (path: string): string => path.split('/')[1] as string;

/** Commands of a feature are entry points, which the command line discovers. */
const isCommand = (path: string): boolean => /\.(?:cli|command)\.ts$/.test(path);

test('every folder of the source has a layer, and no file imports from the same or a higher one', (t) => {
  const folders = new Set(product.map(({ path }) => folderOf(path)));
  t.deepEqual([...folders].sort(), [...layerOf.keys()].sort());
  const wrong = wrongImports(product, (from, to) => {
    if (!to.startsWith('src/') || folderOf(from) === folderOf(to)) return false;
    return !isCommand(from) && (layerOf.get(folderOf(to)) as number) >= (layerOf.get(folderOf(from)) as number);
  });
  t.deepEqual(wrong, []);
});

test('no file imports itself through others, not even for a type', (t) => {
  const edges = product.flatMap(({ path, imports }) => imports.map((to) => [path, to] as const));
  t.deepEqual(circlesOf(edges), []);
});

test('features have no circular imports', (t) => {
  t.deepEqual(circlesOf(edgesOf(features, featureOf)), []);
});

test('folders inside a feature have no circular imports, apart from its module and its public interface', (t) => {
  const folderOf = (path: string) => (/\.(module|api)\.ts$/.test(path) ? undefined : dirname(path));
  for (const feature of new Set(features.map(({ path }) => featureOf(path)))) {
    const own = features.filter(({ path }) => featureOf(path) === feature);
    const inside = edgesOf(own, folderOf).filter(([, to]) => to.startsWith(`src/features/${feature}`));
    t.deepEqual(circlesOf(inside), [], feature);
  }
});

/**
 * The roles in other features that a file of each role may import from. Types count too, except types of services and
 * repositories in DTOs.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  controller: ['dto', 'records', 'service', 'plain'],
  dto: ['dto', 'events', 'plain'],
  service: ['records', 'service', 'repository', 'store', 'api', 'config', 'events', 'plain'],
  // A records file declares an owned resource: its table, its quota, and the DTO of its export.
  records: ['dto', 'records', 'service', 'repository', 'schema', 'api', 'config', 'events', 'plain'],
  repository: ['repository', 'schema', 'plain'],
  store: ['store', 'plain'],
  provider: ['vendors', 'plain'],
  job: ['records', 'service', 'store', 'plain'],
  consumer: ['service', 'api', 'events', 'plain'],
  runner: ['records', 'runner', 'search', 'service', 'repository', 'store', 'config', 'vendors', 'plain'],
  command: ['service', 'api', 'plain'],
  events: ['dto', 'plain'],
  'account-data': ['dto', 'records', 'service', 'repository'],
  search: ['service', 'repository', 'schema', 'plain'],
  api: ['records', 'service', 'plain'],
  module: ['api', 'config', 'dto', 'provider', 'records', 'service', 'store', 'vendors', 'plain'],
  config: ['vendors'],
  schema: ['schema'],
  cli: ['command'],
  tag: [],
  vendors: [],
  plain: ['records', 'service', 'repository', 'store', 'schema', 'config', 'vendors', 'events', 'plain'],
};

const roleOf = (path: string): string => ROLE.exec(path)?.[1] ?? (/-store\.ts$/.test(path) ? 'store' : 'plain');

test('a file imports what its role may import', (t) => {
  const wrong = features.flatMap(({ path, imports, values }) => {
    const role = roleOf(path);
    const judged = role === 'dto' ? values : imports;
    return judged
      .filter((to) => featureOf(to) !== undefined && !allowed[role]?.includes(roleOf(to)))
      .map((to) => `${path} → ${to}`);
  });
  t.deepEqual(wrong, []);
});

test('SQL is only in repositories, in search sources and next to the tables', (t) => {
  const conditions = {
    'src/features/geospatial/within-area.ts → src/database/drizzle.ts': 'a condition that several repositories share',
    'src/features/osint/stix/stix-selection.ts → src/database/drizzle.ts':
      'a condition that several repositories share',
  };
  const wrong = wrongImports(
    features,
    (from, to) => to === 'src/database/drizzle.ts' && !['repository', 'schema', 'search'].includes(roleOf(from)),
    conditions,
  );
  t.deepEqual(wrong, []);
});

test('features import only public interfaces, events, tables and plain types of each other', (t) => {
  const open = ['api', 'events', 'schema'];
  const wrong = wrongImports(features, (from, to) => {
    if (featureOf(to) === undefined || featureOf(to) === featureOf(from)) return false;
    return ![...open, 'plain'].includes(roleOf(to));
  });
  t.deepEqual(wrong, []);
});

test('no other feature imports the composer or the readings of searches: both use src/language', (t) => {
  const own = /^src\/features\/(ai\/composer|search\/reading)\//;
  const wrong = wrongImports(product, (from, to) => own.test(to) && featureOf(to) !== featureOf(from));
  t.deepEqual(wrong, []);
});

test('a feature does not read the tables of another one: it imports them for foreign keys only', (t) => {
  const subscriptions = 'src/features/subscriptions/subscriptions.schema.ts';
  const exceptions = {
    [`src/features/webhooks/endpoint.ts → ${subscriptions}`]:
      'endpoints are declared beside subscriptions, which refer to them, and are kept by webhooks',
    [`src/features/webhooks/endpoint.repository.ts → ${subscriptions}`]: 'as above',
    [`src/features/webhooks/delivery.repository.ts → ${subscriptions}`]: 'as above',
    [`src/features/markets/events/followed-symbol.repository.ts → ${subscriptions}`]:
      'one statement ranks the symbols of watchlists and of subscriptions',
  };
  const isForeign = (from: string, to: string) => featureOf(to) !== featureOf(from) && /\.schema\.ts$/.test(to);
  const wrong = wrongImports(features, (from, to) => isForeign(from, to) && !/\.schema\.ts$/.test(from), exceptions);
  t.deepEqual(wrong, []);
});

test('settings, tables, vendors and the module of a feature are in its folder and named after it', (t) => {
  const misplaced = features
    .filter(({ path }) => /\.(api|config|module|schema|vendors)\.ts$/.test(path))
    .filter(({ path }) => {
      const feature = featureOf(path);
      return dirname(path) !== `src/features/${feature}` || !path.includes(`/${feature}.`);
    });
  t.deepEqual(
    misplaced.map(({ path }) => path),
    [],
  );
});

test('production loads nothing of Debug', (t) => {
  const isDebug = (path: string) => /^src\/(?:debugging|features\/debug)\//.test(path);
  const wrong = wrongImports(
    product.filter(({ path }) => !isDebug(path)),
    (_from, to) => isDebug(to),
    {
      'src/process/start-service.ts → src/debugging/open-debugging.ts':
        'is imported when it runs, outside of production only',
    },
  );
  t.deepEqual(wrong, []);
  const start = product.find(({ path }) => path === 'src/process/start-service.ts');
  t.regex(start?.code ?? '', /service\.production \? \{\} : \(await import\(/);
  t.true(
    product
      .filter(({ path }) => isDebug(path))
      .every(
        ({ path }) =>
          !/\.(?:module|config|schema|runner|job|consumer|cli|metrics|search|account-data|events)\.ts$/.test(path),
      ),
  );
});

test('only features import features', (t) => {
  const outside = product.filter(({ path }) => featureOf(path) === undefined);
  t.deepEqual(
    wrongImports(outside, (_from, to) => featureOf(to) !== undefined),
    [],
  );
});

test('no domain word is used outside the features', (t) => {
  const words =
    /vessel|mmsi|\bship|aircraft|icao|squawk|\bais|adsb|geofence|earthquake|candle|ohlc|\bquotes|ticker|watchlist|instrument|eodhd|finnhub/i;
  const allowed: Record<string, string> = {
    'src/accounts/account.ts': 'the preference for a default watchlist is stored with the account',
    'src/openapi/document.ts': 'introduces the API to its readers',
    'src/search/search-query.ts': 'names the fields of queries',
    'src/search/field-values.ts': 'knows how many digits the values of fields have',
    'src/extraction/identifiers.ts': 'knows how identifiers are introduced in texts',
    'src/gazetteer/things.ts': 'knows the words before names that ships took from places',
  };
  t.deepEqual(
    product
      .filter(({ path, code }) => featureOf(path) === undefined && words.test(code) && !(path in allowed))
      .map(({ path }) => path),
    [],
  );
});

test('the lengths of a day, an hour, a minute and a second are defined once', (t) => {
  const defined = /\bconst (?:DAY|HOUR|MINUTE|SECOND)_MS =|\b86_400_000\b/;
  t.deepEqual(
    product.filter(({ path, code }) => path !== 'src/time/durations.ts' && defined.test(code)).map(({ path }) => path),
    [],
  );
});
