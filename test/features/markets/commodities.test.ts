import test from 'ava';
import { serviceFor } from '../../support/service-for.js';
import { startEodhdStub } from '../../support/vendors/eodhd-stub.js';
import { providerFor, symbol, symbols } from '../../support/vendors/provider-for.js';

test('crude oil and gold have quotes, candles and movers, and can be searched by name', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  for (const symbol of ['CL.COMM', 'GC.COMM']) {
    const quote = await ada.get(`/markets/quotes/${symbol}`);
    t.like(quote, {
      status: 200,
      json: { assetClass: 'commodity', currency: 'USD', provenance: { provider: 'simulator' } },
    });
    const candles = await ada.get(`/markets/candles/${symbol}?interval=1d`);
    t.is(candles.status, 200);
    t.true(candles.json.items.length > 200);
    t.is((await ada.get(`/markets/candles/${symbol}?interval=1h`)).status, 200);
  }
  const found = (await ada.get('/markets/search?q=crude%20oil')).json.items.map(
    ({ symbol }: { symbol: string }) => symbol,
  );
  t.true(found.includes('CL.COMM'), found.join());
  const { universe } = (await ada.get('/markets/movers?assetClass=commodity')).json;
  t.true(universe.symbols.includes('CL.COMM'));
  t.deepEqual(universe.missing, []);
});

test('EODHD provides quotes, daily candles and instruments of commodities', async (t) => {
  const { provider, stub } = await providerFor(t, 'eodhd', startEodhdStub());
  const offered = provider.capabilities
    .filter(({ assetClasses }) => assetClasses.includes('commodity'))
    .map(({ operation }) => operation);
  t.deepEqual(offered, ['quotes', 'candles', 'search', 'instrument']);
  stub.reply('/api/real-time/CL.COMM', {
    body: {
      code: 'CL.COMM',
      timestamp: 1_776_100_000,
      open: 74,
      high: 75,
      low: 73,
      close: 74.5,
      volume: 10,
      previousClose: 74,
    },
  });
  stub.reply('/api/eod/CL.COMM', {
    body: [{ date: '2026-04-13', open: 74, high: 75, low: 73, close: 74.5, adjusted_close: 74.5, volume: 10 }],
  });
  stub.reply('/api/search/CL', {
    body: [
      {
        Code: 'CL',
        Exchange: 'COMM',
        Name: 'Crude Oil',
        Type: 'Commodity',
        Country: 'USA',
        Currency: 'USD',
        ISIN: null,
      },
    ],
  });
  const oil = symbol('CL.COMM');
  t.is((await provider.quotes?.quotes(symbols('CL.COMM')))?.[0]?.price, 74.5);
  t.is((await provider.candles?.candles(oil, '1d', new Date('2026-04-13'), new Date('2026-04-14')))?.[0]?.close, 74.5);
  t.like(await provider.instrument?.instrument(oil), { symbol: 'CL.COMM', assetClass: 'commodity', currency: 'USD' });
});
