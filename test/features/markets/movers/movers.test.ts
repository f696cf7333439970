import test from 'ava';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

/** Returns the items of one ranking. */
const ranked = ({ items }: Json, wanted: string) => items.filter(({ ranking }: Json) => ranking === wanted);
const symbolsOf = (list: Array<{ symbol: string }>) => list.map(({ symbol }) => symbol);

/** Returns a market of four large companies: two rose, one fell, one did not change. */
const market = () =>
  new FakeMarketProvider('eodhd')
    .knows('AAPL.US', 101, { previousClose: 100, volume: 1_000 })
    .knows('MSFT.US', 210, { previousClose: 200, volume: 100 })
    .knows('NVDA.US', 90, { previousClose: 100, volume: 5_000 })
    .knows('TSLA.US', 50, { previousClose: 50, volume: null })
    .knows('JPM.US', 300);

test('movers are sorted by their change in percent, the most active by turnover', async (t) => {
  const { signedIn } = await serviceFor(t, { marketProviders: [market()] });
  const { status, json } = await (await signedIn()).get('/markets/movers');
  t.is(status, 200);
  t.deepEqual(symbolsOf(ranked(json, 'gainers')), ['MSFT.US', 'AAPL.US']);
  t.deepEqual(symbolsOf(ranked(json, 'losers')), ['NVDA.US']);
  t.deepEqual(symbolsOf(ranked(json, 'most_active')), ['NVDA.US', 'AAPL.US', 'MSFT.US']);
  t.like(ranked(json, 'gainers')[0], {
    name: 'Microsoft Corporation',
    price: 210,
    change: 10,
    changePercent: 5,
    volume: 100,
    turnover: 21_000,
    currency: 'USD',
  });
  t.is(ranked(json, 'gainers')[0].provenance.provider, 'eodhd');
});

test('the response contains the universe and its symbols without a quote', async (t) => {
  const { signedIn, clock } = await serviceFor(t, { marketProviders: [market()] });
  const { json } = await (await signedIn()).get('/markets/movers?assetClass=equity');
  t.is(json.assetClass, 'equity');
  t.is(json.asOf, new Date(clock.now()).toISOString());
  t.is(json.universe.symbols.length, 40);
  t.true(json.universe.symbols.every((symbol: string) => symbol.endsWith('.US')));
  t.is(json.universe.missing.length, 35);
  t.false(json.universe.missing.includes('AAPL.US'));
});

test('a single list can be requested, with a limit', async (t) => {
  const { signedIn } = await serviceFor(t, { marketProviders: [market()] });
  const { json } = await (await signedIn()).get('/markets/movers?ranking=gainers&limit=1');
  t.deepEqual(
    [symbolsOf(ranked(json, 'gainers')), ranked(json, 'losers'), ranked(json, 'most_active')],
    [['MSFT.US'], [], []],
  );
});

test('movers are calculated once a minute', async (t) => {
  const provider = market();
  const { signedIn, clock } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn();
  const before = (await ada.get('/markets/movers')).json;
  provider.knows('TSLA.US', 60, { previousClose: 50 });
  clock.advance(MINUTE - 1);
  t.deepEqual((await ada.get('/markets/movers')).json, before);
  clock.advance(2 * MINUTE);
  t.is((await ada.get('/markets/movers')).json.items[0].symbol, 'TSLA.US');
});

test('stablecoins are not movers, and indices have no turnover', async (t) => {
  const provider = new FakeMarketProvider('eodhd')
    .knows('BTC-USD.CC', 90_000, { previousClose: 91_000, volume: 12 })
    .knows('USDT-USD.CC', 1.01, { previousClose: 1, volume: 1e9 })
    .knows('GSPC.INDX', 6_600, { previousClose: 6_500, volume: 4e9 });
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn();
  const crypto = (await ada.get('/markets/movers?assetClass=crypto')).json;
  t.deepEqual(
    [
      symbolsOf(ranked(crypto, 'gainers')),
      symbolsOf(ranked(crypto, 'losers')),
      symbolsOf(ranked(crypto, 'most_active')),
    ],
    [[], ['BTC-USD.CC'], ['BTC-USD.CC']],
  );
  const indices = (await ada.get('/markets/movers?assetClass=index')).json;
  t.deepEqual([symbolsOf(ranked(indices, 'gainers')), ranked(indices, 'most_active')], [['GSPC.INDX'], []]);
});

test('without any quote the lists are empty, and the quotes are soon read again', async (t) => {
  const provider = market();
  provider.failure = 'timeout';
  const { signedIn, clock } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn();
  const { status, json } = await ada.get('/markets/movers');
  t.is(status, 200);
  t.deepEqual([json.items, json.nextCursor], [[], null]);
  t.deepEqual(json.universe.missing, json.universe.symbols);
  provider.failure = undefined;
  clock.advance(10_000);
  t.is((await ada.get('/markets/movers')).json.items.filter(({ ranking }: Json) => ranking === 'gainers').length, 2);
});
