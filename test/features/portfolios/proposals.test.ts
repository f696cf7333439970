import test, { type ExecutionContext } from 'ava';
import type { CorporateAction } from '../../../src/features/markets/candle.js';
import { UpstreamError } from '../../../src/upstream/upstream-error.js';
import { FakeCandleProvider } from '../../support/candle-provider.js';
import { serviceFor } from '../../support/service-for.js';
import type { Json } from '../../support/test-client.js';

const NOW = Date.UTC(2026, 10, 20, 12);

/** Starts a service with a portfolio of ten shares, bought on 2 June 2025, whose instrument has these actions. */
async function holder(t: ExecutionContext, actions: CorporateAction[], currency = 'USD', symbol = 'KO.US') {
  const provider = new FakeCandleProvider({ name: 'eodhd', actions: () => actions });
  const service = await serviceFor(t, { marketProviders: [provider] });
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const { json: portfolio } = await ada.post('/portfolios', { name: 'Own', baseCurrency: currency });
  const path = `/portfolios/${portfolio.id}`;
  const add = async (entry: Json) => {
    const { status, json } = await ada.post(`${path}/transactions`, { symbol, currency, ...entry });
    t.is(status, 201, JSON.stringify(json));
  };
  await add({ type: 'buy', quantity: '10', price: '60', tradedAt: '2025-06-02T15:00:00Z' });
  const proposals = async (): Promise<Json[]> => (await ada.get(`${path}/proposals`)).json.items;
  return { ...service, provider, ada, path, add, proposals };
}

const dividend = (day: string, rest: Partial<CorporateAction> = {}): CorporateAction => ({
  day,
  kind: 'dividend',
  value: 0.51,
  ...rest,
});

test('paid dividends that the ledger lacks are proposed for the units held before the ex-day', async (t) => {
  const { add, proposals } = await holder(t, [
    dividend('2025-06-02'),
    dividend('2025-09-15', { paymentDay: '2025-10-01' }),
    dividend('2026-03-13'),
  ]);
  await add({ type: 'buy', quantity: '5', price: '60', tradedAt: '2026-03-13T15:00:00Z' });
  await add({ type: 'sell', quantity: '4', price: '60', tradedAt: '2026-03-12T15:00:00Z' });
  const [first, second, ...others] = await proposals();
  t.like(first, { id: 'dividend:KO.US:2025-09-15', bookedOn: '2025-10-01', quantity: '10', price: '0.51' });
  t.like(first, { type: 'dividend', amount: '5.1', currency: 'USD', provider: 'eodhd', simulated: false });
  t.like(second, { day: '2026-03-13', bookedOn: '2026-03-13', quantity: '6', amount: '3.06' });
  t.deepEqual(others, [], 'a purchase on the ex-day has no dividend');
});

test('a dividend in another currency than the prices is proposed in its own', async (t) => {
  const { ada, path, proposals } = await holder(t, [dividend('2025-09-15', { currency: 'EUR' })]);
  t.like((await proposals())[0], { amount: '5.1', currency: 'EUR' });
  t.is((await ada.post(`${path}/proposals/accept`, {})).json.items?.[0].currency, 'EUR');
});

test('a date without a time is the day of the market, and a late trade belongs to its local day', async (t) => {
  const { add, proposals } = await holder(t, [dividend('2026-03-13')]);
  await add({ type: 'buy', quantity: '1', price: '60', tradedAt: '2026-03-13' });
  await add({ type: 'buy', quantity: '2', price: '60', tradedAt: '2026-03-13T02:00:00Z' });
  t.deepEqual(
    (await proposals()).map(({ quantity }) => quantity),
    ['12'],
  );
});

test('a booked dividend is not proposed, from three days before the ex-day to three weeks after the payment', async (t) => {
  const actions = [dividend('2025-09-15', { paymentDay: '2025-10-01' })];
  for (const [day, isProposed] of [
    ['2025-09-11', true],
    ['2025-09-12', false],
    ['2025-10-22', false],
    ['2025-10-23', true],
  ] as const) {
    const { add, proposals } = await holder(t, actions);
    await add({ type: 'dividend', amount: '4.34', tradedAt: day });
    t.is((await proposals()).length, isProposed ? 1 : 0, day);
  }
});

