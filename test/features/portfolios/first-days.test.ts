import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

type Refusal = Array<[pointer: string, detail: string]>;

interface Place {
  ada: TestClient;
  path: string;
  /** Returns the status and the errors of the response. */
  add(entry: object): Promise<[number, Refusal]>;
  /** Imports a file. Returns the status and the errors of the response. */
  send(file: string | object, query?: string): Promise<[number, Refusal]>;
  count(): Promise<number>;
}

const refusalOf = (json: { errors?: Array<{ pointer: string; detail: string }> }): Refusal =>
  (json.errors ?? []).map(({ pointer, detail }) => [pointer, detail]);

async function place(t: ExecutionContext): Promise<Place> {
  const ada = await service.signedIn();
  const created = await ada.post('/portfolios', { name: 'Retirement', baseCurrency: 'USD' });
  t.is(created.status, 201);
  const path = `/portfolios/${created.json.id}`;
  return {
    ada,
    path,
    add: async (entry) => {
      const { status, json } = await ada.post(`${path}/transactions`, { currency: 'USD', ...entry });
      return [status, refusalOf(json)];
    },
    send: async (file, query = '') => {
      const isText = typeof file === 'string';
      const headers = { 'content-type': isText ? 'text/csv' : 'application/json' };
      const { status, json } = await ada.call('POST', `${path}/import${query}`, {
        rawBody: isText ? file : JSON.stringify(file),
        headers,
      });
      return [status, refusalOf(json)];
    },
    count: async () => (await ada.get(`${path}/transactions`)).json.items.length,
  };
}

const buy = { type: 'buy', symbol: 'AAPL.US', quantity: '1', price: '22' };

test('a transaction more than two weeks before the first day of its instrument is rejected, whatever its type', async (t) => {
  const { ada, path, add, count } = await place(t);
  const apple =
    'must not be before 1980-12-12, the first day of AAPL.US; if the symbol named another instrument then, add its symbol change first';
  t.deepEqual(await add({ ...buy, tradedAt: '1980-11-27' }), [400, [['/tradedAt', apple]]]);
  const others = [
    { type: 'sell', symbol: 'AAPL.US', quantity: '1', price: '22' },
    { type: 'dividend', symbol: 'AAPL.US', amount: '1' },
    { type: 'transfer', symbol: 'AAPL.US', quantity: '1' },
    { type: 'split', symbol: 'AAPL.US', quantity: '2' },
    { type: 'transfer', symbol: 'BTC-USD.CC', quantity: '1' },
    { type: 'transfer', symbol: 'EURUSD.FOREX', quantity: '1' },
    { type: 'spin_off', symbol: 'KO.US', newSymbol: 'AAPL.US', quantity: '1', costFraction: '0.1' },
    { type: 'symbol_change', symbol: 'KO.US', newSymbol: 'AAPL.US' },
  ];
  for (const entry of others)
    t.like(await add({ ...entry, tradedAt: '1950-06-01' }), [400, [['/tradedAt']]], JSON.stringify(entry));
  t.is(await count(), 0);
  const { status, json } = await ada.post(`${path}/transactions`, { ...buy, currency: 'USD', tradedAt: '1980-11-28' });
  t.is(status, 201);
  const changed = await ada.patch(`${path}/transactions/${json.id}`, { tradedAt: '1980-11-27' });
  t.deepEqual([changed.status, refusalOf(changed.json)], [400, [['/tradedAt', apple]]]);
});

test('an instrument whose first day is unknown can have transactions at any time, and a spin-off is recorded before its first trade', async (t) => {
  const { ada, add } = await place(t);
  const [known, unknown] = await Promise.all(
    ['NVDA.US', 'KO.US'].map((symbol) => ada.get(`/markets/instruments/${symbol}`)),
  );
  t.deepEqual([known?.json.firstDay, unknown?.json.firstDay], ['1999-01-22', null]);
  t.is((await add({ ...buy, symbol: 'KO.US', tradedAt: '1950-06-01' }))[0], 201);
  t.is(
    (
      await add({
        type: 'spin_off',
        symbol: 'KO.US',
        newSymbol: 'ABBV.US',
        quantity: '1',
        costFraction: '0.5',
        tradedAt: '2012-12-01',
      })
    )[0],
    201,
  );
});

