import test from 'ava';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { HOUR, serviceFor } from '../../../support/service-for.js';

test('the overview lists capabilities, pauses, refusals and the current routing', async (t) => {
  const eodhd = new FakeMarketProvider('eodhd').knows('BTC-USD.CC', 98_000);
  const finnhub = new FakeMarketProvider('finnhub', [
    { operation: 'quotes', assetClasses: ['equity'], venues: ['US'], delaySeconds: 0 },
    { operation: 'candles', assetClasses: ['equity'], intervals: ['1d'], delaySeconds: 900 },
  ]);
  finnhub.failure = 'not_entitled';
  eodhd.pausedMs = 2_500;
  const service = await serviceFor(t, { marketProviders: [eodhd, finnhub] });
  const caller = await service.signedIn();
  const until = new Date(service.clock.now() + 6 * HOUR).toISOString();
  await caller.get('/markets/quotes/AAPL.US');
  const { json } = await caller.get('/markets/providers');
  const [first, second, third] = json.items;
  t.deepEqual([first.name, first.title, first.configured, first.pausedSeconds], ['eodhd', 'The eodhd', true, 3]);
  t.deepEqual(second.capabilities[1], {
    operation: 'candles',
    assetClasses: ['equity'],
    venues: null,
    intervals: ['1d'],
    delaySeconds: 900,
  });
  t.deepEqual(second.refusals, [
    { code: 'not_entitled', operation: 'quotes', assetClass: 'equity', venue: 'US', interval: null, until },
  ]);
  t.deepEqual([third.configured, third.capabilities, third.status], [false, [], null]);
  const routeOf = (assetClass: string, operation: string) =>
    json.routing.find(
      (one: { assetClass: string; operation: string }) => one.assetClass === assetClass && one.operation === operation,
    )?.providers;
  t.deepEqual(routeOf('equity', 'quotes'), ['finnhub', 'eodhd'], 'paused providers come last');
  t.deepEqual(routeOf('crypto', 'quotes'), ['eodhd']);
  t.deepEqual(routeOf('equity', 'candles'), ['finnhub']);
  t.is(routeOf('fx', 'candles'), undefined);
});
