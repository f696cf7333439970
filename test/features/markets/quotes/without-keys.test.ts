import test from 'ava';
import { serviceFor } from '../../../support/service-for.js';

test('without API keys the simulator quotes shares, currencies and crypto-assets, labeled as simulator', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/quotes?symbol=AAPL.US,EURUSD.FOREX,BTC-USD.CC');
  t.deepEqual(
    json.items.map(
      ({ symbol, currency, provenance }: { symbol: string; currency: string; provenance: { provider: string } }) => [
        symbol,
        currency,
        provenance.provider,
      ],
    ),
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

test('providers with an API key have priority over those that need no key', async (t) => {
  const unreachable = 'http://127.0.0.1:1';
  const keyless = Object.fromEntries(
    ['COINBASE', 'KRAKEN', 'BINANCE', 'FRANKFURTER', 'ECB'].map((name) => [`SVC_${name}_BASE_URL`, unreachable]),
  );
  const keyed = {
    SVC_EODHD_API_KEY: 'one',
    SVC_EODHD_BASE_URL: unreachable,
    SVC_FINNHUB_API_KEY: 'two',
    SVC_FINNHUB_BASE_URL: unreachable,
  };
  const service = await serviceFor(t, { env: { ...keyless, ...keyed } });
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/providers');
  const routeOf = (assetClass: string, operation: string) =>
    json.routing.find(
      (one: { assetClass: string; operation: string }) => one.assetClass === assetClass && one.operation === operation,
    )?.providers;
  t.deepEqual(routeOf('equity', 'quotes'), ['eodhd', 'finnhub']);
  t.deepEqual(routeOf('crypto', 'quotes'), ['eodhd', 'coinbase', 'kraken', 'binance']);
  t.deepEqual(routeOf('fx', 'rates').slice(-2), ['frankfurter', 'ecb']);
  // SEC EDGAR needs the name of its caller, and sources of identifiers and economic series are chosen, which is not so
  // here.
  const others = /^markets\.(?:sec|openfigi|gleif|worldbank|ecbdata|dbnomics|fred)/;
  const items = (await caller.get('/health/feeds')).json.items.filter(
    ({ feed }: { feed: string }) => feed.startsWith('markets.') && !others.test(feed),
  );
  t.true(
    items.length >= 7 &&
      items.every(
        ({ status, failures }: { status: string; failures: unknown[] }) => status === 'ok' && failures.length === 0,
      ),
  );
});
