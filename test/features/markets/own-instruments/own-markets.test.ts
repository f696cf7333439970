import 'reflect-metadata';
import '../../../support/limit-concurrency.js';
import test from 'ava';
import { actingForAccount } from '../../../../src/async/account-context.js';
import { searchQuery } from '../../../../src/features/markets/directory/search-query.js';
import {
  OwnListingRepository,
  type SearchedText,
} from '../../../../src/features/markets/own/own-listing.repository.js';
import { PrivateQuotes } from '../../../../src/features/markets/quotes/private-quotes.service.js';
import { QuoteHub } from '../../../../src/features/markets/quotes/quote-hub.js';
import { isProblem } from '../../../support/is-problem.js';
import type { Json } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const DAY_MS = 86_400_000;
const path = '/markets/instruments';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const daysAgo = (count: number) => new Date(service.clock.now() - count * DAY_MS).toISOString().slice(0, 10);

/** Returns a new account with an instrument and its prices, the newest first. */
async function owner(prices: number[], currency = 'EUR') {
  const ada = await service.signedIn();
  await ada.post(path, { symbol: 'MILL.OWN', kind: 'private', name: 'Mill', currency });
  const days = prices.map((price, index) => ({ day: daysAgo(index), price }));
  await ada.put(`${path}/MILL.OWN/prices`, { prices: days });
  return ada;
}

test('a quote has the last price, the one before, and the provider `own`', async (t) => {
  const ada = await owner([110, 100]);
  const { json } = await ada.get('/markets/quotes/mill.own');
  t.like(json, {
    symbol: 'MILL.OWN',
    assetClass: 'equity',
    currency: 'EUR',
    price: 110,
    previousClose: 100,
    change: 10,
    changePercent: 10,
    volume: null,
    marketState: 'closed',
    tradedAt: `${daysAgo(0)}T00:00:00.000Z`,
  });
  t.like(json.provenance, { provider: 'own', asOf: `${daysAgo(0)}T00:00:00.000Z`, stale: false });
});

test('quotes of own and listed instruments are read together, in their order', async (t) => {
  const ada = await owner([110]);
  const { json } = await ada.get('/markets/quotes?symbol=AAPL.US,MILL.OWN,NONE.OWN,EURUSD.FOREX');
  t.deepEqual(
    json.items.map(({ symbol }: { symbol: string }) => symbol),
    ['AAPL.US', 'MILL.OWN', 'EURUSD.FOREX'],
  );
  t.like(json.items[1], { price: 110, previousClose: null, change: null, changePercent: null });
  t.like(json.errors, [{ symbol: 'NONE.OWN', code: 'not_found' }]);
});

test('an instrument without a price has no quote and no candles', async (t) => {
  const ada = await owner([]);
  isProblem(t, await ada.get('/markets/quotes/MILL.OWN'), 404, 'not_found');
  const { json } = await ada.get('/markets/candles/MILL.OWN');
  t.deepEqual([json.items, json.provenance.asOf], [[], null]);
});

test('candles have one price a day, are joined to weeks and months, and have an image', async (t) => {
  const ada = await service.signedIn();
  await ada.post(path, { symbol: 'MILL.OWN', kind: 'private', name: 'Mill', currency: 'EUR' });
  const prices = [
    { day: '2001-02-03', price: 90 },
    { day: '2026-03-30', price: 100 },
    { day: '2026-03-31', price: 120 },
    { day: '2026-04-01', price: 110 },
  ];
  await ada.put(`${path}/MILL.OWN/prices`, { prices });
  const all = (await ada.get('/markets/candles/MILL.OWN')).json;
  t.deepEqual(
    all.items.map(({ time, close }: { time: string; close: number }) => [time.slice(0, 10), close]),
    prices.map(({ day, price }) => [day, price]),
  );
  t.like(all.items[0], { open: 90, high: 90, low: 90, volume: null });
  t.deepEqual([all.currency, all.gaps, all.provenance.provider], ['EUR', [], 'own']);
  const some = (await ada.get('/markets/candles/MILL.OWN?from=2026-03-31&to=2026-04-01')).json;
  t.deepEqual(
    some.items.map(({ close }: { close: number }) => close),
    [120],
  );
  const months = (await ada.get('/markets/candles/MILL.OWN?interval=1M&from=2026-03-01&to=2026-05-01')).json;
  t.like(months.items, [
    { time: '2026-03-01T00:00:00.000Z', open: 100, high: 120, low: 100, close: 120 },
    { time: '2026-04-01T00:00:00.000Z', open: 110, close: 110 },
  ]);
  isProblem(t, await ada.get('/markets/candles/MILL.OWN?interval=1h'), 422, 'unprocessable');
  const image = await ada.get('/markets/candles/MILL.OWN.svg?from=2026-03-01&to=2026-05-01');
  t.deepEqual([image.status, image.text.startsWith('<svg')], [200, true]);
});

