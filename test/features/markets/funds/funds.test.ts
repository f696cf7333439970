import test, { type ExecutionContext } from 'ava';
import type { FundHolding, FundPortfolio } from '../../../../src/features/markets/fund-portfolio.js';
import type { MarketSymbol } from '../../../../src/features/markets/market-symbol.js';
import { type FundReport, FundSource, FundSources } from '../../../../src/features/markets/providers/fund-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const NOW = Date.UTC(2026, 10, 20, 12);

const holding = (name: string, weight: number, more: Partial<FundHolding> = {}): FundHolding => ({
  ...{ name, weight, symbol: null, isin: null, cusip: null, lei: null, kind: 'equity' },
  ...{ sector: null, country: null, currency: null },
  ...more,
});

/** A source with the quarters of one fund. */
class Quarters extends FundSource {
  readonly name = 'sec';
  readonly calls: string[] = [];
  failure?: UpstreamError;
  holdings: FundHolding[] = [
    holding('Apple', 0.07, { isin: 'US0378331005', country: 'US', currency: 'USD' }),
    holding('Microsoft', 0.06, { cusip: '594918104' }),
    holding('NVIDIA Corp.', 0.05),
    holding('Some bond', 0.02, { kind: 'debt' }),
  ];
  private readonly quarters = [
    ['q3', '2026-09-30', '2026-11-26T11:00:00Z'],
    ['q2', '2026-06-30', '2026-08-27T11:00:00Z'],
    ['q1', '2026-03-31', '2026-05-28T11:00:00Z'],
  ] as const;

  async reports({ text }: MarketSymbol): Promise<FundReport[]> {
    this.calls.push(`reports ${text}`);
    if (this.failure !== undefined) throw this.failure;
    if (text !== 'IVV.US') throw new UpstreamError('not_found');
    const published = this.quarters.filter(([, , at]) => Date.parse(at) <= NOW);
    return published.map(([id, , at]) => ({ id, publishedAt: new Date(at) }));
  }

  async portfolio({ text }: MarketSymbol, { id, publishedAt }: FundReport): Promise<FundPortfolio> {
    this.calls.push(`portfolio ${text} ${id}`);
    const asOf = this.quarters.find(([one]) => one === id)?.[1] as string;
    return { name: 'iShares Core S&P 500 ETF', asOf, publishedAt, url: null, holdings: this.holdings, warnings: [] };
  }
}

async function funds(t: ExecutionContext, source: Quarters | undefined = new Quarters()) {
  const service = await serviceFor(t, {
    replace: (services) => void services.set(FundSources, new FundSources(source)),
  });
  service.clock.advance(NOW - service.clock.now());
  return { ...service, source, ada: await service.signedIn() };
}
const path = (symbol: string, query = '') => `/markets/funds/${symbol}/holdings${query}`;

test('a fund has the holdings of its latest public report, with symbols by ISIN, CUSIP or name', async (t) => {
  const { ada } = await funds(t);
  const { status, json } = await ada.get(path('ivv.us'));
  t.is(status, 200);
  t.like(json, { symbol: 'IVV.US', basis: 'reported', asOf: '2026-06-30', holdingCount: 4, coveredFraction: 0.2 });
  t.is(json.publishedAt, '2026-08-27T11:00:00.000Z');
  t.deepEqual(
    json.items.map(({ symbol, country }: Json) => [symbol, country]),
    [
      ['AAPL.US', 'US'],
      ['MSFT.US', 'US'],
      ['NVDA.US', 'US'],
      [null, null],
    ],
  );
  t.like(json.provenance, { provider: 'sec', asOf: '2026-06-30T00:00:00.000Z' });
});

test('the holdings of a day are those of its last report before, on both sides of the limit', async (t) => {
  const { ada } = await funds(t);
  const on = async (day: string) => (await ada.get(path('IVV.US', `?asOf=${day}`))).json;
  t.is((await on('2026-06-30')).asOf, '2026-06-30');
  t.is((await on('2026-06-29')).asOf, '2026-03-31');
  t.is((await on('2026-03-31')).asOf, '2026-03-31');
  t.is((await on('2026-03-30')).code, 'not_found');
});

test('a report is read once, and the list of reports again after six hours', async (t) => {
  const { ada, clock, source, signedIn } = await funds(t);
  await ada.get(path('IVV.US'));
  await ada.get(path('IVV.US'));
  t.deepEqual(source?.calls, ['reports IVV.US', 'portfolio IVV.US q2']);
  clock.advance(6 * 3_600_000 + 60_000);
  await (await signedIn('ben')).get(path('IVV.US'));
  t.deepEqual(source?.calls.slice(2), ['reports IVV.US']);
});

test('holdings come in pages and as a table', async (t) => {
  const { ada } = await funds(t);
  const first = (await ada.get(path('IVV.US', '?limit=3'))).json;
  const second = (await ada.get(path('IVV.US', `?limit=3&cursor=${first.nextCursor}`))).json;
  t.is(first.items.length, 3);
  t.deepEqual([second.items.length, second.nextCursor], [1, null]);
  const csv = await ada.get(path('IVV.US'), { headers: { accept: 'text/csv' } });
  t.regex(csv.text, /^name,symbol,isin,cusip,lei,kind,sector,country,currency,weight\r\nApple,AAPL\.US,US0378331005,/);
});

