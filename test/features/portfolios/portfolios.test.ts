import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { PortfoliosApi } from '../../../src/features/portfolios/portfolios.api.js';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_TRANSACTION_LIMIT: '20' } });
});
test.after.always(() => service.close());

const DAY_MS = 86_400_000;
/** Returns a day some weeks ago, for which the simulator has closing prices. */
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

async function portfolio(
  t: ExecutionContext,
  body: object = {},
): Promise<{ ada: TestClient; path: string; add(entry: object): Promise<string> }> {
  const ada = await service.signedIn();
  const created = await ada.post('/portfolios', { name: 'Retirement', baseCurrency: 'USD', ...body });
  t.is(created.status, 201);
  const path = `/portfolios/${created.json.id}`;
  const add = async (entry: object) => {
    const added = await ada.post(`${path}/transactions`, { currency: 'USD', ...entry });
    t.is(added.status, 201, added.text);
    return added.json.id as string;
  };
  return { ada, path, add };
}

test('a new portfolio has defaults and empty figures', async (t) => {
  const { ada, path } = await portfolio(t);
  t.like((await ada.get(path)).json, { kind: 'own', lotMethod: 'fifo', tracksCash: true, benchmark: null, version: 1 });
  t.like((await ada.get(`${path}/valuation`)).json, { value: '0.00', cost: '0.00', warnings: [] });
  for (const list of ['holdings', 'cash', 'lots', 'realized', 'income', 'transactions'])
    t.deepEqual((await ada.get(`${path}/${list}`)).json.items, [], list);
  t.like((await ada.get(`${path}/performance`)).json, { value: null, notComputable: { code: 'no_transactions' } });
  t.like((await ada.get(`${path}/risk`)).json, { observationCount: 0, volatility: null, maxDrawdown: null });
});

test('the value of a portfolio is its cash and its holdings, in any currency', async (t) => {
  const { ada, path, add } = await portfolio(t);
  await add({ type: 'deposit', amount: '10000', tradedAt: ago(60) });
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '10', price: '150.25', fee: '1.5', tradedAt: ago(50) });
  await add({ type: 'deposit', amount: '500', currency: 'EUR', tradedAt: ago(40) });
  for (const currency of ['USD', 'EUR', 'JPY']) {
    const [valuation, holdings, cash] = await Promise.all(
      ['valuation', 'holdings', 'cash'].map((name) => ada.get(`${path}/${name}?currency=${currency}`)),
    );
    const sum = (items: Array<{ value: string }>) => items.reduce((total, { value }) => total + Number(value), 0);
    t.deepEqual(valuation?.json.warnings, []);
    const parts = sum(holdings?.json.items) + sum(cash?.json.items);
    t.true(Math.abs(Number(valuation?.json.value) - parts) <= 2, `${currency}: ${valuation?.json.value} ${parts}`);
  }
  const [holding] = (await ada.get(`${path}/holdings`)).json.items;
  t.like(holding, { symbol: 'AAPL.US', quantity: '10', cost: '1504.00', unitCost: '150.4', provider: 'simulator' });
  t.is(holding.value, (10 * Number(holding.price)).toFixed(2));
  t.deepEqual(
    (await ada.get(`${path}/cash`)).json.items.map(({ currency, amount }: { currency: string; amount: string }) => [
      currency,
      amount,
    ]),
    [
      ['USD', '8496.00'],
      ['EUR', '500.00'],
    ],
  );
  t.is((await ada.get(`${path}/holdings?asOf=${ago(55)}`)).json.items.length, 0);
});

