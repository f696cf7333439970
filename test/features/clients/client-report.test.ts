import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { rangeText } from '../../../src/features/clients/report/report-texts.js';
import { MarketsApi } from '../../../src/features/markets/markets.api.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
  const markets = service.services.get(MarketsApi);
  const candles = markets.candles.bind(markets);
  // The latest price changes at every read, as in a busy market.
  let reads = 0;
  markets.candles = async (...request) => {
    const series = await candles(...request);
    const latest = series.items.at(-1);
    reads += 1;
    return latest === undefined || latest.time.getTime() < Date.parse(ago(3))
      ? series
      : { ...series, items: [...series.items.slice(0, -1), { ...latest, close: latest.close * (1 + reads / 1_000) }] };
  };
});
test.after.always(() => service.close());

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';

/** Returns a client with two portfolios in two currencies. */
async function clientWithPortfolios(t: ExecutionContext, name = 'Grace') {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/clients', { name, currency: 'EUR', benchmark: 'SPY.US', reference: 'C-1' })).json;
  const entries = [
    [
      { type: 'deposit', amount: '10000', currency: 'USD', tradedAt: ago(70) },
      {
        type: 'buy',
        symbol: 'AAPL.US',
        quantity: '10',
        price: '150.25',
        fee: '1.5',
        currency: 'USD',
        tradedAt: ago(60),
      },
      { type: 'dividend', symbol: 'AAPL.US', amount: '12.40', tax: '1.86', currency: 'USD', tradedAt: ago(40) },
      { type: 'sell', symbol: 'AAPL.US', quantity: '3', price: '180', fee: '1', currency: 'USD', tradedAt: ago(20) },
    ],
    [
      { type: 'deposit', amount: '5000', currency: 'EUR', tradedAt: ago(30) },
      { type: 'deposit', amount: '2000', currency: 'USD', tradedAt: ago(30) },
      { type: 'buy', symbol: 'MSFT.US', quantity: '5', price: '300', currency: 'USD', tradedAt: ago(30) },
      { type: 'buy', symbol: 'AAPL.US', quantity: '1', price: '170', currency: 'USD', tradedAt: ago(25) },
    ],
  ];
  const portfolioIds: string[] = [];
  for (const [at, own] of entries.entries()) {
    const created = (
      await ada.post('/portfolios', { name: `${name} ${at}`, baseCurrency: at === 0 ? 'USD' : 'EUR', kind: 'client' })
    ).json;
    for (const entry of own) t.is((await ada.post(`/portfolios/${created.id}/transactions`, entry)).status, 201);
    await ada.put(`/clients/${id}/portfolios/${created.id}`, undefined);
    portfolioIds.push(created.id);
  }
  return { ada, id, path: `/clients/${id}`, portfolioIds };
}

