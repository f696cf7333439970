import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Config } from '../../../../src/config/config.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { MarketsConfig } from '../../../../src/features/markets/markets.config.js';
import { createFundSource } from '../../../../src/features/markets/markets.module.js';
import type { FundSource } from '../../../../src/features/markets/providers/fund-source.js';
import { createLog } from '../../../../src/logging/log.js';
import { MemoryBudgetStore } from '../../../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../../../src/upstream/client/http-upstreams.js';
import { FeedRegistry } from '../../../../src/upstream/feed-status.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { symbol } from '../../../support/vendors/provider-for.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const AGENT = 'Example Ltd admin@example.com';
const ID = '0002071691-26-019760';
const DOCUMENT = '/Archives/edgar/data/1100663/000207169126019760/primary_doc.xml';
const tickers = {
  fields: ['cik', 'seriesId', 'classId', 'symbol'],
  data: [[1_100_663, 'S000004310', 'C000012040', 'IVV']],
};
const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="text/xml"><accession-number>${ID}</accession-number><filing-date>2026-08-26</filing-date><filing-type>NPORT-P</filing-type></content><updated>2026-08-26T10:05:00-04:00</updated></entry></feed>`;
const report = (series: string) =>
  `<edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><formData><genInfo><seriesName>iShares Core S&amp;P 500 ETF</seriesName><seriesId>${series}</seriesId><repPdDate>2026-06-30</repPdDate></genInfo><invstOrSecs><invstOrSec><title>Apple Inc.</title><cusip>037833100</cusip><identifiers><ticker value="AAPL"/></identifiers><curCd>USD</curCd><pctVal>7.1</pctVal><assetCat>EC</assetCat><invCountry>US</invCountry></invstOrSec></invstOrSecs></formData></edgarSubmission>`;

/** Creates the source as the service does, over HTTP to a stub of EDGAR. */
async function edgar(t: ExecutionContext, series = 'S000004310') {
  const stub = await startVendorStub({
    answer: ({ path }) => {
      if (path === '/files/company_tickers_mf.json') return { body: tickers };
      if (path.startsWith('/cgi-bin/browse-edgar')) return { body: feed };
      return path === DOCUMENT ? { body: report(series) } : { status: 404, body: '<Error/>' };
    },
  });
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12));
  const timers = new ManualTimers(clock);
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'silent' }, { write: () => {} });
  const settings = { SVC_ENV: 'test', SVC_SECDOCS_BASE_URL: stub.url, SVC_SEC_USER_AGENT: AGENT };
  const budgets = new MemoryBudgetStore(clock);
  const upstreams = new HttpUpstreams({ feeds, budgets, clock, log, userAgent: 'Watchfloor/test' });
  t.teardown(async () => {
    await upstreams.close();
    await stub.close();
  });
  const config = new Config(settings, [MarketsConfig]).of(MarketsConfig);
  const instruments = new InstrumentTable();
  const source = createFundSource({ config, upstreams, feeds, clock, log, instruments, timers });
  return { source: source as FundSource, stub, clock, timers };
}

test('a fund is found by its ticker, its reports by its series, and a report by its number', async (t) => {
  const { source, stub } = await edgar(t);
  const [latest] = await source.reports(symbol('IVV.US'));
  t.deepEqual(latest, { id: ID, publishedAt: new Date('2026-08-26T14:05:00Z') });
  const portfolio = await source.portfolio(symbol('IVV.US'), latest as NonNullable<typeof latest>);
  t.like(portfolio, {
    name: 'iShares Core S&P 500 ETF',
    asOf: '2026-06-30',
    url: `https://www.sec.gov/Archives/edgar/data/1100663/000207169126019760/${ID}-index.htm`,
  });
  t.like(portfolio.holdings[0], { symbol: 'AAPL.US', cusip: '037833100', weight: 0.071 });
  t.deepEqual(
    stub.requests.map(({ headers }) => headers['user-agent']),
    [AGENT, AGENT, AGENT],
  );
  t.true(stub.requests.some(({ path }) => path.startsWith('/cgi-bin/browse-edgar')));
});

test('unknown tickers and other venues are unknown, without further calls', async (t) => {
  const { source, stub } = await edgar(t);
  for (const text of ['XXXX.US', 'SWDA.LSE'])
    await t.throwsAsync(source.reports(symbol(text)), { code: 'not_found' }, text);
  t.is(stub.requests.length, 1);
});

test('a report of another series is a bad answer', async (t) => {
  const { source } = await edgar(t, 'S000009999');
  const [latest] = await source.reports(symbol('IVV.US'));
  const reading = source.portfolio(symbol('IVV.US'), latest as NonNullable<typeof latest>);
  await t.throwsAsync(reading, { code: 'bad_answer' });
});

test('at most four calls a second are made, and a fifth waits for the next second', async (t) => {
  const { source, stub, timers } = await edgar(t);
  const reading = Promise.all(Array.from({ length: 5 }, () => source.reports(symbol('IVV.US'))));
  while (stub.requests.length < 4) await new Promise((resolve) => setImmediate(resolve));
  await timers.advance(2_000);
  t.is((await reading).length, 5);
  t.is(stub.requests.length, 6);
});

test('of more than forty waiting calls the others are rejected', async (t) => {
  const { source, stub } = await edgar(t);
  await source.reports(symbol('IVV.US'));
  const outcomes = Array.from({ length: 41 }, () =>
    source.reports(symbol('IVV.US')).then(
      () => 'read',
      (error) => error.code as string,
    ),
  );
  t.is(await outcomes[40], 'budget_spent');
  while (stub.requests.length < 4) await new Promise((resolve) => setImmediate(resolve));
  t.is(stub.requests.length, 4);
});
