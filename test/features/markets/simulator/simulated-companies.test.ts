import test from 'ava';
import { knownFacts, PublicationTimes } from '../../../../src/features/markets/companies/known-fact.js';
import {
  type StatementPeriod,
  statementsOf,
  yearsAndQuartersOf,
} from '../../../../src/features/markets/companies/statements.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { SimulatedCompanies } from '../../../../src/features/markets/simulator/simulated-companies.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { simulatorAt, symbolOf } from './simulated-markets.js';

const NOW = '2026-11-20T12:00:00Z';
const instruments = new InstrumentTable();
const companiesAt = (now: string) => new SimulatedCompanies(1, instruments, new ManualClock(Date.parse(now)));

async function statements(text: string, period: 'annual' | 'quarter', knownAt = NOW) {
  const source = companiesAt(NOW);
  const [company, { facts, currency }] = [await source.company(symbolOf(text)), await source.facts(symbolOf(text))];
  return statementsOf(knownFacts(facts, new PublicationTimes(company), Date.parse(knownAt)), period, currency);
}

const amountOf = ({ figures }: StatementPeriod, item: string): number =>
  figures.find((figure) => figure.item === item)?.value ?? Number.NaN;

const shares = ['AAPL.US', 'MSFT.US', 'SAP.XETRA', 'KO.US', 'NVDA.US'];

test('the latest figures of a company come with the filings that state them, as the company lists them', async (t) => {
  const source = companiesAt(NOW);
  for (const text of shares) {
    const listed = new Map((await source.company(symbolOf(text))).filings.map((filing) => [filing.accession, filing]));
    const { facts, filings = [] } = await source.facts(symbolOf(text), '2024-01-01');
    t.true(facts.length > 100 && filings.length > 8);
    for (const filing of filings) t.deepEqual(filing, listed.get(filing.accession));
    const stating = new Set(facts.flatMap(({ versions }) => versions.map(({ accession }) => accession)));
    const stated = new Set(filings.map(({ accession }) => accession));
    t.deepEqual(
      [...stating].filter((one) => !stated.has(one)),
      [],
    );
    const times = filings.map(({ publishedAt }) => publishedAt.getTime());
    t.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
  }
});

test('years and quarters that are arranged together are those that are arranged alone', async (t) => {
  for (const text of shares) {
    const source = companiesAt(NOW);
    const [company, { facts, currency }] = [await source.company(symbolOf(text)), await source.facts(symbolOf(text))];
    const known = knownFacts(facts, new PublicationTimes(company), Date.parse(NOW));
    const { years, quarters } = await yearsAndQuartersOf(known, currency);
    t.deepEqual(years, await statements(text, 'annual'));
    t.deepEqual(quarters, await statements(text, 'quarter'));
  }
});

test('the books of a simulated company balance, and its cash changes by its cash flows', async (t) => {
  for (const text of shares) {
    const quarters = await statements(text, 'quarter');
    t.true(quarters.length > 36, `${text} ${quarters.length}`);
    for (const [at, quarter] of quarters.entries()) {
      const value = (item: string) => amountOf(quarter, item);
      t.is(value('totalAssets'), value('totalLiabilities') + value('shareholdersEquity'));
      t.is(value('grossProfit'), value('revenue') - value('costOfRevenue'));
      t.is(value('netIncome'), value('incomeBeforeTax') - value('incomeTax'));
      const before = quarters[at + 1];
      if (before === undefined) continue;
      const flows = value('operatingCashFlow') + value('investingCashFlow') + value('financingCashFlow');
      t.is(value('cash') - amountOf(before, 'cash'), flows, `${text} ${quarter.end}`);
      t.true(value('cash') > 0);
    }
  }
});

test('the four quarters of a simulated year are the year', async (t) => {
  for (const text of shares) {
    const quarters = await statements(text, 'quarter');
    for (const year of (await statements(text, 'annual')).slice(0, 8)) {
      const own = quarters.filter(({ end }) => end >= year.start && end <= year.end);
      t.is(own.length, 4);
      const sum = own.reduce((total, quarter) => total + amountOf(quarter, 'netIncome'), 0);
      t.is(sum, amountOf(year, 'netIncome'), `${text} ${year.end}`);
    }
  }
});

test('simulated earnings per share are those of the calendar, which the report precedes', async (t) => {
  const { provider } = simulatorAt(NOW);
  const entries = await provider.calendar.entries('earnings', '2026-08-20', '2026-11-19');
  const entry = entries.find(({ symbol }) => symbol === 'MSFT.US');
  const company = await companiesAt(NOW).company(symbolOf('MSFT.US'));
  const report = company.filings.find(({ items }) => items.includes('2.02'));
  t.is(report?.filedOn, entry?.day);
  const quarter = (await statements('MSFT.US', 'quarter')).find(({ end }) => end === entry?.period);
  const expected =
    amountOf(quarter as StatementPeriod, 'netIncome') / amountOf(quarter as StatementPeriod, 'sharesOutstanding');
  t.true(Math.abs(expected - (entry?.actual ?? 0)) < 0.006, `${expected} ${entry?.actual}`);
});

test('a simulated report is unknown until it is filed, and later reports restate some years', async (t) => {
  const [latest] = (await companiesAt(NOW).company(symbolOf('AAPL.US'))).filings.filter(({ form }) => form !== '8-K');
  const before = new Date((latest?.publishedAt.getTime() ?? 0) - 1).toISOString();
  const early = await companiesAt(before).facts(symbolOf('AAPL.US'));
  t.false(early.facts.some(({ versions }) => versions.some(({ accession }) => accession === latest?.accession)));
  const restated = await Promise.all(
    shares.map(async (text) =>
      (await statements(text, 'annual')).some(({ figures }) => figures.some(({ earlier }) => earlier.length > 0)),
    ),
  );
  t.true(restated.includes(true));
});

test('funds and unknown symbols have no simulated company', async (t) => {
  const source = companiesAt(NOW);
  for (const text of ['SPY.US', 'XXXX.US']) await t.throwsAsync(source.facts(symbolOf(text)), { code: 'not_found' });
});
