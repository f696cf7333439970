import test from 'ava';
import { serviceFor } from '../../../support/service-for.js';

test('without any key the simulator quotes shares, currencies and crypto-assets, and says that it does', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/quotes?symbol=AAPL.US,EURUSD.FOREX,BTC-USD.CC');
  t.deepEqual(
    json.items.map(({ symbol, currency, provenance }: { symbol: string; currency: string; provenance: { provider: string } }) => [
      symbol,
      currency,
      provenance.provider,
    ]),
    [
      ['AAPL.US', 'USD', 'simulator'],
      ['EURUSD.FOREX', 'USD', 'simulator'],
      ['BTC-USD.CC', 'USD', 'simulator'],
    ],
  );
  t.deepEqual(json.errors, []);
  const [simulator, ...others] = (await caller.get('/markets/providers')).json.items;
  t.deepEqual([simulator.name, simulator.configured], ['simulator', true]);
  t.true(others.length > 0 && others.every(({ configured }: { configured: boolean }) => !configured));
});

test('with keys their providers come first, and those that need none behind them', async (t) => {
  const nobody = 'http://127.0.0.1:1';
  const keyless = Object.fromEntries(['COINBASE', 'KRAKEN', 'BINANCE', 'FRANKFURTER', 'ECB'].map((name) => [`SVC_${name}_BASE_URL`, nobody]));
  const keyed = { SVC_EODHD_API_KEY: 'one', SVC_EODHD_BASE_URL: nobody, SVC_FINNHUB_API_KEY: 'two', SVC_FINNHUB_BASE_URL: nobody };
  const service = await serviceFor(t, { env: { ...keyless, ...keyed } });
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/providers');
  const way = (assetClass: string, operation: string) =>
    json.routing.find((one: { assetClass: string; operation: string }) => one.assetClass === assetClass && one.operation === operation)?.providers;
  t.deepEqual(way('equity', 'quotes'), ['eodhd', 'finnhub']);
  t.deepEqual(way('crypto', 'quotes'), ['eodhd', 'coinbase', 'kraken', 'binance']);
  t.deepEqual(way('fx', 'rates').slice(-2), ['frankfurter', 'ecb']);
  const { items } = (await caller.get('/health/feeds')).json;
  t.true(items.length >= 7 && items.every(({ status, failures }: { status: string; failures: unknown[] }) => status === 'ok' && failures.length === 0));
});
