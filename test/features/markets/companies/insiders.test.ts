import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { Filing } from '../../../../src/features/markets/company-facts.js';
import { FilingEvents } from '../../../../src/features/markets/events/filing-events.service.js';
import type { InsiderReport } from '../../../../src/features/markets/insider-report.js';
import type { MarketSymbol } from '../../../../src/features/markets/market-symbol.js';
import { CompanySources } from '../../../../src/features/markets/providers/company-source.js';
import { readInsiderForm } from '../../../../src/features/markets/providers/insider-form.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { RecordedCompanies } from '../../../support/company-source.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { symbolOf } from '../simulator/simulated-markets.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const form = readFileSync('test/fixtures/markets/companies/form4-constructed.xml', 'utf8');

/** Knows the reports of insiders that a test adds, and counts how often each is read. */
class CompaniesWithInsiders extends RecordedCompanies {
  readonly reports = new Map<string, InsiderReport | UpstreamError>();
  readonly reads: string[] = [];

  reportsOn(accession: string, filing: Partial<Filing>, text = form): void {
    this.files({ accession, form: '4', filedOn: '2026-11-18', publishedAt: new Date(NOW - 40 * HOUR), ...filing });
    this.reports.set(accession, readInsiderForm(text, '2026-11-30') ?? new UpstreamError('bad_answer'));
  }

  override async insiders(_symbol: MarketSymbol, { accession }: Filing): Promise<InsiderReport> {
    this.reads.push(accession);
    const report = this.reports.get(accession) ?? new UpstreamError('bad_answer');
    if (report instanceof UpstreamError) throw report;
    return report;
  }
}

async function insiders(t: ExecutionContext) {
  const source = new CompaniesWithInsiders();
  source.record.filings = [];
  const service = await serviceFor(t, {
    replace: (services) => void services.set(CompanySources, new CompanySources(source)),
  });
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const list = async (query = '') => (await ada.get(`/markets/companies/AAPL.US/insiders?${query}`)).json;
  return { ...service, source, ada, list };
}

test('trades of insiders are listed with owner, code, shares, price and the filing that states them', async (t) => {
  const { source, list, ada } = await insiders(t);
  source.reportsOn('a', { url: 'https://www.sec.gov/Archives/edgar/data/1/a/xslF345X05/form4.xml' });
  const { items, nextCursor, provenance } = await list();
  t.is(items.length, 4);
  t.is(nextCursor, null);
  t.deepEqual(provenance.warnings, []);
  t.like(items[1], {
    accessionNumber: 'a',
    form: '4',
    filedAt: new Date(NOW - 40 * HOUR).toISOString(),
    owner: 'EXAMPLE OFFICER & CO',
    ownerCik: '1234567',
    relations: ['director', 'officer'],
    jointOwners: ['EXAMPLE TRUST'],
    code: 'S',
    codeMeaning: 'Sale in the market or privately',
    shares: 64_500.5,
    price: 256.81,
    currency: 'USD',
    heldShares: 3_345_757.5,
    ownership: 'indirect',
    ownershipNature: 'By Trust',
    amendedBy: null,
  });
  t.deepEqual(
    (await list('code=S')).items.map(({ code }: Json) => code),
    ['S'],
  );
  const csv = await ada.get('/markets/companies/AAPL.US/insiders?format=csv&code=S');
  t.regex(csv.text, /,S,disposed,64500\.5,256\.81,USD,3345757\.5,indirect,,a/);
});

test('an amended report of an insider names its amendment, which is not known before it is filed', async (t) => {
  const { source, list } = await insiders(t);
  source.reportsOn('a', {});
  const original = '<dateOfOriginalSubmission>2026-11-18</dateOfOriginalSubmission><notSubject';
  const amendment = { form: '4/A', filedOn: '2026-11-19', publishedAt: new Date(NOW - 10 * HOUR) };
  source.reportsOn('b', amendment, form.replace('<notSubject', original).replace('256.81', '251.10'));
  const now = await list('code=S');
  t.deepEqual(
    now.items.map(({ accessionNumber, price, amendedBy, originalFiledOn }: Json) => [
      accessionNumber,
      price,
      amendedBy,
      originalFiledOn,
    ]),
    [
      ['b', 251.1, null, '2026-11-18'],
      ['a', 256.81, 'b', null],
    ],
  );
  const before = await list(`code=S&knownAt=${new Date(NOW - 10 * HOUR - 1).toISOString()}`);
  t.deepEqual(
    before.items.map(({ accessionNumber, amendedBy }: Json) => [accessionNumber, amendedBy]),
    [['a', null]],
  );
});

