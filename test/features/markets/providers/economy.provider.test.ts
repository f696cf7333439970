import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { Config } from '../../../../src/config/config.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { readPeriod } from '../../../../src/features/markets/economic-series.js';
import { MarketsConfig } from '../../../../src/features/markets/markets.config.js';
import { createSeriesSources } from '../../../../src/features/markets/markets.module.js';
import {
  dbnomicsSeries,
  ecbSeriesContent,
  fredContent,
  fredSeries,
  worldBankSeries,
} from '../../../../src/features/markets/providers/economy-answers.js';
import type { SeriesSource } from '../../../../src/features/markets/providers/series-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import fc from '../../../support/properties.js';
import { sourceParts } from '../../../support/source-parts.js';
import { failureOf } from '../../../support/upstream-for.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const text = (name: string) => readFileSync(`test/fixtures/markets/economy/${name}`, 'utf8');
const json = (name: string) => JSON.parse(text(name));
const bodies: Record<string, string> = {
  '/country/DE/indicator/FP.CPI.TOTL.ZG': 'worldbank.json',
  '/data/ICP/M.U2.N.000000.4.ANR': 'ecb.csv',
  '/search': 'dbnomics-search.json',
  '/series/OECD/QNA': 'dbnomics-series.json',
  '/series/OECD/QNA/DEU.B1_GE.GPSA.Q': 'dbnomics-series.json',
  '/series/search': 'fred-series.json',
  '/series': 'fred-series.json',
  '/series/observations': 'fred-observations.json',
};
const KEY = 'fred-key';
const names = ['worldbank', 'ecb', 'dbnomics', 'fred'] as const;

/** Creates the sources as the service does, over HTTP to a stub of all publishers. */
async function publishers(t: ExecutionContext) {
  const stub = await startVendorStub({
    answer: ({ path, query }) => {
      if (path.startsWith('/country/') && bodies[path] === undefined) return { body: json('worldbank-unknown.json') };
      if (query.get('series_id') === 'NONE')
        return { status: 400, body: { error_code: 400, error_message: 'Bad Request. The series does not exist.' } };
      const name = bodies[path];
      if (name === undefined) return { status: 404, body: '' };
      return { body: name.endsWith('.csv') ? text(name) : json(name) };
    },
  });
  t.teardown(() => stub.close());
  const urls = Object.fromEntries(
    ['WORLDBANK', 'ECBDATA', 'DBNOMICS', 'FRED'].map((name) => [`SVC_${name}_BASE_URL`, stub.url]),
  );
  const env = { SVC_ENV: 'test', SVC_ECONOMY_SOURCES: names.join(), SVC_FRED_API_KEY: KEY, ...urls };
  const config = new Config(env, [MarketsConfig]).of(MarketsConfig);
  const { all } = createSeriesSources({ ...sourceParts(), config, instruments: new InstrumentTable() });
  const of = (name: (typeof names)[number]) => all.find((one) => one.name === name) as SeriesSource;
  return { of, stub };
}

test('the World Bank has annual values of a country, and an unknown indicator is not found', async (t) => {
  const { of } = await publishers(t);
  const { description, observations, hasVintages, updatedAt } = await of('worldbank').read('DE:FP.CPI.TOTL.ZG');
  t.like(description, { id: 'worldbank:DE:FP.CPI.TOTL.ZG', unit: 'percent', frequency: 'year', country: 'DE' });
  t.deepEqual(
    observations.map(({ period, vintages }) => [period, vintages[0]?.value]),
    [
      ['2023', 5.946437],
      ['2024', 2.256498],
      ['2025', 2.2],
    ],
  );
  t.deepEqual([hasVintages, updatedAt?.toISOString()], [false, '2026-07-01T00:00:00.000Z']);
  t.is((await failureOf(of('worldbank').read('DE:NOPE'))).code, 'not_found');
  const [found] = await of('worldbank').search('inflation DE', 5);
  t.is(found?.id, 'worldbank:DE:FP.CPI.TOTL.ZG');
});