test('the gain of a period is realized and unrealized gain and income, to the cent', async (t) => {
  const { ada, path, add } = await portfolio(t);
  await add({ type: 'deposit', amount: '5000', tradedAt: ago(90) });
  await add({ type: 'buy', symbol: 'MSFT.US', quantity: '8', price: '300', fee: '4', tradedAt: ago(80) });
  await add({ type: 'dividend', symbol: 'MSFT.US', amount: '12.40', tax: '1.86', tradedAt: ago(60) });
  await add({ type: 'sell', symbol: 'MSFT.US', quantity: '3', price: '333.33', fee: '2', tradedAt: ago(30) });
  await add({ type: 'fee', amount: '9.99', tradedAt: ago(20) });
  const sum = (items: Array<Record<string, string>>, name: string) =>
    items.reduce((total, item) => total + Number(item[name]), 0);
  const [realized, income, holdings] = await Promise.all(
    ['realized', 'income', 'holdings'].map(async (name) => (await ada.get(`${path}/${name}`)).json.items),
  );
  const { gain, netFlow, value, method, firstDay } = (await ada.get(`${path}/performance`)).json;
  t.deepEqual([netFlow, method, firstDay], [5000, 'twr', ago(90)]);
  t.is(realized.length, 1);
  t.true(Math.abs(gain - (sum(realized, 'gain') + sum(holdings, 'unrealizedGain') + sum(income, 'amount'))) < 0.02);
  t.true(Math.abs(value - gain / 5000) < 1e-6);
  for (const other of ['mwr', 'modified_dietz', 'simple']) {
    const found = (await ada.get(`${path}/performance?method=${other}`)).json;
    t.true(Math.abs(found.value - gain / 5000) < 1e-3, `${other} ${found.value}`);
  }
});

test('editing a past transaction changes later figures; a deleted one no longer counts', async (t) => {
  const { ada, path, add } = await portfolio(t, { lotMethod: 'fifo' });
  const first = await add({ type: 'buy', symbol: 'AAPL.US', quantity: '5', price: '100', tradedAt: ago(30) });
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '5', price: '120', tradedAt: ago(20) });
  await add({ type: 'sell', symbol: 'AAPL.US', quantity: '5', price: '130', tradedAt: ago(10) });
  const gain = async (method = '') => (await ada.get(`${path}/realized${method}`)).json.items[0].gain;
  t.is(await gain(), '150.00');
  t.is(await gain('?method=lifo'), '50.00');
  const changed = await ada.patch(`${path}/transactions/${first}`, { price: '110' });
  t.like(changed.json, { price: '110', version: 2 });
  t.is(await gain(), '100.00');
  isProblem(
    t,
    await ada.patch(`${path}/transactions/${first}`, { price: '1' }, { headers: { 'If-Match': '"1:x"' } }),
    412,
    'precondition_failed',
  );
  t.is((await ada.delete(`${path}/transactions/${first}`)).status, 204);
  t.is(await gain(), '50.00');
  isProblem(t, await ada.delete(`${path}/transactions/${first}`), 404, 'not_found');
});

test('an oversold position and a negative balance are reported, not rejected', async (t) => {
  const { ada, path, add } = await portfolio(t);
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '1', price: '100', tradedAt: ago(30) });
  await add({ type: 'sell', symbol: 'AAPL.US', quantity: '3', price: '100', tradedAt: ago(20) });
  const { warnings } = (await ada.get(`${path}/valuation`)).json;
  t.deepEqual(
    warnings.map(({ code }: { code: string }) => code),
    ['negative_cash', 'oversold'],
  );
});

test('amounts in pence are stored and reported in pounds', async (t) => {
  const { ada, path, add } = await portfolio(t, { baseCurrency: 'GBP' });
  await add({ type: 'deposit', amount: '500000', currency: 'GBX', tradedAt: ago(40) });
  const id = await add({
    type: 'buy',
    symbol: 'AZN.LSE',
    quantity: '2',
    price: '10512.5',
    fee: '995',
    currency: 'GBX',
    tradedAt: ago(30),
  });
  t.like((await ada.get(`${path}/transactions?order=desc`)).json.items[0], {
    currency: 'GBP',
    price: '105.125',
    fee: '9.95',
    rate: null,
  });
  t.deepEqual(
    (await ada.get(`${path}/cash`)).json.items.map(({ currency, amount }: Record<string, string>) => [
      currency,
      amount,
    ]),
    [['GBP', '4779.80']],
  );
  t.like((await ada.patch(`${path}/transactions/${id}`, { price: '11000', currency: 'GBX', fee: '1000' })).json, {
    currency: 'GBP',
    price: '110',
    fee: '10',
  });
  const [pounds, pence] = await Promise.all(
    ['GBP', 'GBX'].map(async (currency) => (await ada.get(`${path}/valuation?currency=${currency}`)).json),
  );
  t.true(Math.abs(pence.value - 100 * pounds.value) <= 0.5, `${JSON.stringify([pence, pounds])}`);
  t.deepEqual(pence.warnings, []);
  const rate = '9'.repeat(19);
  const { status, json } = await ada.post(`${path}/transactions`, {
    type: 'deposit',
    amount: '1',
    currency: 'GBX',
    rate,
    tradedAt: ago(1),
  });
  t.deepEqual([status, json.errors[0].pointer], [400, '/rate']);
});