test('pages of trades of insiders read at most twelve reports and lose no line', async (t) => {
  const { source, list } = await insiders(t);
  for (let at = 0; at < 15; at += 1) source.reportsOn(`r${at}`, { publishedAt: new Date(NOW - (30 - at) * HOUR) });
  const first = await list('limit=200');
  t.is(first.items.length, 48);
  t.is(source.reads.length, 12);
  const second = await list(`limit=200&cursor=${first.nextCursor}`);
  t.is(second.items.length, 12);
  t.is(second.nextCursor, null);
  const whole = await list('limit=200');
  t.deepEqual(whole.items, [...first.items, ...second.items]);
  t.is(source.reads.length, 15);
  const halves = await list('limit=30&order=asc');
  const rest = await list(`limit=30&order=asc&cursor=${halves.nextCursor}`);
  t.deepEqual(
    [...halves.items, ...rest.items]
      .map(({ accessionNumber }) => accessionNumber)
      .reverse()
      .sort(),
    [...whole.items.map(({ accessionNumber }: Json) => accessionNumber).sort()],
  );
});

test('a report of an insider that cannot be read is stated, and a source that fails is unavailable', async (t) => {
  const { source, list, ada } = await insiders(t);
  source.reportsOn('good', { publishedAt: new Date(NOW - 2 * HOUR) });
  source.reportsOn('bad', { publishedAt: new Date(NOW - HOUR) }, '<html>Not found</html>');
  const found = await list();
  t.is(found.items.length, 4);
  t.deepEqual(found.provenance.warnings, ['1 report could not be read, such as one from before July 2003.']);
  source.reportsOn('late', { publishedAt: new Date(NOW) });
  source.reports.set('late', new UpstreamError('timeout'));
  t.is((await ada.get('/markets/companies/AAPL.US/insiders?from=2026-11-20T12:00:00Z')).status, 503);
  const before = await ada.get('/markets/companies/AAPL.US/insiders?to=2026-11-20T12:00:00Z');
  t.is(before.status, 200);
});

test('a trade of an insider is an event of its symbol once', async (t) => {
  const { source, services, settle, ada } = await insiders(t);
  source.reportsOn('a', {});
  source.reportsOn('grant', { form: '3' });
  const publish = async () => {
    await services.get(FilingEvents).publish([symbolOf('AAPL.US')], new AbortController().signal);
    await settle();
  };
  await publish();
  await publish();
  const { items } = (await ada.get('/timeline?type=insider.traded&entity=symbol:AAPL.US')).json;
  t.deepEqual(
    items.map(({ title }: Json) => title),
    ['AAPL.US: EXAMPLE OFFICER & CO (Chief Executive Officer) sold 64,501 shares'],
  );
  t.like(items[0].data, { accessionNumber: 'a', soldShares: 64_500.5, boughtShares: 0, boughtValue: 0 });
  t.is(items[0].data.soldValue, Math.round(64_500.5 * 256.81 * 100) / 100);
  t.is(items[0].data.transactions.length, 3);
});

test('simulated insiders trade at the prices of the simulated market, and what they hold adds up', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const { items, provenance } = (await ada.get('/markets/companies/AAPL.US/insiders?limit=200&order=asc')).json;
  t.is(provenance.provider, 'simulator');
  t.true(items.length > 20, String(items.length));
  const held = new Map<string, number>();
  for (const { owner, kind, form: type, direction, shares, heldShares, filedAt, transactionDay } of items as Json[]) {
    const before = held.get(owner);
    if (kind === 'transaction' && type === '4' && before !== undefined) {
      t.true(filedAt.slice(0, 10) > transactionDay);
      const change = direction === 'acquired' ? shares : -shares;
      // A split between two reports multiplies what is held.
      if (Math.abs(heldShares - before) < before) t.true(Math.abs(before + change - heldShares) <= 1);
    }
    held.set(owner, heldShares);
  }
  const sale = (items as Json[]).findLast(({ code, form: type }) => code === 'S' && type === '4');
  const from = sale?.transactionDay;
  const to = new Date(Date.parse(from) + 24 * HOUR).toISOString();
  const candles = (await ada.get(`/markets/candles/AAPL.US?interval=1d&adjustment=none&from=${from}&to=${to}`)).json;
  t.is(candles.items[0].close, sale?.price);
});