test('the European Central Bank sends a table, whose empty values are left out', async (t) => {
  const { of } = await publishers(t);
  const { description, observations } = await of('ecb').read('ICP:M.U2.N.000000.4.ANR');
  t.like(description, { title: 'HICP - Overall index, "all items"', unit: 'PCCH', frequency: 'month' });
  t.deepEqual(
    observations.map(({ period, vintages }) => [period, vintages[0]?.value]),
    [
      ['2026-09', 2.1],
      ['2026-10', 2.2],
    ],
  );
  t.is((await of('ecb').search('deposit rate', 5))[0]?.id, 'ecb:FM:B.U2.EUR.4F.KR.DFR.LEV');
});

test('DBnomics is searched by data sets, and its missing values are left out', async (t) => {
  const { of, stub } = await publishers(t);
  const [found] = await of('dbnomics').search('gdp germany', 5);
  t.like(found, { id: 'dbnomics:OECD:QNA:DEU.B1_GE.GPSA.Q', frequency: 'quarter', publisher: 'OECD' });
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/search', '/series/OECD/QNA'],
  );
  const { observations } = await of('dbnomics').read('OECD:QNA:DEU.B1_GE.GPSA.Q');
  t.deepEqual(
    observations.map(({ period, start }) => [period, start]),
    [
      ['2025-Q4', '2025-10-01'],
      ['2026-Q2', '2026-04-01'],
    ],
  );
});

test('FRED has the vintages of each value, known from the end of their day; the key is in no path', async (t) => {
  const { of, stub } = await publishers(t);
  const { description, observations, hasVintages } = await of('fred').read('GDPC1');
  t.like(description, { id: 'fred:GDPC1', frequency: 'quarter', unit: 'Billions of Chained 2017 Dollars' });
  t.true(hasVintages);
  t.deepEqual(
    observations.map(({ period, vintages }) => [
      period,
      ...vintages.map(({ value, publishedAt }) => `${value} ${publishedAt.toISOString()}`),
    ]),
    [
      [
        '2026-Q1',
        '23510.1 2026-05-01T06:00:00.000Z',
        '23498.7 2026-05-29T06:00:00.000Z',
        '23502.3 2026-06-27T06:00:00.000Z',
      ],
      ['2026-Q2', '23650 2026-07-31T06:00:00.000Z'],
    ],
  );
  t.true(stub.requests.every(({ path, query }) => !path.includes(KEY) && query.get('api_key') === KEY));
  t.is((await failureOf(of('fred').read('NONE'))).code, 'not_found');
});

test('a code that would leave the path of a source is not found, and no call is made', async (t) => {
  const { of, stub } = await publishers(t);
  const codes = ['..:x', 'DE', 'a/b:c', 'DE:A:B', '.:.', 'DE:%2e%2e'];
  for (const code of codes) t.is((await failureOf(of('worldbank').read(code))).code, 'not_found', code);
  t.is((await failureOf(of('dbnomics').read('a:b'))).code, 'not_found');
  t.is(stub.requests.length, 0);
});

test('a value that FRED withdraws is missing from then on, and more rows than are read are rejected', (t) => {
  const [description] = fredSeries(json('fred-series.json'));
  const row = { realtime_start: '2026-01-05', realtime_end: '2026-02-01', date: '2025-10-01', value: '7' };
  const { observations } = fredContent({ count: 1, observations: [row] }, description as never);
  t.deepEqual(
    observations[0]?.vintages.map(({ value, publishedAt }) => [value, publishedAt.toISOString().slice(0, 10)]),
    [
      [7, '2026-01-06'],
      [null, '2026-02-03'],
    ],
  );
  t.throws(() => fredContent({ count: 2, observations: [row] }, description as never), { code: 'too_large' });
});

