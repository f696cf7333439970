import 'reflect-metadata';
import test from 'ava';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { isProblem } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

// All tests use both providers; each test has its own symbols.
const [equities, coins] = [
  new FakeCandleProvider({ name: 'eodhd', assetClasses: ['equity', 'fx'] }),
  new FakeCandleProvider({ assetClasses: ['crypto'] }),
];
let service: TestService;
let ada: TestClient;

test.before(async () => {
  service = await startTestService({ marketProviders: [equities, coins] });
  service.clock.advance(Date.parse('2026-07-15T15:00:00Z') - service.clock.now());
  ada = await service.signedIn();
});
test.after.always(() => service.close());

test.serial('candles are returned with their interval, currency, gaps and provenance', async (t) => {
  const { status, json } = await ada.get('/markets/candles/msft.us?from=2026-07-13&to=2026-07-15&adjustment=none');
  t.is(status, 200);
  t.deepEqual(json.items, [
    { time: '2026-07-13T00:00:00.000Z', open: 116, high: 118, low: 113, close: 117, volume: 100 },
    { time: '2026-07-14T00:00:00.000Z', open: 101, high: 103, low: 98, close: 102, volume: 100 },
  ]);
  const { symbol, interval, currency, adjustment, gaps, provenance } = json;
  t.deepEqual(
    { symbol, interval, currency, adjustment, gaps },
    { symbol: 'MSFT.US', interval: '1d', currency: 'USD', adjustment: 'none', gaps: [] },
  );
  t.deepEqual(provenance, {
    provider: 'eodhd',
    asOf: '2026-07-14T20:00:00.000Z',
    fetchedAt: '2026-07-15T15:00:00.000Z',
    delaySeconds: 0,
    stale: false,
    warnings: [],
  });
});

test.serial('unchanged candles are a 304, also while the last one is open', async (t) => {
  for (const path of [
    '/markets/candles/BTC-EUR.CC?interval=1m',
    '/markets/candles/BTC-EUR.CC?interval=1h&from=2026-07-10&to=2026-07-11',
  ]) {
    const first = await ada.get(path);
    t.is(first.status, 200);
    const again = await ada.get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    t.is(again.status, 304);
  }
});

test.serial('an SVG chart is returned by Accept and at its own path', async (t) => {
  const byAccept = await ada.get('/markets/candles/ETH-USD.CC?interval=1h&theme=dark&width=640', {
    headers: { accept: 'image/svg+xml' },
  });
  t.is(byAccept.status, 200);
  t.is(byAccept.headers.get('content-type'), 'image/svg+xml');
  t.regex(byAccept.headers.get('vary') ?? '', /accept/i);
  t.regex(byAccept.text, /^<svg [^>]*width="640"/);
  t.regex(byAccept.text, /Simulated data/);
  const byPath = await ada.get('/markets/candles/ETH-USD.CC.svg?interval=1h&theme=dark&width=640');
  t.is(byPath.headers.get('content-type'), 'image/svg+xml');
  t.is(byPath.text, byAccept.text);
});

test.serial('a chart of vendor data is not labeled as simulated', async (t) => {
  const { text } = await ada.get('/markets/candles/AAPL.US.svg?interval=1w');
  t.regex(text, /AAPL\.US – Apple/);
  t.notRegex(text, /Simulated/);
});

test.serial('a chart has indicators over and below its prices, with the values of the indicators', async (t) => {
  const { status, text } = await ada.get(
    '/markets/candles/ETH-USD.CC.svg?overlay=sma:50,bbands&panel=rsi,macd:8:17&priceScale=log&height=700',
  );
  t.is(status, 200);
  for (const name of ['SMA 50', 'BBANDS 20, 2', 'RSI 14', 'MACD 8, 17, 9', 'log scale'])
    t.true(text.includes(name), name);
  const series = (await ada.get('/markets/indicators/ETH-USD.CC?indicator=rsi')).json;
  t.true(text.includes(`>${(series.items[0].lines[0].values.at(-1) as number).toFixed(2)}<`));
});

