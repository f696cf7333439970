import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import test from 'ava';
import type { OpenApiDocument } from '../../src/api/open-api-document.js';
import { narrowings } from '../../src/openapi/one-media-type.js';
import { describe } from '../../src/process/app-description.js';
import { invalidExamples } from '../support/description-validator.js';
import { operationsOf, scorecard } from '../support/scorecard.js';
import { startTestService } from '../support/test-service.js';

const run = promisify(execFile);

let development: OpenApiDocument;
let production: OpenApiDocument;
test.before(async () => {
  development = await describe({ production: false });
  production = await describe({ production: true });
});

test('the description meets every rule of the scorecard', (t) => {
  t.deepEqual(scorecard(development), []);
  t.deepEqual(scorecard(production), []);
});

test('every example satisfies its schema', (t) => {
  const { checked, invalid } = invalidExamples(development);
  t.deepEqual(invalid, []);
  t.true(checked > 100, `${checked} examples`);
});

test('the description satisfies the OpenAPI 3.1 and JSON Schema 2020-12 meta-schemas', async (t) => {
  for (const document of [development, production])
    t.true((await validate('https://spec.openapis.org/oas/3.1/schema-base', document as never)).valid);
});

test('the description with one media type is valid, and so are its examples', async (t) => {
  for (const full of [development, production]) {
    const narrow = narrowings().json?.(full) as OpenApiDocument;
    t.true((await validate('https://spec.openapis.org/oas/3.1/schema-base', narrow as never)).valid);
    t.deepEqual(invalidExamples(narrow).invalid, []);
  }
});

const propertiesOf = (name: string): object => {
  const schema = development.components?.schemas?.[name];
  return schema !== undefined && 'properties' in schema ? (schema.properties as object) : {};
};

test('the records that the introduction names have the stated origin', (t) => {
  const origins: Array<[names: string, fields: string[]]> = [
    [
      'Quote CandleSeries IndicatorSeries ComparedInstrument Mover Instrument FxRates CurrencyConversion',
      ['provenance'],
    ],
    [
      'VesselProperties AircraftProperties VesselTrack AircraftTrack GeoEventProperties ArticleProperties',
      ['provenance'],
    ],
    ['Provenance', ['provider', 'asOf', 'fetchedAt', 'delaySeconds', 'stale']],
    ['SanctionedEntity', ['provider']],
    ['SanctionsList', ['provider', 'fetchedAt', 'stale']],
    ['Vulnerability', ['providers', 'fetchedAt']],
    ['Holding', ['provider', 'priceDay']],
    ['Valuation Performance PerformanceSeries PortfolioRisk Attribution ScenarioReport', ['providers']],
    ['VesselSnapshot AircraftSnapshot GeoEventSnapshot ReplayVessel ReplayAircraft', ['provider']],
    ['NewsCluster PriceMoved', ['simulated']],
    ['NewsSentimentPoint', ['simulatedCount']],
  ];
  for (const [names, fields] of origins)
    for (const name of names.split(' '))
      for (const field of fields) t.true(field in propertiesOf(name), `${field} of ${name}`);
});

test('each figure of the risk of a portfolio is described with its formula', (t) => {
  const described = JSON.stringify([propertiesOf('PortfolioRisk'), propertiesOf('ValueAtRiskMethods')]);
  const formulas = [
    ...[
      '(V[t] + out[t]) / (V[t-1] + in[t]) - 1',
      '^(252 / n) - 1',
      '× √252',
      'Sharpe (1994)',
      'Sortino and van der Meer (1991)',
      'covariance',
    ],
    ...[
      'Jensen (1968)',
      'Pearson',
      'standard deviation (n - 1) of r - b',
      'PerformanceAnalytics',
      'Hyndman and Fan (1996)',
      'q = m + z s',
    ],
    ...['Boudt, Peterson and Croux (2008)', 'index / highest index so far - 1'],
  ];
  for (const formula of formulas) t.true(described.includes(formula), formula);
});

test('the served routes are exactly the described ones', async (t) => {
  for (const env of [{ SVC_ENV: 'development' }, { SVC_ENV: 'production' }]) {
    const service = await startTestService({ env });
    t.teardown(() => service.close());
    const served = service.app.driver.routes.map(
      ({ method, template }) => `${method} ${template.replace(/:(\w+)/g, '{$1}')}`,
    );
    const described = operationsOf(service.app.document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    t.deepEqual(served.sort(), described.sort());
    const exported = env.SVC_ENV === 'production' ? production : development;
    t.deepEqual(
      JSON.parse(JSON.stringify(service.app.document)),
      JSON.parse(JSON.stringify(exported)),
      'the export is of the running service',
    );
  }
});

test('production has the same description as development, without Debug', (t) => {
  const withoutDebug = Object.fromEntries(
    Object.entries(development.paths).filter(([path]) => !path.startsWith('/api/v1/debug')),
  );
  t.deepEqual(production.paths, withoutDebug);
  t.true(Object.keys(development.paths).length > Object.keys(withoutDebug).length);
  // The log level `debug` is unrelated to the feature Debug.
  const { logLevel } = production.components.schemas.OperatorSettingChanges!.properties as {
    logLevel: { enum: string[] };
  };
  t.true(logLevel.enum.includes('debug'));
  t.notRegex(JSON.stringify(production).replace(JSON.stringify(logLevel.enum), ''), /debug/i);
  t.deepEqual(
    production.tags,
    development.tags.filter(({ name }) => name !== 'Debug'),
  );
});

test('the eleven groups are in order, and every tag is in one', (t) => {
  const groups = [
    'Health',
    'Auth / Users',
    'Markets',
    'Geospatial',
    'Alerts / Timeline / Search',
    'News / OSINT',
    'AI',
    'Portfolio / Clients / Graphs',
  ];
  const names = [...groups, 'Subscriptions / Webhooks', 'Admin', 'Debug'];
  t.deepEqual(
    development['x-tagGroups'].map(({ name }) => name),
    names,
  );
  t.deepEqual(
    production['x-tagGroups'].map(({ name }) => name),
    names.slice(0, -1),
  );
  const grouped = development['x-tagGroups'].flatMap(({ tags }) => tags);
  t.deepEqual([...grouped].sort(), development.tags.map(({ name }) => name).sort());
});

test('the two security schemes have the names that clients rely on', (t) => {
  t.deepEqual(Object.keys(development.components.securitySchemes).sort(), ['BearerJWT', 'RefreshCookie']);
});

test('an export in any environment has the bytes of the committed one, and the linters report nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-description-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  const elsewhere = {
    TZ: 'Asia/Kathmandu',
    LANG: 'tr_TR.UTF-8',
    SVC_PORT: '1',
    SVC_ENV: 'production',
    SVC_BASE_URL: 'https://x.example',
  };
  await run(process.execPath, ['bin/watchfloor-openapi.js', 'export', '--out', file], {
    env: { ...process.env, ...elsewhere },
  });
  const exported = await readFile(file, 'utf8');
  t.true(
    exported === (await readFile('openapi.json', 'utf8')),
    'openapi.json is another: npm run description shows the differences',
  );
  t.deepEqual(JSON.parse(exported), JSON.parse(JSON.stringify(development)));
  const { stdout } = await run(process.execPath, ['bin/lint-description.js', file]);
  t.regex(stdout, /no findings/);
});