test('periods are read in the forms of publishers, and days that do not exist are not', (t) => {
  for (const [given, period, start] of [
    ['2026', '2026', '2026-01-01'],
    ['2026Q3', '2026-Q3', '2026-07-01'],
    ['2026-Q4', '2026-Q4', '2026-10-01'],
    ['2026M02', '2026-02', '2026-02-01'],
    ['2024-02-29', '2024-02-29', '2024-02-29'],
  ] as const)
    t.like(readPeriod(given), { period, start });
  for (const wrong of ['2026-13', '2026-Q5', '2025-02-29', '26', '', '2026-S1', 'constructor'])
    t.is(readPeriod(wrong), undefined, wrong);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '.',
    'NA',
    -1,
    '1e999',
    [],
    {},
    '<html>',
    Number.MAX_VALUE,
    '__proto__',
    '2026-13',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Replaces one value of a body with an unexpected one. */
function changed(body: unknown, path: readonly number[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof body !== 'object' || body === null) return value;
  const keys = Object.keys(body);
  const key = keys[first % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...body };
  Object.assign(copy, { [key]: changed((body as Record<string, unknown>)[key], rest, value) });
  return copy;
}

const [gdp] = fredSeries(json('fred-series.json'));
const parsers: Record<string, [(body: unknown) => { observations: readonly unknown[] }, unknown]> = {
  worldBankSeries: [(body) => worldBankSeries(body, 'worldbank:DE:X', null), json('worldbank.json')],
  dbnomicsSeries: [dbnomicsSeries, json('dbnomics-series.json')],
  fredContent: [(body) => fredContent(body, gdp as never), json('fred-observations.json')],
  ecbSeriesContent: [(body) => ecbSeriesContent(body, 'ecb:ICP:X'), text('ecb.csv')],
};

for (const [name, [parse, body]] of Object.entries(parsers))
  test(`${name} turns any body into ordered finite values, or rejects it`, (t) => {
    const path = fc.array(fc.nat(20), { maxLength: 5 });
    fc.assert(
      fc.property(path, odd, fc.nat(300), (at, value, cut) => {
        const altered =
          typeof body === 'string'
            ? body.slice(0, cut) + JSON.stringify(value) + body.slice(cut)
            : changed(body, at, value);
        try {
          const { observations } = parse(altered) as ReturnType<typeof dbnomicsSeries>;
          const starts = observations.map(({ start }) => start);
          t.deepEqual(starts, starts.toSorted());
          for (const { vintages } of observations)
            for (const { value: one } of vintages) t.true(one === null || Number.isFinite(one));
        } catch (error) {
          t.true(error instanceof UpstreamError, String(error));
        }
      }),
      { numRuns: 400 },
    );
  });

test('a long response is parsed in a thread, with the same content and the same failures', async (t) => {
  const { of, stub } = await publishers(t);
  const row = (at: number, value: string) => ({
    realtime_start: new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
    realtime_end: '9999-12-31',
    date: new Date(Date.UTC(1999, 11, 1 + at)).toISOString().slice(0, 10),
    value,
  });
  const observations = Array.from({ length: 9_000 }, (_, at) => row(at, String(at)));
  const body = { count: observations.length, observations };
  stub.reply('/series/observations', { body });
  const { observations: read, description } = await of('fred').read('CPIAUCSL');
  t.deepEqual(read, fredContent(body, description).observations);
  t.is(read.length, 100);
  stub.reply('/series/observations', { body: { ...body, count: 9_001 } });
  t.is((await failureOf(of('fred').read('CPIAUCSL'))).code, 'too_large');
  stub.reply('/series/observations', { body: { ...body, observations: [...observations, row(1, 'x')] } });
  t.is((await failureOf(of('fred').read('CPIAUCSL'))).code, 'bad_answer');
  stub.reply('/series/observations', { body: 'x'.repeat(500_000) });
  t.is((await failureOf(of('fred').read('CPIAUCSL'))).code, 'bad_answer');
});