test('equal symbols of two accounts have different prices in quotes, candles, portfolios and screens', async (t) => {
  const accounts = [
    { client: await owner([110, 100]), price: 110, before: 100 },
    { client: await owner([7, 5]), price: 7, before: 5 },
  ];
  const stranger = await service.signedIn();
  for (const { client, price, before } of accounts) {
    t.is((await client.get('/markets/quotes/MILL.OWN')).json.price, price);
    t.is((await client.get('/markets/candles/MILL.OWN')).json.items.at(-1).close, price);
    const { id } = (await client.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' })).json;
    const bought = {
      type: 'buy',
      tradedAt: daysAgo(1),
      symbol: 'MILL.OWN',
      quantity: '2',
      price: '1',
      currency: 'EUR',
    };
    t.is((await client.post(`/portfolios/${id}/transactions`, bought)).status, 201);
    const { items } = (await client.get(`/portfolios/${id}/holdings`)).json;
    t.like(items[0], { symbol: 'MILL.OWN', value: (2 * price).toFixed(2), provider: 'own' });
    const screen = { name: 'Mills', universe: { symbols: ['MILL.OWN'] }, columns: ['price'] };
    const made = (await client.post('/markets/screens', screen)).json;
    let results = { loadingCount: 1, items: [] as Json[] };
    while (results.loadingCount > 0) results = (await client.get(`/markets/screens/${made.id}/results`)).json;
    t.is(results.items[0]?.values[0].value, before, 'screens use the last ended day');
  }
  isProblem(t, await stranger.get('/markets/quotes/MILL.OWN'), 404, 'not_found');
  isProblem(t, await stranger.get('/markets/candles/MILL.OWN'), 404, 'not_found');
  isProblem(t, await stranger.get(`${path}/MILL.OWN`), 404, 'not_found');
  const { id } = (await stranger.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' })).json;
  const bought = { type: 'buy', tradedAt: daysAgo(1), symbol: 'MILL.OWN', quantity: '2', price: '1', currency: 'EUR' };
  isProblem(t, await stranger.post(`/portfolios/${id}/transactions`, bought), 400, 'invalid_request');
});

test('streams have the own instruments of their account, which the hub of all accounts leaves out', async (t) => {
  const [ada, bob] = [await owner([110, 100]), await owner([7, 5])];
  const hub = service.services.get(QuoteHub);
  const heard: string[] = [];
  const following = await actingForAccount(ada.accountId, () =>
    hub.follow(['mill.own', 'AAPL.US'], ({ symbol }) => heard.push(symbol)),
  );
  following.close();
  t.like(following.errors, [{ symbol: 'mill.own', code: 'not_found' }]);
  t.deepEqual([heard, [...hub.followed()]], [['AAPL.US'], ['AAPL.US']]);
  const quotes = service.services.get(PrivateQuotes);
  const prices: unknown[] = [];
  for (const { accountId } of [ada, bob, await service.signedIn()]) {
    const own = await quotes.follow(accountId, ['mill.own', 'MILL.OWN'], ({ price }) => prices.push(price));
    prices.push(...own.errors.map(({ code }) => code));
    own.leave('MILL.OWN');
  }
  t.deepEqual(prices, [110, 7, 'not_found']);
  t.is(quotes.size, 0);
});

test('a holding is valued at the last price of an own instrument, however many months ago it was stored', async (t) => {
  const ada = await service.signedIn();
  await ada.post(path, { symbol: 'HOUSE.OWN', kind: 'property', name: 'House', currency: 'EUR' });
  await ada.put(`${path}/HOUSE.OWN/prices`, { prices: [{ day: daysAgo(400), price: 300_000 }] });
  const { id } = (await ada.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' })).json;
  const bought = {
    type: 'buy',
    tradedAt: daysAgo(30),
    symbol: 'HOUSE.OWN',
    quantity: '1',
    price: '1',
    currency: 'EUR',
  };
  t.is((await ada.post(`/portfolios/${id}/transactions`, bought)).status, 201);
  const { items } = (await ada.get(`/portfolios/${id}/holdings`)).json;
  t.like(items[0], { symbol: 'HOUSE.OWN', value: '300000.00', priceDay: daysAgo(400) });
});

test('a search finds own instruments of the account by name, symbol and ISIN', async (t) => {
  const ada = await owner([110]);
  const bob = await service.signedIn();
  const symbolsOf = async (one: typeof bob, query: string) =>
    (await one.get(`/markets/search?q=${query}`)).json.items.map(({ symbol }: Json) => symbol);
  for (const query of ['MILL.OWN', 'mill']) {
    t.true((await symbolsOf(ada, query)).includes('MILL.OWN'));
    t.false((await symbolsOf(bob, query)).includes('MILL.OWN'));
  }
  t.is((await symbolsOf(ada, 'MILL.OWN'))[0], 'MILL.OWN');
  t.false((await symbolsOf(ada, 'mill&assetClass=fx')).includes('MILL.OWN'));
});

test('a search reads only the own instruments that the text may name', async (t) => {
  const ada = await service.signedIn();
  const names = { 'A-1.OWN': 'Mühle am Bach', 'B-2.OWN': 'House of Cards Ltd', 'C-3.OWN': 'Forest near Ulm' };
  for (const [symbol, name] of Object.entries(names))
    t.is((await ada.post(path, { symbol, kind: 'property', name, currency: 'EUR', isin: null })).status, 201);
  const listings = service.services.get(OwnListingRepository);
  const read = async (text: string) =>
    (await listings.matching(ada.accountId, searchQuery(text) as SearchedText, 10)).map(({ symbol }) => symbol);
  t.deepEqual(await read('forest'), ['C-3.OWN', 'A-1.OWN'], 'names with accents are compared by the caller');
  t.deepEqual(await read('cards house'), ['B-2.OWN', 'A-1.OWN']);
  t.deepEqual(await read('housecards'), ['B-2.OWN', 'A-1.OWN']);
  t.deepEqual(await read('b2'), ['B-2.OWN', 'A-1.OWN']);
  t.deepEqual(await read('лес'), ['A-1.OWN']);
  const found = async (q: string) =>
    (await ada.get(`/markets/search?q=${encodeURIComponent(q)}`)).json.items.map(({ symbol }: Json) => symbol);
  for (const [q, symbol] of [
    ['muhle bach', 'A-1.OWN'],
    ['housecards', 'B-2.OWN'],
    ['for ulm', 'C-3.OWN'],
  ] as const)
    t.true((await found(q)).includes(symbol), q);
});
