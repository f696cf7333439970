import test from 'ava';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { isProblem } from '../../../support/is-problem.js';
import { DAY, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';

const everyone = { name: 'quotes-reader' } as const;
/**
 * A time relative to now, because the clock of a test service starts at the present time. A fixed day would soon be in
 * an earlier session.
 */
const tradedAt = new Date(Date.now() - MINUTE);
const market = () =>
  new FakeMarketProvider('eodhd')
    .knows('AAPL.US', 231.41, {
      previousClose: 230.57,
      open: 229.74,
      high: 233.22,
      low: 229.57,
      volume: 37_931_706,
      tradedAt,
    })
    .knows('EURUSD.FOREX', 1.0823)
    .knows('BTC-USD.CC', 98_123.5, { bid: 98_123, ask: 98_124 });

test('quotes of several asset classes are returned together, in the order requested, from one provider call', async (t) => {
  const provider = market();
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn(everyone.name);
  const { status, json } = await caller.get('/markets/quotes?symbol=BTC-USD.CC,aapl.us,EURUSD.FOREX,AAPL.US');
  t.is(status, 200);
  t.deepEqual(
    json.items.map(({ symbol, assetClass, currency, price }: Record<string, unknown>) => [
      symbol,
      assetClass,
      currency,
      price,
    ]),
    [
      ['BTC-USD.CC', 'crypto', 'USD', 98_123.5],
      ['AAPL.US', 'equity', 'USD', 231.41],
      ['EURUSD.FOREX', 'fx', 'USD', 1.0823],
    ],
  );
  t.deepEqual(json.errors, []);
  t.deepEqual(provider.asked, [['BTC-USD.CC', 'AAPL.US', 'EURUSD.FOREX']]);
});

test('a future trade time becomes null, and a missing currency is that of the exchange', async (t) => {
  const provider = new FakeMarketProvider('eodhd').knows('NEWCO.XETRA', 12.5, {
    currency: null,
    tradedAt: new Date(Date.UTC(2090, 0, 1)),
  });
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/quotes/NEWCO.XETRA');
  t.deepEqual([json.price, json.tradedAt, json.provenance.asOf, json.currency], [12.5, null, null, 'EUR']);
});

test('a quote has its change and its provenance', async (t) => {
  const service = await serviceFor(t, { marketProviders: [market()] });
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/quotes/aapl.us');
  t.deepEqual([json.change, json.changePercent], [0.84, 0.3643]);
  t.deepEqual(json.provenance, {
    provider: 'eodhd',
    asOf: tradedAt.toISOString(),
    fetchedAt: new Date(service.clock.now()).toISOString(),
    delaySeconds: 0,
    stale: false,
    warnings: [],
  });
  const bitcoin = (await caller.get('/markets/quotes/BTC-USD.CC')).json;
  t.deepEqual(
    [bitcoin.change, bitcoin.changePercent, bitcoin.tradedAt, bitcoin.marketState],
    [null, null, null, 'regular'],
  );
});

test('an invalid, unknown or unavailable symbol does not fail the others', async (t) => {
  const provider = market();
  provider.failure = (symbols) => (symbols.some(({ venue }) => venue === 'LSE') ? 'timeout' : undefined);
  const forLondon = new FakeMarketProvider('finnhub', [
    { operation: 'quotes', assetClasses: ['equity'], venues: ['LSE'], delaySeconds: 0 },
  ]);
  forLondon.failure = 'timeout';
  const rest = new FakeMarketProvider('eodhd', [
    { operation: 'quotes', assetClasses: ['equity'], venues: ['US'], delaySeconds: 0 },
  ]).knows('AAPL.US', 231);
  const service = await serviceFor(t, { marketProviders: [rest, forLondon] });
  const { status, json } = await (await service.signedIn()).get(
    '/markets/quotes?symbol=no%20symbol,NOSUCH.US,VOD.LSE,X.FOREX,AAPL.US,GSPC.INDX',
  );
  t.is(status, 200);
  t.deepEqual(
    json.items.map(({ symbol }: { symbol: string }) => symbol),
    ['AAPL.US'],
  );
  t.deepEqual(
    json.errors.map(({ symbol, code }: { symbol: string; code: string }) => [symbol, code]),
    [
      ['no symbol', 'invalid_symbol'],
      ['NOSUCH.US', 'not_found'],
      ['VOD.LSE', 'unavailable'],
      ['X.FOREX', 'invalid_symbol'],
      ['GSPC.INDX', 'not_found'],
    ],
  );
});

test('at most 200 symbols are accepted', async (t) => {
  const service = await serviceFor(t, { marketProviders: [market()] });
  const caller = await service.signedIn();
  const symbols = Array.from({ length: 201 }, (_, index) => `S${index}.US`);
  const most = await caller.get(`/markets/quotes?symbol=${symbols.slice(1).join()}`);
  t.deepEqual([most.status, most.json.errors.length], [200, 200]);
  isProblem(t, await caller.get(`/markets/quotes?symbol=${symbols.join()}`), 400, 'invalid_request', 'query/symbol');
  isProblem(t, await caller.get('/markets/quotes'), 400, 'invalid_request', 'query/symbol');
});

test('an unknown symbol is 404 and is not requested again at once', async (t) => {
  const provider = market();
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn();
  for (let call = 0; call < 3; call += 1) isProblem(t, await caller.get('/markets/quotes/NOSUCH.US'), 404, 'not_found');
  t.is(provider.asked.length, 1);
  service.clock.advance(40 * SECOND);
  provider.knows('NOSUCH.US', 5);
  t.is((await caller.get('/markets/quotes/NOSUCH.US')).json.price, 5);
});

test('a symbol reported as unknown becomes unavailable when its providers fail', async (t) => {
  const provider = market();
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn();
  isProblem(t, await caller.get('/markets/quotes/NOSUCH.US'), 404, 'not_found');
  provider.failure = 'rate_limited';
  service.clock.advance(40 * SECOND);
  isProblem(t, await caller.get('/markets/quotes/NOSUCH.US'), 503, 'unavailable');
});

test('when no provider answers the response is 503 with Retry-After, and it is not cached', async (t) => {
  const provider = market();
  provider.failure = 'rate_limited';
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn();
  const refused = await caller.get('/markets/quotes/AAPL.US');
  t.deepEqual([refused.status, refused.json.code, refused.headers.get('retry-after')], [503, 'unavailable', '30']);
  provider.failure = undefined;
  t.is((await caller.get('/markets/quotes/AAPL.US')).status, 200);
});

test('a fresh quote causes no provider call, and concurrent requests share one', async (t) => {
  const provider = market();
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn();
  const answers = await Promise.all(Array.from({ length: 10 }, () => caller.get('/markets/quotes/AAPL.US')));
  t.true(answers.every(({ status }) => status === 200));
  service.clock.advance(59 * SECOND);
  const { headers } = await caller.get('/markets/quotes/AAPL.US');
  t.is(provider.asked.length, 1);
  const again = await caller.get('/markets/quotes/AAPL.US', {
    headers: { 'if-none-match': headers.get('etag') as string },
  });
  t.is(again.status, 304);
});

test('a quote that cannot be refreshed is served, marked stale', async (t) => {
  const provider = market();
  const service = await serviceFor(t, { marketProviders: [provider] });
  const caller = await service.signedIn();
  const fetchedAt = (await caller.get('/markets/quotes/AAPL.US')).json.provenance.fetchedAt;
  provider.failure = 'timeout';
  service.clock.advance(10 * MINUTE);
  const { json } = await caller.get('/markets/quotes/AAPL.US');
  t.deepEqual([json.price, json.provenance.stale, json.provenance.fetchedAt], [231.41, true, fetchedAt]);
  provider.failure = undefined;
  t.false((await caller.get('/markets/quotes/AAPL.US')).json.provenance.stale);
  provider.failure = 'timeout';
  service.clock.advance(2 * DAY);
  const later = await service.signedIn();
  isProblem(t, await later.get('/markets/quotes/AAPL.US'), 503, 'unavailable');
});

test('a symbol that the first provider does not know is requested from the next, with a warning', async (t) => {
  const first = new FakeMarketProvider('coinbase').knows('BTC-USD.CC', 98_000);
  const next = new FakeMarketProvider('kraken').knows('ETH-USD.CC', 3_000);
  const service = await serviceFor(t, { marketProviders: [first, next] });
  const { json } = await (await service.signedIn()).get('/markets/quotes?symbol=BTC-USD.CC,ETH-USD.CC');
  t.deepEqual(
    json.items.map(({ provenance }: { provenance: { provider: string; warnings: string[] } }) => [
      provenance.provider,
      provenance.warnings,
    ]),
    [
      ['coinbase', []],
      ['kraken', ['The coinbase was tried first: The upstream does not know what was asked for.']],
    ],
  );
  t.deepEqual(next.asked, [['ETH-USD.CC']]);
});

test('a refusal of a mixed request is narrowed down to the asset class that the plan excludes', async (t) => {
  const first = market();
  first.failure = (symbols) => (symbols.some(({ venue }) => venue === 'FOREX') ? 'not_entitled' : undefined);
  const next = new FakeMarketProvider('kraken').knows('EURUSD.FOREX', 1.08);
  const service = await serviceFor(t, { marketProviders: [first, next] });
  const caller = await service.signedIn();
  const { json } = await caller.get('/markets/quotes?symbol=BTC-USD.CC,EURUSD.FOREX');
  t.deepEqual(
    json.items.map(({ provenance }: { provenance: { provider: string } }) => provenance.provider),
    ['eodhd', 'kraken'],
  );
  service.clock.advance(2 * MINUTE);
  const asked = first.asked.length;
  await caller.get('/markets/quotes/EURUSD.FOREX');
  t.is(first.asked.length, asked, 'the refused class is not requested again');
});