test('one booked dividend stands for one of two, and the other is proposed', async (t) => {
  const { add, proposals } = await holder(t, [dividend('2025-09-15'), dividend('2025-09-29')]);
  await add({ type: 'dividend', amount: '5.10', tradedAt: '2025-10-02' });
  t.deepEqual(
    (await proposals()).map(({ day }) => day),
    ['2025-09-29'],
  );
});

test('future dividends, and dividends whose payment is still to come, are not proposed', async (t) => {
  const { proposals } = await holder(t, [
    dividend('2026-11-10', { paymentDay: '2026-11-21' }),
    dividend('2026-11-09', { paymentDay: '2026-11-20' }),
    dividend('2026-12-15', { declarationDay: '2026-11-01' }),
  ]);
  t.deepEqual(
    (await proposals()).map(({ day }) => day),
    ['2026-11-09'],
  );
});

test('a split that the ledger lacks is proposed, unless one is booked within a week', async (t) => {
  const split: CorporateAction = { day: '2026-02-02', kind: 'split', value: 4 };
  const { add, proposals } = await holder(t, [split]);
  const [found] = await proposals();
  t.like(found, { id: 'split:KO.US:2026-02-02', type: 'split', quantity: '4', price: null, amount: null });
  await add({ type: 'split', quantity: '4', tradedAt: '2026-02-09' });
  t.deepEqual(await proposals(), []);
});

test('accepted proposals become transactions, once, and change the figures', async (t) => {
  const { ada, path, proposals } = await holder(t, [dividend('2025-09-15'), dividend('2025-12-15')]);
  const [first] = await proposals();
  const accepted = await ada.post(`${path}/proposals/accept`, { ids: [first?.id] });
  t.is(accepted.status, 200);
  t.like(accepted.json.items[0], { type: 'dividend', quantity: '10', price: '0.51', amount: '5.1' });
  t.like(accepted.json.items[0], { tradedAt: '2025-09-15T00:00:00.000Z', symbol: 'KO.US', currency: 'USD' });
  t.is((await proposals()).length, 1);
  const [rest, again] = await Promise.all([0, 1].map(() => ada.post(`${path}/proposals/accept`, {})));
  t.is(rest?.json.items.length + again?.json.items.length, 1, 'two requests at the same time book it once');
  t.deepEqual(await proposals(), []);
  t.is((await ada.get(`${path}/income`)).json.items.length, 2);
});

test('the id of something that is not proposed at present is a 422, and nothing is booked', async (t) => {
  const { ada, path, proposals } = await holder(t, [dividend('2025-09-15')]);
  const [found] = await proposals();
  const refused = await ada.post(`${path}/proposals/accept`, { ids: [found?.id, 'dividend:KO.US:2020-01-01'] });
  t.is(refused.status, 422);
  t.is(refused.json.errors[0].pointer, '/ids/1');
  t.is((await proposals()).length, 1);
});

test('amounts are rounded to the currency of the instrument', async (t) => {
  const { proposals } = await holder(t, [dividend('2025-09-15', { value: 33.335 })], 'JPY', '7203.TSE');
  t.like((await proposals())[0], { currency: 'JPY', amount: '333', price: '33.335' });
});

test('a symbol whose provider does not answer is named, and the others are proposed', async (t) => {
  const { ada, path, provider } = await holder(t, [dividend('2025-09-15')]);
  provider.failure = new Error('not an upstream failure');
  const broken = await ada.get(`${path}/proposals`);
  t.is(broken.status, 500);
  provider.failure = new UpstreamError('timeout');
  const { json } = await ada.get(`${path}/proposals`);
  t.deepEqual(
    [json.items, json.errors],
    [
      [],
      [{ symbol: 'KO.US', detail: 'The providers of splits and dividends are not answering. Try again in a moment.' }],
    ],
  );
});