test('a symbol that was changed to another one may have belonged to another instrument before', async (t) => {
  const { add, send } = await place(t);
  const purchase = { ...buy, symbol: 'ABNB.US', tradedAt: '2001-03-01' };
  t.is((await add(purchase))[0], 400);
  t.is((await add({ type: 'symbol_change', symbol: 'ABNB.US', newSymbol: 'KO.US', tradedAt: '2002-01-02' }))[0], 201);
  t.is((await add(purchase))[0], 201);
  t.is((await add({ ...purchase, tradedAt: '2002-01-03' }))[0], 400);
  const row = (type: string, day: string, rest: string) => `${type},${day},${rest},USD\n`;
  const header = 'type,tradedAt,symbol,newSymbol,quantity,price,currency\n';
  t.is((await send(header + row('buy', '2001-03-02', 'ABNB.US,,1,22')))[0], 200, 'the ledger has the change');
  const bought = row('buy', '2001-03-02', 'LYFT.US,,1,22');
  t.is((await send(header + bought))[0], 422);
  t.deepEqual(
    await send(header + bought + row('symbol_change', '2002-01-02', 'LYFT.US,KO.US,,')),
    [200, []],
    'the file has the change',
  );
});

test('an import with a row before the first day of its instrument stores nothing, and names the row and column', async (t) => {
  const { ada, path, send, count } = await place(t);
  const csv =
    'type,tradedAt,symbol,quantity,price,currency\nbuy,2020-01-02,AAPL.US,1,300,USD\nbuy,1900-01-02,AAPL.US,1,1,USD\ntransfer,1990-01-02,TSLA.US,1,,USD\n';
  for (const query of ['', '?onError=refuse'])
    t.like(await send(csv, query), [422, [['/3/tradedAt'], ['/4/tradedAt']]]);
  const transactions = [{ ...buy, currency: 'USD', tradedAt: '1900-01-02' }];
  t.like(await send({ transactions }), [422, [['/1/tradedAt']]]);
  const broker = 'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n01-09-1971,AAPL,YAHOO,USD,1,2,buy,0,\n';
  t.like(await send(broker), [422, [['/2/Date']]]);
  const dry = (
    await ada.call('POST', `${path}/import?dryRun=true`, { rawBody: csv, headers: { 'content-type': 'text/csv' } })
  ).json;
  t.like(dry, { accepted: false, addedCount: 1, rejectedCount: 2 });
  t.like(dry.issues, [
    { rowNumber: 3, column: 'tradedAt', code: 'invalid_date' },
    { rowNumber: 4, column: 'tradedAt', code: 'invalid_date' },
  ]);
  t.is(await count(), 0);
});

test('a currency outside of ISO 4217 is rejected wherever a currency is given', async (t) => {
  const { ada, path, add, send, count } = await place(t);
  const wrong = 'must be a currency code of ISO 4217 such as USD';
  const created = await ada.post('/portfolios', { name: 'Retirement', baseCurrency: 'XQZ' });
  t.deepEqual([created.status, refusalOf(created.json)], [400, [['/baseCurrency', wrong]]]);
  isProblem(t, await ada.patch(path, { baseCurrency: 'XQZ' }), 400, 'invalid_request', '/baseCurrency');
  const client = await ada.post('/clients', { name: 'Grace', currency: 'XQZ' });
  t.deepEqual([client.status, refusalOf(client.json)], [400, [['/currency', wrong]]]);
  isProblem(t, await ada.get('/clients/summary?currency=XQZ'), 400, 'invalid_request', 'query/currency');
  for (const question of [
    'valuation',
    'holdings',
    'cash',
    'allocation',
    'performance',
    'performance/series',
    'attribution',
    'risk',
    'exposure/geo',
  ]) {
    const { status, json } = await ada.get(`${path}/${question}?currency=XQZ`);
    t.like([status, json.errors], [400, [{ in: 'query', name: 'currency', detail: wrong }]], question);
  }
  const deposit = { type: 'deposit', amount: '1', tradedAt: '2024-01-02' };
  t.deepEqual(await add({ ...deposit, currency: 'XQZ' }), [400, [['/currency', wrong]]]);
  t.like(await send('type,tradedAt,amount,currency\ndeposit,2024-01-02,1,USD\ndeposit,2024-01-02,1,XQZ\n'), [
    422,
    [['/3/currency']],
  ]);
  t.deepEqual(await send('type,tradedAt,amount\ndeposit,2024-01-02,1\n', '?currency=XQZ'), [
    400,
    [['query/currency', wrong]],
  ]);
  t.is(await count(), 0);
  // Accepted currencies: a withdrawn one, hundredths, the offshore yuan, and a crypto-asset in which others are quoted.
  for (const currency of ['DEM', 'GBX', 'ZAC', 'ILA', 'CNH', 'BTC'])
    t.is((await add({ ...deposit, currency }))[0], 201, currency);
  t.is((await add({ ...buy, symbol: 'ETH-BTC.CC', currency: 'BTC', price: '0.05', tradedAt: '2024-01-03' }))[0], 201);
});