test('a wrong transaction returns 400 with a pointer, and nothing is stored', async (t) => {
  const { ada, path } = await portfolio(t);
  const refused = async (body: object, pointer: string) => {
    const { status, json } = await ada.post(`${path}/transactions`, {
      type: 'buy',
      tradedAt: ago(5),
      symbol: 'AAPL.US',
      quantity: '1',
      price: '100',
      currency: 'USD',
      ...body,
    });
    t.is(status, 400, JSON.stringify(body));
    t.true(
      json.errors.some((error: { pointer: string }) => error.pointer === pointer),
      `${JSON.stringify(body)}: ${JSON.stringify(json.errors)}`,
    );
  };
  await refused({ quantity: '1e400' }, '/quantity');
  await refused({ quantity: '1234567890123456789012345678901234567890' }, '/quantity');
  await refused({ quantity: 5 }, '/quantity');
  await refused({ tradedAt: '2999-01-01' }, '/tradedAt');
  await refused({ symbol: 'NOSUCH.US' }, '/symbol');
  await refused({ currency: 'EUR' }, '/currency');
  await refused({ price: null }, '/amount');
  await refused({ type: 'deposit' }, '/symbol');
  t.deepEqual((await ada.get(`${path}/transactions`)).json.items, []);
  t.is((await ada.get(`${path}/valuation?asOf=2999-01-01`)).json.asOf, ago(0));
  isProblem(t, await ada.get(`${path}/performance?from=2999-01-01`), 400, 'invalid_request', 'query/from');
});

test('transactions are listed by the time of the trade, filtered, page by page', async (t) => {
  const { ada, path, add } = await portfolio(t);
  for (const days of [10, 30, 20]) await add({ type: 'deposit', amount: String(days), tradedAt: ago(days) });
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '0.1', price: '100', tradedAt: ago(15), externalId: 'one' });
  const amounts = async (query: string) =>
    (await ada.get(`${path}/transactions${query}`)).json.items.map(({ amount }: { amount: string | null }) => amount);
  t.deepEqual(await amounts(''), ['30', '20', null, '10']);
  t.deepEqual(await amounts('?order=desc&type=deposit'), ['10', '20', '30']);
  t.deepEqual(await amounts(`?from=${ago(25)}&to=${ago(12)}`), ['20', null]);
  const first = (await ada.get(`${path}/transactions?limit=3`)).json;
  t.deepEqual((await ada.get(`${path}/transactions?limit=3&cursor=${first.nextCursor}`)).json.items.length, 1);
  const again = await ada.post(`${path}/transactions`, {
    type: 'deposit',
    amount: '1',
    tradedAt: ago(1),
    currency: 'USD',
    externalId: 'one',
  });
  t.is(again.json.code, 'conflict');
  const csv = await ada.get(`${path}/transactions?format=csv`);
  t.true(csv.text.startsWith('id,portfolioId,type,tradedAt,symbol,quantity'));
});

test('the number of transactions of a portfolio is limited', async (t) => {
  const { ada, path, add } = await portfolio(t);
  for (let index = 0; index < 20; index += 1) await add({ type: 'deposit', amount: '1', tradedAt: ago(3) });
  t.is(
    (await ada.post(`${path}/transactions`, { type: 'deposit', amount: '1', tradedAt: ago(3), currency: 'USD' })).json
      .code,
    'quota_reached',
  );
});

