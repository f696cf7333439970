import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import type { InstitutionFiling, InstitutionReport } from '../../../../src/features/markets/institution-report.js';
import { HolderSource, HolderSources } from '../../../../src/features/markets/providers/holder-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const NOW = Date.UTC(2026, 10, 20, 12);

/** Knows the reports of institutions that a test adds. */
class Institutions extends HolderSource {
  readonly name = 'sec';
  override isComputed = true;
  readonly institutions = ['1', '2', '3'];
  readonly reports = new Map<string, InstitutionReport | UpstreamError>();
  private readonly lists = new Map<string, InstitutionFiling[]>();

  files(
    institution: string,
    id: string,
    filedAt: string,
    report: Partial<InstitutionReport> | UpstreamError,
    form = '13F-HR',
  ) {
    const filing = { id, form, filedOn: filedAt.slice(0, 10), publishedAt: new Date(filedAt) };
    this.lists.set(institution, [filing, ...(this.lists.get(institution) ?? [])]);
    const usual = { institution: `Bank ${institution}`, period: '2026-06-30', amendment: null, rows: 1, leftOut: 0 };
    this.reports.set(
      id,
      report instanceof UpstreamError ? report : { ...usual, unit: 'dollars', holdings: [], ...report },
    );
  }

  async filings(institution: string): Promise<InstitutionFiling[]> {
    return this.lists.get(institution) ?? [];
  }

  async report(_institution: string, { id }: InstitutionFiling): Promise<InstitutionReport> {
    const report = this.reports.get(id) as InstitutionReport | UpstreamError;
    if (report instanceof UpstreamError) throw report;
    return report;
  }

  urlOf(institution: string, { id }: InstitutionFiling): string {
    return `https://www.sec.gov/${institution}/${id}`;
  }
}

async function market(t: ExecutionContext) {
  const source = new Institutions();
  const service = await serviceFor(t, {
    replace: (services) => void services.set(HolderSources, new HolderSources(source)),
  });
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const list = async (query = '', symbol = 'AAPL.US') =>
    (await ada.get(`/markets/companies/${symbol}/holders?${query}`)).json;
  return { source, ada, list };
}

const held = (shares: number, value: number | null = shares * 200) => ({
  holdings: [{ cusip: '037833100', shares, value, callShares: 0, putShares: 0 }],
});

test('holders are listed by their shares with the report that states them, as known at a moment', async (t) => {
  const { source, ada, list } = await market(t);
  source.files('1', 'a', '2026-08-10T20:00:00Z', held(100));
  source.files('2', 'b', '2026-08-14T20:00:00Z', held(300));
  const all = await list('period=2026-06-30');
  t.like(all, { symbol: 'AAPL.US', cusip: '037833100', period: '2026-06-30', nextCursor: null });
  t.deepEqual(all.institutions, { configuredCount: 3, readCount: 2, missingCount: 1, pendingCount: 0 });
  t.deepEqual(
    all.items.map(({ institution, shares, valueUsd, filedAt }: Json) => [institution, shares, valueUsd, filedAt]),
    [
      ['Bank 2', 300, 60_000, '2026-08-14T20:00:00.000Z'],
      ['Bank 1', 100, 20_000, '2026-08-10T20:00:00.000Z'],
    ],
  );
  t.like(all.items[0], { institutionCik: '2', accessionNumber: 'b', form: '13F-HR', amended: false });
  const before = await list('period=2026-06-30&knownAt=2026-08-14T19:59:59Z');
  t.deepEqual(
    before.items.map(({ institution }: Json) => institution),
    ['Bank 1'],
  );
  const [first, rest] = [await list('period=2026-06-30&limit=1'), await list('period=2026-06-30&limit=200')];
  const second = await list(`period=2026-06-30&limit=1&cursor=${first.nextCursor}`);
  t.deepEqual([...first.items, ...second.items], rest.items);
  t.regex(
    (await ada.get('/markets/companies/AAPL.US/holders?period=2026-06-30&format=csv')).text,
    /Bank 2,2,300,60000/,
  );
});

