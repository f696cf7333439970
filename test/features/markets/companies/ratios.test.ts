import test, { type ExecutionContext } from 'ava';
import type { Candle, CorporateAction } from '../../../../src/features/markets/candle.js';
import { CompanySources } from '../../../../src/features/markets/providers/company-source.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { RecordedCompanies } from '../../../support/company-source.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const DAY_MS = 86_400_000;

interface Market {
  actions?: CorporateAction[];
  provider?: 'eodhd' | 'simulator';
}

/** Starts a service with recorded companies, in a market whose shares close at 200 each day. */
async function market(t: ExecutionContext, { actions = [], provider = 'eodhd' }: Market = {}) {
  const candles = new FakeCandleProvider({ name: provider, actions: () => actions });
  candles.answer = (_symbol, _interval, from, to) => {
    const days = Math.ceil((to.getTime() - from.getTime()) / DAY_MS);
    return Array.from({ length: days }, (_, day): Candle => {
      const time = new Date(from.getTime() + day * DAY_MS);
      return { time, open: 200, high: 202, low: 198, close: 200, volume: 1 };
    });
  };
  const service = await serviceFor(t, {
    marketProviders: [candles],
    replace: (services) => void services.set(CompanySources, new CompanySources(new RecordedCompanies())),
  });
  service.clock.advance(Date.UTC(2026, 10, 20, 12) - service.clock.now());
  const ada = await service.signedIn();
  return async (query: string): Promise<Json> => (await ada.get(`/markets/companies/${query}`)).json;
}

const byName = (ratios: Json): Record<string, Json> =>
  Object.fromEntries(ratios.map((ratio: Json) => [ratio.ratio, ratio]));

test('a ratio has its formula and the figures that go into it', async (t) => {
  const read = await market(t);
  const { items } = await read('TSLA.US/ratios?period=annual&limit=1');
  t.like(items[0], { fiscalYear: 2021, fiscalPeriod: 'FY', lastDay: '2021-12-31' });
  const { netMargin, returnOnEquity, revenueGrowth, freeCashFlowMargin, currentRatio } = byName(items[0].ratios);
  t.like(netMargin, { value: 5_519 / 53_823, formula: 'netIncome / revenue', notComputable: null });
  t.deepEqual(
    netMargin?.inputs.map(({ item, value, accessionNumber }: Json) => [item, value / 1e6, accessionNumber]),
    [
      ['netIncome', 5_519, '0000950170-22-000796'],
      ['revenue', 53_823, '0000950170-22-000796'],
    ],
  );
  t.is(returnOnEquity?.formula, 'netIncome / average(shareholdersEquity at start, shareholdersEquity at end)');
  t.is(returnOnEquity?.value, 5_519e6 / ((22_225e6 + 30_189e6) / 2));
  t.is(revenueGrowth?.value, 53_823 / 31_536 - 1);
  t.is(freeCashFlowMargin?.value, (11_497 - 6_482) / 53_823);
  t.is(currentRatio?.value, 27_100 / 19_705);
});

test('twelve months are the sum of four quarters, of which derived ones say so', async (t) => {
  const read = await market(t);
  const { items } = await read('TSLA.US/ratios?limit=1');
  t.like(items[0], { fiscalYear: 2022, fiscalPeriod: 'Q3', firstDay: '2021-10-01', lastDay: '2022-09-30' });
  const { netMargin } = byName(items[0].ratios);
  t.is(netMargin?.value, (3_292 + 2_259 + 3_318 + 2_321) / (21_454 + 16_934 + 18_756 + 17_719));
  t.deepEqual(
    netMargin?.inputs.slice(0, 4).map(({ lastDay, derived }: Json) => [lastDay, derived]),
    [
      ['2022-09-30', false],
      ['2022-06-30', false],
      ['2022-03-31', false],
      ['2021-12-31', true],
    ],
  );
});

test('a ratio with a missing figure, or without a meaning, has a reason instead of a value', async (t) => {
  const read = await market(t);
  const [tesla, snowflake] = [await read('TSLA.US/ratios?limit=1'), await read('SNOW.US/ratios?limit=1')];
  const { taxRate } = byName(tesla.items[0].ratios);
  t.like(taxRate, { value: null, notComputable: { code: 'missing_input' } });
  t.is(taxRate?.notComputable.detail, 'No filing states incomeTax, incomeBeforeTax.');
  t.like(byName(snowflake.items[0].ratios).netIncomeGrowth, { value: null, notComputable: { code: 'not_positive' } });
});

test('single quarters have no ratio of a year and a balance', async (t) => {
  const read = await market(t);
  const { items } = await read('TSLA.US/ratios?period=quarter&limit=1');
  const names = Object.keys(byName(items[0].ratios));
  t.deepEqual([names.includes('netMargin'), names.includes('returnOnEquity')], [true, false]);
});

test('the last close is compared with the latest twelve months as known then', async (t) => {
  const read = await market(t);
  const { valuation, priceProvider } = await read('TSLA.US/ratios?knownAt=2022-11-09&limit=1');
  const { marketCap, priceToEarnings, priceToBook } = byName(valuation);
  t.is(priceProvider, 'eodhd');
  t.is(marketCap?.value, 200 * 3_157_752_449);
  t.is(priceToEarnings?.value, (200 * 3_157_752_449) / 11_190e6);
  t.is(priceToBook?.formula, 'price × shares / shareholdersEquity');
  t.like(marketCap?.inputs[0], {
    item: 'price',
    value: 200,
    unit: 'USD',
    lastDay: '2022-11-08',
    accessionNumber: null,
  });
  t.like(marketCap?.inputs[1], { item: 'shares', unit: 'shares', lastDay: '2022-10-18', derived: false });
});

test('a split after the number of shares was stated multiplies it', async (t) => {
  const read = await market(t, { actions: [{ day: '2020-08-31', kind: 'split', value: 5 }] });
  const valued = async (knownAt: string) =>
    byName((await read(`TSLA.US/ratios?knownAt=${knownAt}&limit=1`)).valuation).marketCap?.inputs?.[1]?.value;
  t.is(await valued('2020-09-30'), 186_361_726 * 5);
  t.is(await valued('2020-08-20'), 186_361_726);
});

test('without a price, with shares of long ago, or with a simulated price there is no valuation', async (t) => {
  const reasonOf = async (read: Awaited<ReturnType<typeof market>>, query: string) =>
    byName((await read(query)).valuation).marketCap?.notComputable;
  const real = await market(t);
  t.like(await reasonOf(real, 'TSLA.US/ratios?limit=1'), { code: 'price_unusable' });
  t.regex((await reasonOf(real, 'TSLA.US/ratios?limit=1')).detail, /last stated for 2022-10-18/);
  t.regex((await reasonOf(real, 'SNOW.US/ratios?limit=1')).detail, /number of all shares/);
  const simulated = await market(t, { provider: 'simulator' });
  t.regex((await reasonOf(simulated, 'TSLA.US/ratios?knownAt=2022-11-09')).detail, /simulated/);
});

test('ratios are also a table', async (t) => {
  const service = await serviceFor(t);
  const { text } = await (await service.signedIn()).get('/markets/companies/MSFT.US/ratios?format=csv&limit=1');
  const [header, first] = text.trim().split('\r\n');
  t.is(header, 'fiscalYear,fiscalPeriod,firstDay,lastDay,ratio,value,formula,notComputable');
  t.regex(first ?? '', /^\d{4},Q[1-4],\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,grossMargin,0\.\d+,grossProfit \/ revenue,$/);
});