test('stated holdings apply to their account alone, until they are deleted', async (t) => {
  const { ada, signedIn } = await funds(t);
  const ben = await signedIn('ben');
  const body = {
    asOf: '2026-11-20',
    holdings: [
      { symbol: 'asml.as', weight: 0.4 },
      { name: 'A house', weight: 0.6, kind: 'real_estate', country: 'NL', currency: 'EUR' },
    ],
  };
  const stated = await ada.put(path('IVV.US'), body);
  t.is(stated.status, 200);
  t.like(stated.json, { basis: 'own', asOf: '2026-11-20', coveredFraction: 1, provenance: { provider: 'own' } });
  t.like(stated.json.items[0], { name: 'A house', symbol: null, kind: 'real_estate', country: 'NL' });
  t.like(stated.json.items[1], {
    name: 'ASML Holding N.V.',
    symbol: 'ASML.AS',
    kind: 'equity',
    country: 'NL',
    currency: 'EUR',
  });
  t.is((await ada.get(path('IVV.US', '?asOf=2026-11-19'))).json.basis, 'reported');
  t.is((await ben.get(path('IVV.US'))).json.basis, 'reported');
  t.is((await ben.delete(path('IVV.US'))).status, 404);
  t.is((await ada.delete(path('IVV.US'))).status, 204);
  t.is((await ada.get(path('IVV.US'))).json.basis, 'reported');
  t.is((await ada.delete(path('IVV.US'))).status, 404);
});

test('holdings that cannot be right are rejected, each with its place', async (t) => {
  const { ada } = await funds(t);
  const put = (holdings: object[], asOf = '2026-11-20') => ada.put(path('X.OWN'), { asOf, holdings });
  t.is((await put([{ name: 'One', weight: 1.005 }])).status, 200);
  t.is(
    (
      await put([
        { name: 'One', weight: 2 },
        { name: 'Short', weight: -1 },
      ])
    ).status,
    200,
  );
  const tooMuch = await put([{ name: 'One', weight: 1.0051 }]);
  t.is(tooMuch.status, 422);
  t.is(tooMuch.json.errors[0].pointer, '/holdings');
  t.is((await put([{ symbol: 'x.own', weight: 0.1 }])).json.errors[0].pointer, '/holdings/0/symbol');
  t.is((await put([{ weight: 0.1 }])).json.errors[0].pointer, '/holdings/0/name');
  t.is((await put([{ name: 'One', weight: 0.1 }], '2026-11-21')).json.errors[0].pointer, '/asOf');
  t.is((await put([])).status, 400);
  t.is((await put([{ name: 'One', weight: 20.1 }])).status, 400);
  t.is((await put([{ name: 'One', weight: 0.1, country: 'nl' }])).status, 400);
  const many = Array.from({ length: 1_000 }, (_, at) => ({ name: `No. ${at}`, weight: 0.001 }));
  t.is((await put(many)).json.holdingCount, 1_000);
  t.is((await put([...many, { name: 'More', weight: 0 }])).status, 400);
});

test('an account states the holdings of at most as many funds as its limit', async (t) => {
  const service = await serviceFor(t, { env: { SVC_FUND_WEIGHT_LIMIT: '2' } });
  const ada = await service.signedIn();
  const put = (symbol: string) => ada.put(path(symbol), { asOf: '2026-01-01', holdings: [{ name: 'One', weight: 1 }] });
  t.is((await put('A.OWN')).status, 200);
  t.is((await put('B.OWN')).status, 200);
  t.is((await put('B.OWN')).status, 200);
  t.is((await put('C.OWN')).json.code, 'quota_reached');
  const { json } = await ada.get('/users/me/export');
  t.deepEqual(
    json.fundHoldings.map(({ symbol }: Json) => symbol),
    ['A.OWN', 'B.OWN'],
  );
});

test('an unknown fund, no source and a source that does not answer say what to do', async (t) => {
  const { ada, source } = await funds(t);
  t.regex((await ada.get(path('NONE.US'))).json.detail, /PUT \/markets\/funds/);
  if (source !== undefined) source.failure = new UpstreamError('timeout');
  t.is((await ada.get(path('VOO.US'))).status, 503);
  const without = await serviceFor(t, {
    replace: (services) => void services.set(FundSources, new FundSources(undefined)),
  });
  const eve = await without.signedIn();
  t.regex((await eve.get(path('IVV.US'))).json.detail, /SVC_SEC_USER_AGENT/);
});

test('simulated funds hold simulated shares by their value, published 58 days after the quarter', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const { json } = await ada.get(path('XLE.US'));
  t.like(json, { asOf: '2026-06-30', publishedAt: '2026-08-27T20:00:00.000Z', coveredFraction: 1 });
  t.is(json.provenance.provider, 'simulator');
  const shares = json.items.filter(({ kind }: Json) => kind === 'equity');
  t.true(shares.length >= 5);
  for (const { symbol } of shares) t.is((await ada.get(`/markets/instruments/${symbol}`)).json.sector, 'Energy');
  t.true(shares.every(({ weight }: Json, at: number) => at === 0 || weight <= shares[at - 1].weight));
  const broad = (await ada.get(path('SPY.US'))).json;
  t.true(broad.items[0].weight < 0.15, `${broad.items[0].symbol} ${broad.items[0].weight}`);
  t.is((await ada.get(path('TLT.US'))).json.items[0].kind, 'debt');
  t.is((await ada.get(path('GLD.US'))).json.items[0].symbol, 'XAUUSD.COMM');
  t.is((await ada.get(path('AAPL.US'))).status, 404);
});
