import 'reflect-metadata';
import test from 'ava';
import { type Capability, MarketProviders } from '../../../../src/features/markets/providers/market-provider.js';
import { MarketRouter } from '../../../../src/features/markets/routing/market-router.service.js';
import type { Requirement } from '../../../../src/features/markets/routing/requirement.js';
import { UpstreamError, type UpstreamFailureCode } from '../../../../src/upstream/upstream-error.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import { failureOf } from '../../../support/upstream-for.js';

const candles: Capability = {
  operation: 'candles',
  assetClasses: ['equity'],
  intervals: ['1m', '1d'],
  delaySeconds: 900,
};
const daily: Requirement = { operation: 'candles', assetClass: 'equity', venue: 'US', interval: '1d' };

function routing(...providers: FakeMarketProvider[]) {
  const clock = new ManualClock();
  return { clock, router: new MarketRouter(new MarketProviders(providers), clock) };
}
/** Routes a request and returns the providers queried; the named ones fail as given. */
async function queriedBy(
  router: MarketRouter,
  requirement: Requirement,
  failures: Record<string, UpstreamFailureCode> = {},
) {
  const asked: string[] = [];
  const routed = await router.route(requirement, async ({ provider: { name } }) => {
    asked.push(name);
    if (failures[name]) throw new UpstreamError(failures[name]);
    return name;
  });
  return { asked, ...routed };
}

test('candidates are matched by operation, asset class, venue and interval', (t) => {
  const eodhd = new FakeMarketProvider('eodhd', [candles]);
  const finnhub = new FakeMarketProvider('finnhub', [{ ...candles, venues: ['US'], intervals: ['1d'] }]);
  const coinbase = new FakeMarketProvider('coinbase', [{ ...candles, assetClasses: ['crypto'] }]);
  const { router } = routing(finnhub, eodhd, coinbase);
  const names = (requirement: Requirement) => router.candidates(requirement).map(({ provider }) => provider.name);
  t.deepEqual(names(daily), ['finnhub', 'eodhd']);
  t.deepEqual(names({ ...daily, venue: 'LSE' }), ['eodhd']);
  t.deepEqual(names({ ...daily, interval: '1m' }), ['eodhd']);
  t.deepEqual(names({ ...daily, assetClass: 'crypto', venue: 'CC' }), ['coinbase']);
  t.deepEqual(names({ operation: 'search' }), []);
});

test('when the first provider fails the next one answers, with a warning', async (t) => {
  const { router } = routing(new FakeMarketProvider('eodhd', [candles]), new FakeMarketProvider('finnhub', [candles]));
  const { asked, provider, warnings } = await queriedBy(router, daily, { eodhd: 'timeout' });
  t.deepEqual(asked, ['eodhd', 'finnhub']);
  t.is(provider.name, 'finnhub');
  t.deepEqual(warnings, ['The eodhd was tried first: The upstream did not answer in time.']);
  t.deepEqual((await queriedBy(router, daily)).warnings, []);
});

test('paused providers are queried last', async (t) => {
  const eodhd = new FakeMarketProvider('eodhd', [candles]);
  const { router } = routing(eodhd, new FakeMarketProvider('finnhub', [candles]));
  eodhd.pausedMs = 5_000;
  const { asked, warnings } = await queriedBy(router, daily);
  t.deepEqual(asked, ['finnhub']);
  t.deepEqual(warnings, ['The eodhd has priority but was skipped: calls to it are paused.']);
  t.deepEqual((await queriedBy(router, daily, { finnhub: 'timeout' })).asked, ['finnhub', 'eodhd']);
});

test('a refusal is remembered for hours, for the same operation, asset class, venue and interval only', async (t) => {
  const { router, clock } = routing(
    new FakeMarketProvider('finnhub', [candles]),
    new FakeMarketProvider('eodhd', [candles]),
  );
  t.deepEqual((await queriedBy(router, daily, { finnhub: 'not_entitled' })).asked, ['finnhub', 'eodhd']);
  t.deepEqual((await queriedBy(router, daily)).asked, ['eodhd']);
  t.deepEqual((await queriedBy(router, { ...daily, interval: '1m' })).asked, ['finnhub']);
  t.deepEqual((await queriedBy(router, { ...daily, venue: 'LSE' })).asked, ['finnhub']);
  t.deepEqual(
    router.refusals().map(({ provider, requirement, code }) => [provider, requirement, code]),
    [['finnhub', daily, 'not_entitled']],
  );
  clock.advance(6 * HOUR);
  t.deepEqual((await queriedBy(router, daily)).asked, ['finnhub']);
  t.deepEqual(router.refusals(), []);
});

test('a refusal after an earlier success concerns that instrument only', async (t) => {
  const { router } = routing(new FakeMarketProvider('finnhub', [candles]), new FakeMarketProvider('eodhd', [candles]));
  await queriedBy(router, daily);
  await queriedBy(router, daily, { finnhub: 'not_entitled' });
  t.deepEqual((await queriedBy(router, daily)).asked, ['finnhub']);
});

test('a provider that rejects the key is not queried for minutes', async (t) => {
  const { router, clock } = routing(
    new FakeMarketProvider('finnhub', [candles]),
    new FakeMarketProvider('eodhd', [candles]),
  );
  await queriedBy(router, daily, { finnhub: 'unauthorized' });
  t.deepEqual((await queriedBy(router, { ...daily, interval: '1m' })).asked, ['eodhd']);
  clock.advance(10 * MINUTE);
  t.deepEqual((await queriedBy(router, daily)).asked, ['finnhub']);
});

test('a symbol is unknown only if no provider has it and none failed', async (t) => {
  const { router } = routing(new FakeMarketProvider('finnhub', [candles]), new FakeMarketProvider('eodhd', [candles]));
  t.is((await queriedBy(router, daily, { finnhub: 'not_found' })).provider.name, 'eodhd');
  const code = async (finnhub: UpstreamFailureCode, eodhd: UpstreamFailureCode) =>
    (await failureOf(queriedBy(router, daily, { finnhub, eodhd }))).code;
  t.is(await code('not_found', 'not_found'), 'not_found');
  t.is(await code('not_found', 'timeout'), 'timeout', 'the second provider may know it');
  t.is(await code('rate_limited', 'not_found'), 'rate_limited');
});

test('missing capabilities, rejected keys and failures have different codes', async (t) => {
  const { router } = routing(new FakeMarketProvider('finnhub', [candles]));
  t.is((await failureOf(queriedBy(router, { operation: 'search' }))).code, 'not_entitled');
  t.is((await failureOf(queriedBy(router, daily, { finnhub: 'unauthorized' }))).code, 'unauthorized');
  t.is((await failureOf(queriedBy(router, daily))).code, 'unauthorized', 'it is remembered');
});

test('an internal error is not treated as a provider failure', async (t) => {
  const { router } = routing(new FakeMarketProvider('finnhub', [candles]), new FakeMarketProvider('eodhd', [candles]));
  const mistake = router.route(daily, async () => {
    throw new RangeError('a mistake');
  });
  await t.throwsAsync(mistake, { instanceOf: RangeError, message: 'a mistake' });
});
