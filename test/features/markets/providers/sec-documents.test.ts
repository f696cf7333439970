import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { Config } from '../../../../src/config/config.js';
import type { Filing } from '../../../../src/features/markets/company-facts.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import type { InstitutionFiling } from '../../../../src/features/markets/institution-report.js';
import { MarketsConfig } from '../../../../src/features/markets/markets.config.js';
import { createCompanySource, createHolderSource } from '../../../../src/features/markets/markets.module.js';
import type { CompanySource } from '../../../../src/features/markets/providers/company-source.js';
import type { HolderSource } from '../../../../src/features/markets/providers/holder-source.js';
import { createLog } from '../../../../src/logging/log.js';
import { MemoryBudgetStore } from '../../../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../../../src/upstream/client/http-upstreams.js';
import { FeedRegistry } from '../../../../src/upstream/feed-status.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { symbol } from '../../../support/vendors/provider-for.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const AGENT = 'Example Ltd admin@example.com';
const FORM = '/Archives/edgar/data/320193/000114036126000001/form4.xml';
const LARGE = '/Archives/edgar/data/320193/000114036126000002/form4.xml';
const ID = '0000950123-26-000003';
const TABLE = `/Archives/edgar/data/1067983/000095012326000003/${ID}.txt`;
const form = readFileSync('test/fixtures/markets/companies/form4-constructed.xml', 'utf8');
const entry = (kind: string) =>
  `<entry><content><accession-number>${ID}</accession-number><filing-date>2026-08-14</filing-date><filing-type>${kind}</filing-type></content><updated>2026-08-14T16:05:00-04:00</updated></entry>`;
const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${entry('13F-HR')}${entry('13F-NT')}</feed>`;
const table =
  '<edgarSubmission><periodOfReport>06-30-2026</periodOfReport><filingManager><name>EXAMPLE BANK</name></filingManager></edgarSubmission><informationTable><infoTable><cusip>037833100</cusip><value>57448000</value><shrsOrPrnAmt><sshPrnamt>280000</sshPrnamt><sshPrnamtType>SH</sshPrnamtType></shrsOrPrnAmt></infoTable></informationTable>';

/** Creates the sources as the service does, over HTTP to a stub of EDGAR. */
async function edgar(t: ExecutionContext) {
  const bodies: Record<string, string> = { [FORM]: form, [LARGE]: form + ' '.repeat(70_000), [TABLE]: table };
  const stub = await startVendorStub({
    answer: ({ path }) => {
      if (path.startsWith('/cgi-bin/browse-edgar')) return { body: feed };
      const body = bodies[path];
      return body === undefined ? { status: 404, body: '<Error/>' } : { body };
    },
  });
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12));
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'silent' }, { write: () => {} });
  const budgets = new MemoryBudgetStore(clock);
  const upstreams = new HttpUpstreams({ feeds, budgets, clock, log, userAgent: 'Watchfloor/test' });
  t.teardown(async () => {
    await upstreams.close();
    await stub.close();
  });
  const settings = { SVC_ENV: 'test', SVC_SECDOCS_BASE_URL: stub.url, SVC_SEC_USER_AGENT: AGENT };
  const config = new Config({ ...settings, SVC_SEC_INSTITUTIONS: '1067983' }, [MarketsConfig]).of(MarketsConfig);
  const timers = new ManualTimers(clock);
  const parts = { config, upstreams, feeds, clock, log, instruments: new InstrumentTable(), timers };
  return {
    stub,
    companies: createCompanySource(parts) as CompanySource,
    holders: createHolderSource(parts) as HolderSource,
  };
}

const filing = (path: string): Filing => ({
  accession: '0001140361-26-000001',
  form: '4',
  filedOn: '2026-11-18',
  publishedAt: new Date('2026-11-18T22:30:00Z'),
  reportDate: null,
  items: [],
  title: null,
  url: `https://www.sec.gov${path}`,
});

test('a report of an insider is read from the data beside its styled form, also a large one in a thread', async (t) => {
  const { companies, stub } = await edgar(t);
  for (const path of [FORM, LARGE]) {
    const styled = path.replace('/form4', '/xslF345X05/form4');
    const report = await companies.insiders(symbol('AAPL.US'), filing(styled));
    t.is(report.owners[0]?.name, 'EXAMPLE OFFICER & CO');
    t.is(report.lines.length, 4);
  }
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    [FORM, LARGE],
  );
  const text = filing('/Archives/edgar/data/320193/0000320193-01-000001.txt');
  await t.throwsAsync(companies.insiders(symbol('AAPL.US'), text), { message: /form of insiders/ });
});

test('holdings of an institution are read from the complete text of its filing, found in the list of its filings', async (t) => {
  const { holders } = await edgar(t);
  t.deepEqual(holders.institutions, ['1067983']);
  const filings = await holders.filings('1067983');
  t.deepEqual(filings, [
    { id: ID, form: '13F-HR', filedOn: '2026-08-14', publishedAt: new Date('2026-08-14T20:05:00Z') },
  ]);
  const [latest] = filings as [InstitutionFiling];
  const report = await holders.report('1067983', latest, ['037833100']);
  t.like(report, { institution: 'EXAMPLE BANK', period: '2026-06-30', unit: 'dollars', rows: 1 });
  t.deepEqual(report.holdings, [
    { cusip: '037833100', shares: 280_000, value: 57_448_000, callShares: 0, putShares: 0 },
  ]);
  t.is(
    holders.urlOf('1067983', latest),
    `https://www.sec.gov/Archives/edgar/data/1067983/000095012326000003/${ID}-index.htm`,
  );
});
