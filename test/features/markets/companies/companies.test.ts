import test, { type ExecutionContext } from 'ava';
import { CompanySources } from '../../../../src/features/markets/providers/company-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { RecordedCompanies } from '../../../support/company-source.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

async function companies(t: ExecutionContext, source: RecordedCompanies | undefined = new RecordedCompanies()) {
  const service = await serviceFor(t, {
    replace: (services) => void services.set(CompanySources, new CompanySources(source)),
  });
  service.clock.advance(Date.UTC(2026, 10, 20, 12) - service.clock.now());
  return { ...service, source, ada: await service.signedIn() };
}

test('a company has its name, identifiers, industry and fiscal year', async (t) => {
  const { ada } = await companies(t);
  const { status, json } = await ada.get('/markets/companies/aapl.us');
  t.is(status, 200);
  t.like(json, {
    symbol: 'AAPL.US',
    name: 'Apple Inc.',
    cik: '320193',
    lei: null,
    tickers: ['AAPL'],
    exchanges: ['Nasdaq'],
    sic: '3571',
    industry: 'Electronic Computers',
    fiscalYearEnd: '09-26',
    incorporatedIn: 'CA',
    filerCategory: 'Large accelerated filer',
  });
  t.deepEqual(json.formerNames[2], { name: 'APPLE COMPUTER INC/ FA', firstDay: '1997-07-28', lastDay: '1997-07-28' });
  t.like(json.provenance, { provider: 'sec', asOf: '2026-01-08T21:31:36.000Z', stale: false });
});

test('filings are listed newest first, by form, time and knowledge, page by page', async (t) => {
  const { ada } = await companies(t);
  const list = async (query: string) => (await ada.get(`/markets/companies/AAPL.US/filings?${query}`)).json;
  const reports = await list('form=10-k,10-q&from=2024-10-01');
  t.deepEqual(
    reports.items.map(({ form, filedAt }: Json) => `${form} ${filedAt}`),
    [
      '10-K 2025-10-31T10:01:26.000Z',
      '10-Q 2025-08-01T10:00:42.000Z',
      '10-Q 2025-05-02T10:00:46.000Z',
      '10-Q 2025-01-31T11:01:27.000Z',
      '10-K 2024-11-01T10:01:36.000Z',
    ],
  );
  t.like(reports.items[0], {
    accessionNumber: '0000320193-25-000079',
    filedOn: '2025-10-31',
    reportDate: '2025-09-27',
    reportItems: [],
    url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/aapl-20250927.htm',
  });
  t.like((await list('form=8-K&to=2025-10-31&limit=1')).items[0], {
    reportItems: ['2.02', '9.01'],
    reportDate: '2025-10-30',
  });
  t.is((await list('form=10-K&knownAt=2025-10-30')).items[0].filedOn, '2024-11-01');
  t.is((await list('form=10-K&knownAt=2025-10-31T10:01:26Z')).items[0].filedOn, '2025-10-31');
  t.is((await list('form=10-K&knownAt=2025-10-31T10:01:25Z')).items[0].filedOn, '2024-11-01');
  const [first, all] = [await list('limit=20'), await list('limit=200')];
  const second = await list(`limit=20&cursor=${first.nextCursor}`);
  t.deepEqual([...first.items, ...second.items], all.items);
  t.is(second.nextCursor, null);
  t.is(all.completeSince, all.items.at(-1).filedOn);
});

test('a filing that was accepted in the evening is public at 06:00 in New York on its filing date', async (t) => {
  const { ada } = await companies(t);
  const { json } = await ada.get('/markets/companies/AAPL.US/filings?form=10-Q&to=2024-09-01&limit=1');
  t.like(json.items[0], { filedOn: '2024-08-02', filedAt: '2024-08-02T10:00:00.000Z' });
});

test('statements have a figure with its filing, its period, its unit and the values that it replaced', async (t) => {
  const { ada } = await companies(t);
  const { status, json } = await ada.get('/markets/companies/TSLA.US/statements?period=quarter&to=2020-07-01&limit=1');
  t.is(status, 200);
  t.like(json, { symbol: 'TSLA.US', currency: 'USD', knownAt: '2026-11-20T12:00:00.000Z' });
  const [quarter] = json.items;
  t.like(quarter, {
    fiscalYear: 2020,
    fiscalPeriod: 'Q2',
    firstDay: '2020-04-01',
    lastDay: '2020-06-30',
    warnings: [],
  });
  const figures = Object.fromEntries(quarter.figures.map((figure: Json) => [figure.item, figure]));
  t.like(figures.operatingCashFlow, { statement: 'cash_flow', value: 964_000_000, unit: 'USD' });
  t.is(figures.operatingCashFlow.derivation.formula, '6M − 3M');
  t.deepEqual(figures.earningsPerShareDiluted, {
    item: 'earningsPerShareDiluted',
    statement: 'income',
    label: 'Earnings per share, diluted',
    value: 0.1,
    unit: 'USD/shares',
    concept: 'us-gaap:EarningsPerShareDiluted',
    firstDay: '2020-04-01',
    lastDay: '2020-06-30',
    accessionNumber: '0000950170-21-000524',
    form: '10-Q',
    filedAt: '2021-07-28T03:00:00.000Z',
    derivation: null,
    earlierValues: [
      { value: 0.5, accessionNumber: '0001564590-20-033670', form: '10-Q', filedAt: '2020-07-29T03:00:00.000Z' },
    ],
  });
});