test('a restatement of an institution replaces its report, and new holdings add to it', async (t) => {
  const { source, list } = await market(t);
  source.files('1', 'a', '2026-08-10T20:00:00Z', held(100));
  source.files('1', 'b', '2026-08-20T20:00:00Z', { ...held(70), amendment: 'restatement' }, '13F-HR/A');
  source.files('1', 'c', '2026-08-25T20:00:00Z', { ...held(5), amendment: 'new_holdings' }, '13F-HR/A');
  const sharesAt = async (knownAt: string) => {
    const { items } = await list(`period=2026-06-30&knownAt=${knownAt}`);
    return items.map(({ shares, amended, accessionNumber }: Json) => [shares, amended, accessionNumber]);
  };
  t.deepEqual(await sharesAt('2026-08-15'), [[100, false, 'a']]);
  t.deepEqual(await sharesAt('2026-08-21'), [[70, true, 'b']]);
  t.deepEqual(await sharesAt('2026-08-26'), [[75, true, 'c']]);
});

test('holders of the latest quarter are those of the one that institutions had to report on', async (t) => {
  const { list } = await market(t);
  t.is((await list('knownAt=2026-11-14T00:00:00Z')).period, '2026-06-30');
  t.is((await list('knownAt=2026-11-15T00:00:00Z')).period, '2026-09-30');
  t.is((await list('knownAt=2026-02-15T00:00:00Z')).period, '2025-12-31');
});

test('reports of institutions that fail or have an unclear unit are stated', async (t) => {
  const { source, list } = await market(t);
  source.files('1', 'a', '2026-08-10T20:00:00Z', { ...held(100, null), unit: 'unclear' });
  source.files('2', 'b', '2026-08-10T20:00:00Z', new UpstreamError('timeout'));
  source.files('3', 'c', '2026-08-10T20:00:00Z', new UpstreamError('bad_answer'));
  const { items, institutions, provenance } = await list('period=2026-06-30');
  t.deepEqual(institutions, { configuredCount: 3, readCount: 1, missingCount: 1, pendingCount: 1 });
  t.like(items[0], { shares: 100, valueUsd: null, filedUnit: 'unclear' });
  t.deepEqual(provenance.warnings, ['The values of Bank 1 are in an unclear unit and left out.']);
});

test('reports that cost calls are read in the background, and a first request is answered with 503', async (t) => {
  const { source, ada, list } = await market(t);
  source.isComputed = false;
  for (const institution of source.institutions)
    source.files(institution, `r${institution}`, '2026-08-10T20:00:00Z', held(100));
  const first = await ada.get('/markets/companies/AAPL.US/holders?period=2026-06-30');
  t.is(first.status, 503);
  t.is(first.headers.get('retry-after'), '10');
  const second = await list('period=2026-06-30');
  t.deepEqual(second.institutions, { configuredCount: 3, readCount: 3, missingCount: 0, pendingCount: 0 });
  t.is(second.items.length, 3);
});

test('holders on another day than the end of a quarter are a 400, without a CUSIP a 422, of an unknown share a 404', async (t) => {
  const { list } = await market(t);
  t.is((await list('period=2026-06-29')).status, 400);
  t.is((await list('', 'SAP.XETRA')).status, 422);
  t.is((await list('', 'QQQQQQ.US')).status, 404);
});

test('simulated institutions hold simulated shares at the price of the day', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const { items, provenance } = (await ada.get('/markets/companies/AAPL.US/holders')).json;
  t.is(provenance.provider, 'simulator');
  t.is(items.length, 8);
  const day = 'from=2026-09-30&to=2026-10-01';
  const [candle] = (await ada.get(`/markets/candles/AAPL.US?interval=1d&adjustment=none&${day}`)).json.items;
  for (const { shares, valueUsd } of items) t.true(Math.abs(valueUsd - shares * candle.close) <= 1);
});