test('the summary adds up the portfolios of each client, as their valuations do', async (t) => {
  const { ada, id, path, portfolioIds } = await clientWithPortfolios(t, '=1+1');
  await ada.post('/clients', { name: 'Without portfolios', currency: 'USD' });
  await ada.put(`${path}/mandate`, {
    targetWeights: [{ symbol: 'AAPL.US', weight: 1 }],
    absoluteBand: 0.1,
    excludedSymbols: ['MSFT.US'],
    excludedCountries: ['US'],
  });
  const { json } = await ada.get('/clients/summary');
  const values = await Promise.all(
    portfolioIds.map(async (one) => Number((await ada.get(`/portfolios/${one}/valuation?currency=EUR`)).json.value)),
  );
  t.like(json, { currency: 'EUR', clientCount: 2, portfolioCount: 2, clientsInBreachCount: 1, nextCursor: null });
  t.true(
    Math.abs(Number(json.value) - values.reduce((sum, value) => sum + value, 0)) < 0.02,
    `${json.value} ${values}`,
  );
  const [own, other] = json.items;
  t.like(own, { clientId: id, value: json.value, hasMandate: true });
  t.like(other, { value: '0.00', hasMandate: false, drift: null, breaches: [] });
  const codes = new Set(own.breaches.map(({ code }: { code: string }) => code));
  t.deepEqual([...codes].sort(), ['excluded_country', 'excluded_symbol', 'outside_band']);
  t.true(own.drift > 0.5 && own.drift < 1);
  const csv = (await ada.get('/clients/summary?format=csv&currency=USD')).text.trim().split('\r\n');
  t.is(csv.length, 3);
  t.true(csv[0]?.startsWith('clientId,name,reference,portfolioCount,currency,value,'));
  t.regex(csv[1] ?? '', /^[0-9a-f-]{36},'=1\+1,C-1,2,USD,/);
  isProblem(t, await ada.get('/clients/summary?currency=usd'), 400, 'invalid_request', 'query/currency');
});

test('a mandate that follows a model portfolio has a drift until the model is deleted, which is a condition', async (t) => {
  const { ada, path } = await clientWithPortfolios(t);
  const model = (
    await ada.post('/portfolios', { name: 'Model', baseCurrency: 'USD', kind: 'model', tracksCash: false })
  ).json.id;
  await ada.put(`${path}/mandate`, { modelPortfolioId: model });
  const first = async () => (await ada.get('/clients/summary')).json.items[0];
  t.deepEqual(
    (await first()).warnings.map(({ code }: { code: string }) => code),
    ['model_without_value'],
  );
  await ada.post(`/portfolios/${model}/transactions`, {
    type: 'buy',
    symbol: 'AAPL.US',
    quantity: '1',
    price: '1',
    currency: 'USD',
    tradedAt: ago(9),
  });
  const { drift, warnings } = await first();
  t.deepEqual(warnings, []);
  const report = (await ada.get(`${path}/report`)).json;
  t.true(Math.abs(report.mandateCheck.drift - drift) < 1e-9);
  t.deepEqual(
    report.mandateCheck.targets.map(({ targetWeight }: { targetWeight: number }) => targetWeight).sort(),
    [0, 0, 1],
  );
  await ada.delete(`/portfolios/${model}`);
  t.is((await first()).drift, null);
  t.deepEqual(
    (await first()).warnings.map(({ code }: { code: string }) => code),
    ['model_missing'],
  );
  t.is((await ada.get(`${path}/report`)).json.warnings[0].code, 'model_missing');
});

test('the figures of a report agree with each other and with those of its portfolios', async (t) => {
  const { ada, path, portfolioIds } = await clientWithPortfolios(t);
  const { status, json } = await ada.get(`${path}/report`);
  t.is(status, 200);
  const performances = await Promise.all(
    portfolioIds.map(async (one) => (await ada.get(`/portfolios/${one}/performance?currency=EUR`)).json),
  );
  const sum = (items: Array<Record<string, unknown>>, name: string) =>
    items.reduce((total, item) => total + Number(item[name]), 0);
  t.true(Math.abs(json.netFlow - sum(performances, 'netFlow')) < 1e-6);
  t.true(Math.abs(json.gain - sum(performances, 'gain')) < 1e-6);
  t.true(Math.abs(json.startValue + json.netFlow + json.gain - Number(json.value)) < 0.01);
  t.true(Math.abs(json.series.at(-1).value - Number(json.value)) < 0.01);
  t.true(Math.abs(json.periods.at(-1).endValue - Number(json.value)) < 0.01);
  t.true(Math.abs(sum(json.portfolios, 'value') - Number(json.value)) < 0.02);
  t.true(Math.abs(sum(json.holdings, 'value') + Number(json.cashValue) - Number(json.value)) < 0.03);
  const linked =
    json.periods.reduce((growth: number, period: { return: number }) => growth * (1 + period.return), 1) - 1;
  t.true(Math.abs(linked - json.timeWeighted.value) < 1e-9);
  t.true(Math.abs(json.series.at(-1).return - json.timeWeighted.value) < 1e-9);
  t.is(json.holdings.find(({ symbol }: { symbol: string }) => symbol === 'AAPL.US').quantity, '8');
  t.like(json, {
    firstDay: ago(70),
    lastDay: ago(0),
    currency: 'EUR',
    benchmark: { name: 'SPY.US' },
    providers: ['simulator'],
  });
  t.is(typeof json.benchmark.return, 'number');
  t.deepEqual(
    json.income.map(({ type, symbol }: { type: string; symbol: string }) => [type, symbol]),
    [
      ['dividend', 'AAPL.US'],
      ['tax', 'AAPL.US'],
    ],
  );
  const [dividend, tax] = json.income.map(({ amount }: { amount: string }) => Number(amount));
  t.true(Math.abs(tax / dividend + 1.86 / 12.4) < 1e-3);
  const apple = json.holdings.find(({ symbol }: { symbol: string }) => symbol === 'AAPL.US');
  t.like(apple, { name: 'Apple Inc.', priceCurrency: 'USD' });
  t.true(Math.abs(Number(apple.value) - Number(apple.cost) - Number(apple.unrealizedGain)) < 0.02);
  t.true(Number(apple.price) > 0);
  t.is(json.series.find(({ day }: { day: string }) => day >= json.firstDay).day, json.firstDay);
  const [sale] = json.sales;
  t.like(sale, { symbol: 'AAPL.US', quantity: '3' });
  t.true(Math.abs(sale.proceeds - sale.cost - sale.gain) < 0.02);
  const half = (await ada.get(`${path}/report?from=${ago(30)}&to=${ago(10)}&benchmark=SPY.US:0.6,AGG.US:0.4`)).json;
  t.like(half, { firstDay: ago(30), lastDay: ago(11), benchmark: { name: 'SPY.US:0.6,AGG.US:0.4' } });
  t.true(Math.abs(half.startValue + half.netFlow + half.gain - Number(half.value)) < 0.02);
  t.is((await ada.get(`${path}/report?from=${ago(1)}&to=${ago(3)}`)).json.errors[0].name, 'from');
});

test('the clients exposed to a place are listed with their fraction over all portfolios, and those of other accounts are not', async (t) => {
  const { ada, id, portfolioIds } = await clientWithPortfolios(t);
  await ada.post('/clients', { name: 'Without portfolios', currency: 'USD' });
  const { status, json } = await ada.get('/clients/exposed?place=strait:taiwan-strait');
  t.is(status, 200);
  t.like(json, {
    nextCursor: null,
    incomplete: false,
    places: [{ id: 'strait:taiwan-strait', type: 'strait', name: 'Taiwan Strait' }],
  });
  t.is(json.items.length, 1);
  const [item] = json.items;
  t.like(item, { clientId: id, name: 'Grace', currency: 'EUR', portfolioCount: 2, exposedPortfolioCount: 2 });
  t.deepEqual([...item.symbols].sort(), ['AAPL.US', 'MSFT.US']);
  t.true(Math.abs(item.exposedValue / item.value - item.exposedFraction) < 1e-4);
  const summary = (await ada.get('/clients/summary')).json.items.find(
    ({ clientId }: { clientId: string }) => clientId === id,
  );
  t.true(Math.abs(summary.value - item.value) < 0.02, `${summary.value} ${item.value}`);
  const exposures = await Promise.all(
    portfolioIds.map(async (one) => (await ada.get(`/portfolios/${one}/exposure/geo?currency=EUR`)).json),
  );
  const own = exposures
    .flatMap(({ items }) => items)
    .filter(({ place }: { place: { id: string } }) => place.id === 'strait:taiwan-strait');
  t.true(
    Math.abs(
      own.reduce((sum: number, one: { exposedValue: string }) => sum + Number(one.exposedValue), 0) - item.exposedValue,
    ) < 0.03,
  );
  t.true(
    (await ada.get('/clients/exposed?place=country:US&format=csv')).text.startsWith('clientId,name,exposedFraction,'),
  );
  t.deepEqual((await ada.get('/clients/exposed?near=-50,-140')).json.items, []);
  t.deepEqual((await (await service.signedIn()).get('/clients/exposed?place=country:US')).json.items, []);
  for (const query of ['', '?near=1,2&place=country:US', '?place=port:nowhere'])
    t.is(problemOf(await ada.get(`/clients/exposed${query}`)), '400 invalid_request', query);
  isProblem(t, await ada.get('/clients/exposed?eventId=01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'), 404, 'not_found');
});

test('exposed clients are sorted by the size of their exposure, also when it is negative', async (t) => {
  const ada = await service.signedIn();
  const add = async (name: string, dollars: string) => {
    const client = (await ada.post('/clients', { name, currency: 'EUR' })).json.id;
    const portfolio = (await ada.post('/portfolios', { name, baseCurrency: 'EUR', kind: 'client' })).json.id;
    await ada.put(`/clients/${client}/portfolios/${portfolio}`, undefined);
    const type = dollars.startsWith('-') ? 'withdrawal' : 'deposit';
    for (const cash of [
      { type: 'deposit', amount: '10000', currency: 'EUR' },
      { type, amount: dollars.replace('-', ''), currency: 'USD' },
    ])
      t.is((await ada.post(`/portfolios/${portfolio}/transactions`, { ...cash, tradedAt: ago(30) })).status, 201);
  };
  await add('Slightly long', '100');
  await add('Short', '-5000');
  await add('Long', '1000');
  const { json } = await ada.get('/clients/exposed?place=country:US');
  t.deepEqual(
    json.items.map(({ name }: { name: string }) => name),
    ['Short', 'Long', 'Slightly long'],
  );
  t.true(json.items[0].exposedFraction < 0);
});

test('the page of a report has no script, allows only its own style, and escapes every text', async (t) => {
  const { ada, path } = await clientWithPortfolios(t, hostile);
  await ada.patch(path, { reference: hostile });
  await ada.put(`${path}/mandate`, { minCashWeight: 0.99 });
  const page = await ada.get(`${path}/report`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
  t.regex(
    page.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  t.notRegex(page.text, /<script|<img|<[^>]*\s(?:on\w+|style|href|src)=|javascript:/);
  t.true(page.text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  t.is(page.text.match(/<style/g)?.length, 1);
  t.is(page.text.match(/<svg /g)?.length, 3);
  const ids = [...page.text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
  t.is(new Set(ids).size, ids.length);
  t.true(page.text.includes('at least 99% is required'));
  t.true(page.text.includes('not based on real market data'));
});

test('the report of a client without portfolios or transactions has a text that says so', async (t) => {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/clients', { name: 'Empty', currency: 'USD' })).json;
  const { json } = await ada.get(`/clients/${id}/report`);
  t.like(json, { firstDay: null, value: '0.00', periods: [], series: [], mandateCheck: null, benchmark: null });
  t.is(json.timeWeighted.notComputable, 'The portfolio has no transaction before the end of the period.');
  const page = (await ada.get(`/clients/${id}/report?format=html`)).text;
  t.true(page.includes('No portfolio is linked to this client.'));
  t.false(page.includes('NaN'));
});

test('every table of the page has a cell for each column, with a benchmark and without', async (t) => {
  const { ada, path } = await clientWithPortfolios(t);
  for (const benchmark of ['SPY.US', null]) {
    t.is((await ada.patch(path, { benchmark })).status, 200);
    const page = (await ada.get(`${path}/report?format=html`)).text;
    t.is(page.includes('SPY.US'), benchmark !== null);
    const tables = page.match(/<table[\s\S]*?<\/table>/g) ?? [];
    t.true(tables.length >= 3);
    for (const table of tables) {
      const cells = (table.match(/<tr[\s\S]*?<\/tr>/g) ?? []).map((row) => row.match(/<t[hd]\b/g)?.length);
      t.is(new Set(cells).size, 1, table.slice(0, 200));
    }
  }
});

test('the page of a report names a benchmark of several instruments with percentages', async (t) => {
  const { ada, path } = await clientWithPortfolios(t);
  t.is((await ada.patch(path, { benchmark: 'SPY.US:0.6,AGG.US:0.4' })).status, 200);
  const { text } = await ada.get(`${path}/report?format=html`);
  t.true(text.includes('>Benchmark (60% SPY.US, 40% AGG.US)<'));
  t.false(text.includes('SPY.US:0.6'));
});

test('the tables of the page have names, currencies and totals, and one format of percentages and dates', async (t) => {
  const { ada, path } = await clientWithPortfolios(t);
  const { json } = await ada.get(`${path}/report`);
  const { text } = await ada.get(`${path}/report?format=html`);
  const grouped = (amount: string) => amount.replace(/\B(?=(?:\d{3})+\.)/g, ',').replace('-', '−');
  t.true(text.includes('Apple Inc.<small>AAPL.US</small>'));
  const totals = [...text.matchAll(/<tbody class="total">.*?<\/tbody>/g)].map(([body]) => body);
  const value = grouped(json.value);
  t.true(totals.filter((total) => total.includes(`>${value}<`)).length >= 3, value);
  for (const title of ['Value (EUR)', 'Cost (EUR)', 'Unrealized gain or loss (EUR)', 'Realized gain or loss (EUR)'])
    t.true(text.includes(`>${title}<`), title);
  const table = (title: string) => text.slice(text.indexOf(`>${title}<`)).match(/<table[\s\S]*?<\/table>/)?.[0] ?? '';
  const [earned, sold] = [table('Income, fees and taxes'), table('Realized gains and losses')];
  for (const { amount } of json.income) t.true(earned.includes(`>${grouped(amount)}<`), amount);
  t.is(earned.match(/<tr/g)?.length, json.income.length + 2, 'a row for each, the titles and the total');
  for (const { proceeds } of json.sales) t.true(sold.includes(`>${grouped(proceeds)}<`), proceeds);
  t.regex(text, />\d+(?:\.\d+)?&nbsp;USD</);
  t.notRegex(text, /\d %/);
  t.notRegex(text.replace(/<svg.*?<\/svg>/gs, ''), /\d{4}-\d\d-\d\d/);
  t.true(text.includes('Past performance is not a guide to future returns.'));
});

test('the periods of a report are named by their days, with month and year once where they are the same', (t) => {
  const day = (text: string) => Date.parse(text) / DAY_MS;
  const range = (from: string, to: string) => rangeText(day(from), day(to));
  t.is(range('2026-05-12', '2026-05-31'), '12–31 May 2026');
  t.is(range('2026-05-12', '2026-12-31'), '12 May – 31 Dec 2026');
  t.is(range('2025-12-31', '2026-01-01'), '31 Dec 2025 – 1 Jan 2026');
  t.is(range('2026-05-31', '2026-05-31'), '31 May 2026');
});