test('performance and risk are compared with a benchmark over the same days', async (t) => {
  const { ada, path, add } = await portfolio(t, { benchmark: 'BTC-USD.CC', tracksCash: false });
  await add({ type: 'buy', symbol: 'BTC-USD.CC', quantity: '10', amount: '1500', tradedAt: ago(120) });
  const { value, benchmark, providers } = (await ada.get(`${path}/performance?from=${ago(100)}`)).json;
  t.deepEqual([benchmark.name, providers], ['BTC-USD.CC', ['simulator']]);
  t.true(Math.abs(value - benchmark.value) < 1e-9, `${value} ${benchmark.value}`);
  t.deepEqual([benchmark.currencyEffect, benchmark.notComputable], [0, null]);
  const risk = (await ada.get(`${path}/risk?from=${ago(100)}&confidence=0.9`)).json;
  t.true(risk.observationCount > 60 && risk.volatility > 0);
  t.true(Math.abs(risk.benchmark.beta - 1) < 1e-6 && Math.abs(risk.benchmark.correlation - 1) < 1e-6);
  for (const method of ['historical', 'parametric', 'cornishFisher'])
    t.true(risk.valueAtRisk[method].valueAtRisk < 0, method);
  t.true(risk.maxDrawdown.depth < 0 && risk.maxDrawdown.peakDay <= risk.maxDrawdown.troughDay);
});

test('a benchmark can be a blend in other currencies, whose exchange rates are an effect of their own', async (t) => {
  const { ada, path, add } = await portfolio(t, { benchmark: 'AAPL.US:3,BTC-USD.CC:1', baseCurrency: 'EUR' });
  await add({ type: 'deposit', amount: '100', currency: 'EUR', tradedAt: ago(60) });
  const of = async (query: string) => (await ada.get(`${path}/performance${query}`)).json.benchmark;
  const stored = await of('');
  t.is(stored.name, 'AAPL.US:0.75,BTC-USD.CC:0.25');
  t.true(
    stored.currencyEffect !== 0 &&
      Math.abs((1 + stored.localReturn) * (1 + stored.currencyEffect) - 1 - stored.value) < 1e-12,
  );
  t.deepEqual(await of('?benchmark=aapl.us:75,BTC-USD.CC:25'), stored);
  t.deepEqual(await of('?benchmark=AAPL.US:0.75&benchmark=BTC-USD.CC:0.25'), stored);
  const inDollars = await of('?currency=USD');
  t.true(Math.abs(inDollars.value - stored.localReturn) < 1e-12);
  t.like(await of('?benchmark=NOSUCH.US'), {
    name: 'NOSUCH.US',
    value: null,
    notComputable: { code: 'no_benchmark_price' },
  });
  for (const wrong of ['AAPL.US:0', 'AAPL.US:-1', 'AAPL', 'AAPL.US:1e3'])
    t.is((await ada.get(`${path}/performance?benchmark=${wrong}`)).json.errors?.[0]?.name, 'benchmark', wrong);
});

test('the module interface of portfolios reads values and series of one account only', async (t) => {
  const { ada, path, add } = await portfolio(t, { kind: 'model' });
  const id = path.replace('/portfolios/', '');
  const { accountId } = ada as TestClient & { accountId: string };
  const api = service.services.get(PortfoliosApi);
  await add({ type: 'deposit', amount: '1000', tradedAt: ago(40) });
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '2', price: '150', tradedAt: ago(40) });
  await add({ type: 'deposit', amount: '500', tradedAt: ago(20) });
  t.deepEqual(
    (await api.list(accountId)).map(({ name }) => name),
    ['Retirement'],
  );
  t.deepEqual(await api.list(accountId, ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901']), []);
  const { value } = await api.valuation(accountId, id);
  const series = await api.series(accountId, id);
  const { performance } = await api.performance(accountId, id, { method: 'twr' });
  t.true(Math.abs((series?.days.at(-1)?.index as number) - 1 - (performance.value as number)) < 1e-12);
  t.true(Math.abs((series?.days.at(-1)?.value as number) - value.toNumber()) < 1e-6);
  const other = (await service.signedIn()).accountId;
  t.deepEqual([await api.list(other), await api.list(other, [id])], [[], []]);
  for (const read of [api.get(other, id), api.valuation(other, id), api.series(other, id)])
    t.like(await t.throwsAsync(read), { code: 'not_found' });
});
