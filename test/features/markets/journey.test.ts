import test from 'ava';
import { serviceFor } from '../../support/service-for.js';

interface Leg {
  from: string;
  to: string;
  rate: number;
}

test('a new user finds a share, watches three markets and converts prices, all labeled as simulated', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn('ada');

  const symbols = ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'];
  const found = (await ada.get('/markets/search?q=apple')).json.items[0].symbol;
  const { json: watchlist } = await ada.post('/markets/watchlists', { name: 'Mine', symbols: [found, 'NOSUCH.US'] });
  const path = `/markets/watchlists/${watchlist.id}`;
  for (const symbol of ['eurusd.forex', 'btc-usd.cc']) t.is((await ada.put(`${path}/symbols/${symbol}`)).status, 200);
  t.is(
    (await ada.patch('/users/me/preferences', { defaultWatchlistId: watchlist.id })).json.defaultWatchlistId,
    watchlist.id,
  );

  const { json: quotes } = await ada.get(`${path}/quotes`);
  t.deepEqual(quotes, (await ada.get(`/markets/quotes?symbol=AAPL.US,NOSUCH.US,EURUSD.FOREX,BTC-USD.CC`)).json);
  const price = new Map<string, number>();
  for (const { symbol, price: at, provenance } of quotes.items) {
    price.set(symbol, at);
    t.is(provenance.provider, 'simulator');
  }
  t.deepEqual([...price.keys()], symbols);
  t.like(quotes.errors, [{ symbol: 'NOSUCH.US', code: 'not_found' }]);

  const { json: rates } = await ada.get('/markets/fx/rates?base=EUR&quote=USD,JPY');
  t.is(rates.provenance.provider, 'simulator');
  const { json: cost } = await ada.get(`/markets/fx/convert?amount=${price.get('AAPL.US')}&base=USD&quote=EUR`);
  t.is(cost.provenance.provider, 'simulator');
  t.true(Math.abs(Number(cost.result) * rates.items[0].rate - (price.get('AAPL.US') as number)) < 0.02);
  const { json: coin } = await ada.get('/markets/fx/convert?amount=1&base=BTC&quote=JPY');
  t.deepEqual([coin.path[0].base, coin.path[0].rate, coin.path.at(-1).quote], ['BTC', price.get('BTC-USD.CC'), 'JPY']);
  t.true(Math.abs(coin.path.reduce((product: number, { rate }: Leg) => product * rate, 1) / coin.rate - 1) < 1e-12);

  t.is((await ada.delete(`${path}/symbols/NOSUCH.US`)).status, 200);
  t.deepEqual((await ada.get('/users/me/export')).json.watchlists[0].symbols, symbols);
});