test.serial('a chart compares instruments in their own currencies, and names those without candles', async (t) => {
  const path = '/markets/candles/ETH-USD.CC.svg?from=2026-06-01&to=2026-07-01';
  const { status, text } = await ada.get(`${path}&compare=msft.us,MSFT.US,ETH-EUR.CC`);
  t.is(status, 200);
  t.regex(text, />MSFT\.US \(USD\) \d+\.\d</);
  t.regex(text, />ETH-EUR\.CC \(EUR\) \d+\.\d</);
  t.regex(text, /100 = close of /);
  const unknown = (await ada.get(`${path}&compare=MSFT.US,BRENT.COMM`)).json;
  t.like(unknown, { code: 'unprocessable', errors: [{ pointer: 'query/compare/1' }] });
  t.is((await ada.get(`${path}&compare=A.US,B.US,C.US,D.US,E.US`)).status, 400);
});

test.serial('an indicator in the wrong place of a chart is rejected with the right one', async (t) => {
  const refused = async (query: string) => (await ada.get(`/markets/candles/ETH-USD.CC.svg?${query}`)).json;
  const overlay = await refused('overlay=sma:50,rsi');
  t.is(overlay.code, 'invalid_request');
  t.like(overlay.errors, [{ pointer: 'query/overlay/1', detail: 'is drawn below the prices: use `panel`' }]);
  const panel = await refused('panel=ema:20');
  t.like(panel.errors, [{ pointer: 'query/panel/0', detail: 'is drawn over the prices: use `overlay`' }]);
  t.is((await refused('panel=rsi,macd,adx,obv')).code, 'invalid_request');
  t.is((await refused('overlay=nothing')).errors[0].pointer, 'query/overlay/0');
});

test.serial('invalid parameters are rejected with their pointer', async (t) => {
  const refused = async (query: string) =>
    (await ada.get(`/markets/candles/AAPL.US?${query}`)).json.errors?.map(
      ({ pointer }: { pointer: string }) => pointer,
    );
  t.deepEqual(await refused('interval=2m'), ['query/interval']);
  t.deepEqual(await refused('from=yesterday'), ['query/from']);
  t.deepEqual(await refused('from=2026-02-30'), ['query/from']);
  t.deepEqual(await refused('to=2026-07-01T25:00:00Z'), ['query/to']);
  t.deepEqual(await refused('adjustment=dividends'), ['query/adjustment']);
  t.deepEqual(await refused('bars=10'), ['query/bars']);
  t.deepEqual(await refused('from=2026-07-10&to=2026-07-09'), ['query/from']);
  t.is((await ada.get('/markets/candles/nonsense')).json.errors[0].pointer, 'path/symbol');
  isProblem(t, await ada.get('/markets/candles/EUR.FOREX'), 404, 'not_found');
});

test.serial('candles require signing in', async (t) => {
  isProblem(t, await service.client().get('/markets/candles/AAPL.US'), 401, 'unauthenticated');
});

test.serial('a vendor failure is not an internal error, and its message is not returned', async (t) => {
  for (const [code, status] of [
    ['not_found', 404],
    ['bad_answer', 503],
    ['budget_spent', 503],
    ['timeout', 503],
  ] as const) {
    coins.failure = new UpstreamError(code, 7_000, { detail: 'secret words of the vendor' });
    const answer = await ada.get(`/markets/candles/NEW-${code.slice(0, 2).toUpperCase()}.CC?interval=1h`);
    t.is(answer.status, status, code);
    t.is(answer.headers.get('retry-after'), status === 503 ? '7' : null);
    t.notRegex(answer.text, /secret words/);
  }
  coins.failure = undefined;
});

test.serial('5,000 candles are returned at once', async (t) => {
  const { json } = await ada.get(
    '/markets/candles/LTC-USD.CC?interval=1m&from=2026-07-10T00:00:00Z&to=2026-07-13T11:20:00Z',
  );
  t.is(json.items.length, 5_000);
  t.deepEqual(json.gaps, []);
});
