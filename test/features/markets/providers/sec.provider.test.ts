import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Config } from '../../../../src/config/config.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { MarketsConfig } from '../../../../src/features/markets/markets.config.js';
import { createCompanySource } from '../../../../src/features/markets/markets.module.js';
import type { CompanySource } from '../../../../src/features/markets/providers/company-source.js';
import { secCompany, secTickers } from '../../../../src/features/markets/providers/sec-answers.js';
import { createLog } from '../../../../src/logging/log.js';
import { SystemTimers } from '../../../../src/time/timers.js';
import { MemoryBudgetStore } from '../../../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../../../src/upstream/client/http-upstreams.js';
import { FeedRegistry } from '../../../../src/upstream/feed-status.js';
import { recordedCompany } from '../../../support/company-source.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { symbol } from '../../../support/vendors/provider-for.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const AGENT = 'Example Ltd admin@example.com';
const bodies: Record<string, string> = {
  '/company_tickers.json': 'company_tickers',
  '/submissions/CIK0000320193.json': 'submissions-apple',
  '/api/xbrl/companyfacts/CIK0001318605.json': 'companyfacts-tesla',
};

/** Creates the source as the service does, over HTTP to a stub of EDGAR. */
async function edgar(t: ExecutionContext, env: Record<string, string> = { SVC_SEC_USER_AGENT: AGENT }) {
  const stub = await startVendorStub({
    answer: ({ path }) => {
      const name = bodies[path];
      return name === undefined ? { status: 404, body: '<Error/>' } : { body: JSON.parse(recordedCompany(name)) };
    },
  });
  const clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'silent' }, { write: () => {} });
  const urls = { SVC_SEC_BASE_URL: stub.url, SVC_SECFILES_BASE_URL: stub.url };
  const config = new Config({ SVC_ENV: 'test', ...urls, ...env }, [MarketsConfig]);
  const upstreams = new HttpUpstreams({
    feeds,
    budgets: new MemoryBudgetStore(clock),
    clock,
    log,
    userAgent: 'Watchfloor/test',
  });
  t.teardown(async () => {
    await upstreams.close();
    await stub.close();
  });
  const source = createCompanySource({
    config: config.of(MarketsConfig),
    upstreams,
    feeds,
    clock,
    log,
    instruments: new InstrumentTable(),
    timers: new SystemTimers(),
  });
  return { source: source as CompanySource, stub, clock, feeds };
}

test('each call declares the configured user agent; tickers are read once a day', async (t) => {
  const { source, stub, clock } = await edgar(t);
  t.is(source.name, 'sec');
  t.is((await source.company(symbol('AAPL.US'))).profile.name, 'Apple Inc.');
  clock.advance(2_000);
  const { facts, currency, warnings } = await source.facts(symbol('TSLA.US'));
  t.deepEqual([facts.length > 200, currency, warnings], [true, 'USD', []]);
  t.deepEqual(
    stub.requests.map(({ path, headers }) => [path, headers['user-agent']]),
    Object.keys(bodies).map((path) => [path, AGENT]),
  );
});

test('unknown tickers, other venues and companies without structured figures are unknown', async (t) => {
  const { source, stub } = await edgar(t);
  for (const text of ['XXXX.US', 'VOD.LSE', 'SNOW.US'])
    await t.throwsAsync(source.company(symbol(text)), { code: 'not_found' }, text);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/company_tickers.json', '/submissions/CIK0001640147.json'],
  );
  await t.throwsAsync(source.facts(symbol('AAPL.US')), { code: 'not_found' });
});

test('at most five calls a second are made for companies, so that others are left for documents', async (t) => {
  const { source, clock } = await edgar(t);
  for (let call = 0; call < 5; call += 1) await source.company(symbol('AAPL.US'));
  await t.throwsAsync(source.company(symbol('AAPL.US')), { code: 'budget_spent' });
  clock.advance(2_000);
  await t.notThrowsAsync(source.company(symbol('AAPL.US')));
});

test('a refusal by EDGAR pauses the calls', async (t) => {
  const { source, stub } = await edgar(t);
  stub.reply('/submissions', { status: 403, body: '<html>Request Rate Threshold Exceeded</html>' });
  await t.throwsAsync(source.company(symbol('AAPL.US')), { code: 'rate_limited' });
  await t.throwsAsync(source.company(symbol('AAPL.US')), { code: 'rate_limited' });
  t.is(stub.requests.filter(({ path }) => path.startsWith('/submissions')).length, 1);
});

test('facts that are no JSON, or JSON in another form, are a bad answer', async (t) => {
  const { source, stub, clock } = await edgar(t);
  for (const body of ['<html></html>', '[]', '{"facts":1}', Buffer.from([0x7b, 0xff])]) {
    stub.reply('/api/xbrl', { body });
    await t.throwsAsync(source.facts(symbol('TSLA.US')), { code: 'bad_answer' });
    clock.advance(60_000);
  }
});

test('without a user agent companies are simulated beside simulated prices, and absent beside real ones', async (t) => {
  t.is((await edgar(t, {})).source.name, 'simulator');
  t.is((await edgar(t, { SVC_MARKETS_PROVIDERS: 'coinbase' })).source, undefined as never);
});

test('a user agent without an address, or with other characters than ASCII, is refused at the start', (t) => {
  for (const agent of ['Example Ltd', 'Example\u00e4 admin@example.com', `${'x'.repeat(140)} admin@example.com`])
    t.throws(() => new Config({ SVC_ENV: 'test', SVC_SEC_USER_AGENT: agent }, [MarketsConfig]), undefined, agent);
});

test('malformed rows of tickers and filings are left out; a body in another form is a bad answer', (t) => {
  t.deepEqual(
    [...secTickers({ 0: { cik_str: 1, ticker: 'a' }, 1: { cik_str: 'x', ticker: 'B' }, 2: null, 3: { cik_str: -1 } })],
    [['A', 1]],
  );
  for (const body of [null, [], {}, { 0: {} }]) t.throws(() => secTickers(body), { code: 'bad_answer' });
  for (const body of [null, [], {}, { name: 'A' }, { name: '', cik: '1' }, { name: 'A', cik: 'x' }])
    t.throws(() => secCompany(body), { code: 'bad_answer' });
  const recent = {
    accessionNumber: ['0000000001-25-000001', 'x', '0000000001-25-000003', '0000000001-25-000004'],
    form: ['8-K', '8-K', '', '8-K'],
    filingDate: ['2025-01-02', '2025-01-02', '2025-01-02', '2025-01-03'],
    acceptanceDateTime: ['x', '2025-01-02', '2025-01-02', '2030-01-01T00:00:00Z'],
    primaryDocument: ['../../x', 'a', 'a', 'folder/a b.htm'],
    items: ['2.02,<b>', '', '', ''],
  };
  const { filings, profile } = secCompany({ name: 'A', cik: '0000000001', fiscalYearEnd: '9999', filings: { recent } });
  t.deepEqual(
    filings.map(({ accession, publishedAt, url, items }) => [accession, publishedAt.toISOString(), url, items]),
    [
      [
        '0000000001-25-000004',
        '2025-01-04T03:00:00.000Z',
        'https://www.sec.gov/Archives/edgar/data/1/000000000125000004/folder/a%20b.htm',
        [],
      ],
      ['0000000001-25-000001', '2025-01-03T03:00:00.000Z', null, ['2.02']],
    ],
  );
  t.is(profile.fiscalYearEnd, null);
});