test('statements are chosen by kind, days and knowledge, page by page, also as CSV', async (t) => {
  const { ada } = await companies(t);
  const path = '/markets/companies/TSLA.US/statements';
  const list = async (query: string) => (await ada.get(`${path}?${query}`)).json;
  const ends = ({ items }: Json) => items.map(({ lastDay }: Json) => lastDay);
  t.deepEqual(ends(await list('from=2020-12-31')), ['2021-12-31', '2020-12-31']);
  t.deepEqual(ends(await list('from=2020-12-31&to=2021-12-31')), ['2020-12-31']);
  t.deepEqual(ends(await list('from=2020-12-31&to=2022-01-01')), ['2021-12-31', '2020-12-31']);
  t.deepEqual(ends(await list('from=2020-12-31&knownAt=2022-02-06')), ['2020-12-31']);
  t.deepEqual(ends(await list('from=2020-12-31&knownAt=2022-02-08')), ['2021-12-31', '2020-12-31']);
  const balance = await list('statement=balance&limit=1');
  t.deepEqual([...new Set(balance.items[0].figures.map(({ statement }: Json) => statement))], ['balance']);
  const first = await list('period=quarter&limit=2');
  const second = await list(`period=quarter&limit=2&cursor=${first.nextCursor}`);
  t.deepEqual([...ends(first), ...ends(second)], ['2022-09-30', '2022-06-30', '2022-03-31', '2021-12-31']);
  const csv = await ada.get(`${path}?format=csv&statement=cash_flow&period=quarter&to=2020-07-01&limit=1`);
  t.deepEqual(csv.text.trim().split('\r\n'), [
    'fiscalYear,fiscalPeriod,statement,item,value,unit,firstDay,lastDay,derivation,accessionNumber,form,filedAt,firstValue',
    '2020,Q2,cash_flow,operatingCashFlow,964000000,USD,2020-04-01,2020-06-30,6M − 3M,0001564590-20-033670,10-Q,2020-07-29T03:00:00.000Z,',
    '2020,Q2,cash_flow,capitalExpenditure,546000000,USD,2020-04-01,2020-06-30,6M − 3M,0001564590-20-033670,10-Q,2020-07-29T03:00:00.000Z,',
  ]);
});

test('a company is read once in ten minutes, and its figures once in an hour', async (t) => {
  const { ada, source, clock, signedIn } = await companies(t);
  await ada.get('/markets/companies/SNOW.US/statements');
  await ada.get('/markets/companies/SNOW.US/statements?period=quarter&knownAt=2024-01-01');
  t.deepEqual(source?.calls, ['company SNOW', 'facts SNOW']);
  clock.advance(59 * 60_000);
  await (await signedIn()).get('/markets/companies/SNOW.US/statements');
  t.deepEqual(source?.calls.slice(2), ['company SNOW']);
});

test('figures are served stale for a week while their source fails', async (t) => {
  const { ada, source, clock, signedIn } = await companies(t);
  await ada.get('/markets/companies/SNOW.US/statements');
  (source as RecordedCompanies).failure = new UpstreamError('timeout');
  clock.advance(6 * 86_400_000);
  const late = await (await signedIn()).get('/markets/companies/SNOW.US/statements');
  t.deepEqual([late.status, late.json.provenance.stale], [200, true]);
  clock.advance(2 * 86_400_000);
  t.is((await (await signedIn()).get('/markets/companies/SNOW.US/statements')).status, 503);
});

test('unknown companies are a 404, other instruments a 422, and a wrong range a 400', async (t) => {
  const { ada } = await companies(t);
  const status = async (path: string) => (await ada.get(`/markets/companies/${path}`)).status;
  t.is(await status('XXXX.US'), 404);
  t.is(await status('AAPL.US/statements'), 404, 'it reports no figures in a structured form');
  t.is(await status('BTC-USD.CC'), 422);
  t.is(await status('AAPL.US/filings?from=2025-01-02&to=2025-01-02'), 400);
  t.is(await status('TSLA.US/statements?from=2025-01-02&to=2025-01-02'), 400);
  t.is(await status('TSLA.US/statements?period=month'), 400);
  t.is(await status('TSLA.US/statements?knownAt=yesterday'), 400);
});

test('without a source of companies the operations are a 422 that names the setting', async (t) => {
  const service = await serviceFor(t, {
    replace: (services) => void services.set(CompanySources, new CompanySources(undefined)),
  });
  const answer = await (await service.signedIn()).get('/markets/companies/AAPL.US');
  t.is(answer.status, 422);
  t.regex(answer.json.detail, /SVC_SEC_USER_AGENT/);
});

test('filings, statements and ratios are listed in either order, page by page', async (t) => {
  const { ada } = await companies(t);
  for (const [path, key] of [
    ['AAPL.US/filings?form=8-K,10-Q', 'accessionNumber'],
    ['TSLA.US/statements?period=quarter', 'lastDay'],
    ['TSLA.US/ratios?period=quarter', 'lastDay'],
  ] as const) {
    const list = async (query: string) => (await ada.get(`/markets/companies/${path}&${query}`)).json;
    const keys = ({ items }: Json): string[] => items.map((item: Json) => item[key]);
    const newest = keys(await list('limit=200'));
    t.true(newest.length > 3, path);
    t.deepEqual(keys(await list('limit=200&order=asc')), newest.toReversed(), path);
    const first = await list('limit=2&order=asc');
    const second = await list(`limit=2&order=asc&cursor=${first.nextCursor}`);
    t.deepEqual([...keys(first), ...keys(second)], newest.toReversed().slice(0, 4), path);
    t.is((await ada.get(`/markets/companies/${path}&limit=2&cursor=${first.nextCursor}`)).status, 400, path);
  }
});
