import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import { MarketsApi } from '../../../src/features/markets/markets.api.js';
import { MarketsChartsApi } from '../../../src/features/markets/markets.charts.api.js';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { closing, ListedCandles } from '../markets/listed-candles.js';

let service: TestService;
let ada: TestClient;
const days = ['2026-05-21', '2026-05-22', '2026-05-26', '2026-05-27'];
/** Returns one mark of each kind on the second day. */
const marks = async (_: string, { symbol }: { symbol: string }, kinds: readonly string[]) =>
  kinds.map((kind) => ({
    time: new Date(`${days[1]}T00:00:00Z`),
    letter: kind.charAt(0).toUpperCase(),
    kind: [kind, kind],
    text: `${kind} of ${symbol}`,
    color: 'line4',
  }));
test.before(async () => {
  const candles = new ListedCandles({
    'AAPL.US': { candles: closing([200, 210, 220, 190], days) },
    'MSFT.US': { candles: closing([100, 70, 110, 0], days) },
    'BTC-USD.CC': {
      candles: closing(
        [1_000, 1_100, 1_200, 1_300, 900],
        ['2026-05-22', '2026-05-23', '2026-05-24', '2026-05-26', '2026-05-27'],
      ),
      provider: 'simulator',
    },
    'NEW.US': { candles: [] },
  });
  candles.failing = ({ symbol }) =>
    symbol === 'DOWN.US' ? new Problem('unavailable', { headers: { 'Retry-After': '30' } }) : undefined;
  const prices = { candles: (symbol: string, request: object) => candles.read(symbol, request) };
  service = await startTestService({
    env: { SVC_SHARED_VIEW_LIMIT: '1000' },
    replace: (services) => {
      Object.assign(services.get(MarketsApi), prices);
      Object.assign(services.get(MarketsChartsApi), { marks });
    },
  });
  ada = await service.signedIn();
});
test.after.always(() => service?.close());

const range = { from: '2026-05-21', to: '2026-05-28' };
const evaluate = (series: Array<object | string>, more: object = {}) =>
  ada.post('/graphs/charts/evaluate', {
    ...range,
    series: series.map((one) => (typeof one === 'string' ? { expression: one } : one)),
    ...more,
  });
/** Returns the values of a series by day. */
const byDay = ({ json }: { json: { times: string[]; items: Array<{ values: Array<number | null> }> } }, series = 0) =>
  Object.fromEntries(json.times.map((time, index) => [time.slice(5, 10), json.items[series]?.values[index]]));
const placesOf = ({ json }: { json: { errors: Array<{ pointer: string; line?: number; column?: number }> } }) =>
  json.errors.map(({ pointer, line, column }) => [pointer, line, column]);

test('series are computed at common times, and a division by zero has no value', async (t) => {
  const { status, json } = await evaluate(['AAPL.US / MSFT.US', 'rebase(AAPL.US)', 'AAPL.US * BTC-USD.CC', '70']);
  t.is(status, 200);
  t.deepEqual(byDay({ json }), { '05-21': 2, '05-22': 3, '05-26': 2, '05-27': null });
  t.deepEqual(byDay({ json }, 1), { '05-21': 100, '05-22': 105, '05-26': 110, '05-27': 95 });
  t.deepEqual(byDay({ json }, 2), { '05-21': null, '05-22': 210_000, '05-26': 286_000, '05-27': 171_000 });
  t.deepEqual(byDay({ json }, 3), { '05-21': 70, '05-22': 70, '05-26': 70, '05-27': 70 });
  t.deepEqual(
    json.sources.map(
      ({ name, currency, provenance }: { name: string; currency: string; provenance: { provider: string } }) => [
        name,
        currency,
        provenance.provider,
      ],
    ),
    [
      ['AAPL.US', 'USD', 'eodhd'],
      ['MSFT.US', 'USD', 'eodhd'],
      ['BTC-USD.CC', 'USD', 'simulator'],
    ],
  );
});

test('with last known values a combination has the times of either series', async (t) => {
  const answer = await evaluate(['BTC-USD.CC / AAPL.US'], { join: 'last_known' });
  t.deepEqual(byDay(answer), {
    '05-22': 4.761904761905,
    '05-23': 5.238095238095,
    '05-24': 5.714285714286,
    '05-26': 5.909090909091,
    '05-27': 4.736842105263,
  });
});

test('averages look back beyond the range, and rebasing begins in it', async (t) => {
  const answer = await evaluate(['sma(AAPL.US, 2)', 'rebase(AAPL.US, 1)'], { from: '2026-05-26' });
  t.deepEqual(
    [byDay(answer), byDay(answer, 1)],
    [
      { '05-26': 215, '05-27': 205 },
      { '05-26': 1, '05-27': 0.863636363636 },
    ],
  );
});

test('unknown symbols and portfolios are reported with their positions, and an unavailable symbol is a 503', async (t) => {
  const answer = await evaluate(['AAPL.US +\n NOSUCH.US', 'portfolio("Nothing") * 2']);
  isProblem(t, answer, 422, 'unprocessable', '/series/0/expression', '/series/1/expression');
  t.deepEqual(placesOf(answer), [
    ['/series/0/expression', 2, 2],
    ['/series/1/expression', 1, 1],
  ]);
  const down = await evaluate(['DOWN.US']);
  t.deepEqual([down.status, down.headers.get('retry-after')], [503, '30']);
  const wrong = await evaluate(['AAPL.US ^']);
  t.deepEqual([wrong.status, ...placesOf(wrong)], [400, ['/series/0/expression', 1, 10]]);
  t.deepEqual((await evaluate(['NEW.US'])).json.warnings, ['NEW.US has no candles in this range.']);
  t.deepEqual(placesOf(await evaluate(['twr("x")'], { interval: '1h' })), [['/interval', undefined, undefined]]);
});

test('portfolios are found by name and id, with their value and their return', async (t) => {
  const bob = await service.signedIn();
  const { id } = (await bob.post('/portfolios', { name: "Bob's", baseCurrency: 'USD' })).json;
  const add = (entry: object) => bob.post(`/portfolios/${id}/transactions`, { currency: 'USD', ...entry });
  await add({ type: 'deposit', amount: '4000', tradedAt: '2026-05-21' });
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '10', price: '200', tradedAt: '2026-05-21' });
  await add({ type: 'deposit', amount: '1000', tradedAt: '2026-05-26' });
  const series = [`portfolio("Bob's")`, `twr('${id}')`, `portfolio("${id}") - AAPL.US`].map((expression) => ({
    expression,
  }));
  const answer = await bob.post('/graphs/charts/evaluate', { ...range, from: '2026-05-22', series });
  t.is(answer.status, 200, answer.text);
  t.like(byDay(answer), { '05-22': 4_100, '05-23': 4_100, '05-26': 5_200, '05-27': 4_900 });
  t.like(byDay(answer, 1), { '05-22': 102.5 });
  t.like(byDay(answer, 2), { '05-22': 3_890, '05-23': null });
  t.deepEqual(answer.json.sources[0], { name: "Bob's", type: 'portfolio', currency: 'USD', provenance: null });
  t.regex((await evaluate([`portfolio("${id}")`])).json.detail, /^The chart cannot be computed/);
  await bob.post('/portfolios', { name: "Bob's", baseCurrency: 'USD' });
  t.regex(
    (await bob.post('/graphs/charts/evaluate', { series: [{ expression: `portfolio("Bob's")` }] })).json.errors[0]
      .detail,
    /several of your portfolios/,
  );
});

test('a saved chart is returned as JSON and CSV, and drawn as SVG and PNG', async (t) => {
  const series = [
    { name: 'Ratio', expression: 'AAPL.US / MSFT.US' },
    { name: '=1+1', expression: 'BTC-USD.CC', axis: 'right', style: 'bars' },
  ];
  const { id } = (await ada.post('/graphs/charts', { name: 'Apple & <Microsoft>', series, ...range })).json;
  t.deepEqual(byDay(await ada.get(`/graphs/charts/${id}/data`)), {
    '05-21': 2,
    '05-22': 3,
    '05-23': null,
    '05-24': null,
    '05-26': 2,
    '05-27': null,
  });
  const csv = await ada.get(`/graphs/charts/${id}/data?format=csv`);
  t.deepEqual(csv.text.split('\r\n').slice(0, 3), [
    "time,Ratio,'=1+1",
    '2026-05-21T00:00:00.000Z,2,',
    '2026-05-22T00:00:00.000Z,3,1000',
  ]);
  const svg = await ada.get(`/graphs/charts/${id}/image.svg?theme=dark`);
  t.regex(svg.text, /<title>Apple &amp; &lt;Microsoft&gt;<\/title>/);
  t.regex(svg.text, /Partly simulated data/);
  const png = await ada.get(`/graphs/charts/${id}/image.png`);
  t.is(png.headers.get('content-type'), 'image/png');
});

test('a shared chart shows its values and nothing else of the account, until sharing ends', async (t) => {
  const series = [{ name: 'Ratio', expression: 'AAPL.US / MSFT.US' }];
  const { id } = (await ada.post('/graphs/charts', { name: 'Shared', series, ...range })).json;
  const viewer = service.client();
  const first = (await ada.post(`/graphs/charts/${id}/share`)).json;
  const path = (share: { path: string }) => share.path.replace('/api/v1', '');
  const view = await viewer.get(path(first));
  t.is(view.status, 200);
  t.deepEqual(Object.keys(view.json), ['name', 'interval', 'from', 'to', 'providers', 'times', 'items', 'nextCursor']);
  t.deepEqual(Object.keys(view.json.items[0]), ['name', 'axis', 'style', 'values']);
  t.deepEqual(byDay(view), { '05-21': 2, '05-22': 3, '05-26': 2 });
  t.deepEqual(
    ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => view.headers.get(name)),
    ['no-store', 'no-referrer', 'noindex, nofollow, noarchive'],
  );
  const image = await viewer.get(`${path(first)}/image.svg`);
  t.deepEqual(
    [image.status, image.headers.get('cache-control'), image.headers.get('x-robots-tag')],
    [200, 'no-store', 'noindex, nofollow, noarchive'],
  );
  const png = await viewer.get(`${path(first)}/image.png`);
  t.deepEqual([png.status, png.headers.get('cache-control')], [200, 'no-store']);
  const csv = await viewer.get(`${path(first)}?format=csv`);
  t.deepEqual([csv.text.split('\r\n')[0], csv.headers.get('cache-control')], ['time,Ratio', 'no-store']);

  const stored = await service.database.database.query('select share_hash from graphs where id = $1', [id]);
  t.false(JSON.stringify(stored).includes(first.token));

  const second = (await ada.post(`/graphs/charts/${id}/share`)).json;
  t.deepEqual([(await viewer.get(path(first))).status, (await viewer.get(path(second))).status], [404, 200]);
  t.is((await ada.get(`/graphs/charts/${id}`)).json.sharedAt, second.sharedAt);
  t.is((await ada.delete(`/graphs/charts/${id}/share`)).status, 204);
  isProblem(t, await viewer.get(path(second)), 404, 'not_found');
  isProblem(t, await viewer.get(`${path(second)}/image.svg`), 404, 'not_found');
  t.is((await ada.get(`/graphs/charts/${id}`)).json.sharedAt, null);
});

test('viewers of a shared chart that cannot be computed do not see the reason, and a deleted chart is not found', async (t) => {
  const { id } = (await ada.post('/graphs/charts', { name: 'Broken', series: [{ expression: 'NOSUCH.US' }] })).json;
  const path = (await ada.post(`/graphs/charts/${id}/share`)).json.path.replace('/api/v1', '');
  const { status, json, text } = await service.client().get(path);
  t.deepEqual([status, json.errors, text.includes('NOSUCH')], [422, undefined, false]);
  await ada.delete(`/graphs/charts/${id}`);
  isProblem(t, await service.client().get(path), 404, 'not_found');
});

test('the image of a chart has indicators of its first series and other symbols from 100', async (t) => {
  const drawn = async (options: object) => {
    const created = await ada.post('/graphs/charts', { ...range, name: 'Drawn', ...options });
    t.is(created.status, 201, created.text);
    return ada.get(`/graphs/charts/${created.json.id}/image.svg?height=700`);
  };
  const indicators = await drawn({
    series: [{ expression: 'AAPL.US' }],
    overlay: ['sma:2', 'bbands:2:1'],
    panel: ['rsi:2', 'macd:1:2:1'],
    scale: 'log',
  });
  t.is(indicators.status, 200);
  for (const text of ['SMA 2 205.0', 'BBANDS 2, 1 205.0', 'RSI 2', 'MACD 1, 2, 1', 'log scale', '>USD<'])
    t.true(indicators.text.includes(text), text);
  const compared = await drawn({ series: [{ expression: 'AAPL.US' }], compare: ['btc-usd.cc'] });
  t.is(compared.status, 200);
  for (const text of ['AAPL.US 95.0', 'BTC-USD.CC 90.0', '>Index<', '100 = first point'])
    t.true(compared.text.includes(text), text);
  const unknown = await drawn({ series: [{ expression: 'AAPL.US' }], compare: ['MSFT.US', 'GONE.US'] });
  t.is(unknown.status, 422);
  t.deepEqual(
    unknown.json.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/compare/1'],
  );
});

test('options of an image that cannot be drawn are rejected when the chart is saved', async (t) => {
  const refused = async (options: object) => {
    const answer = await ada.post('/graphs/charts', { name: 'No', series: [{ expression: 'AAPL.US' }], ...options });
    t.is(answer.status, 400);
    return answer.json.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  t.deepEqual(await refused({ overlay: ['sma:20', 'rsi'] }), ['/overlay/1']);
  t.deepEqual(await refused({ overlay: ['vwap'] }), ['/overlay/0']);
  t.deepEqual(await refused({ panel: ['atr:14'] }), ['/panel/0']);
  t.deepEqual(await refused({ overlay: Array.from({ length: 7 }, (_, index) => `sma:${index + 2}`) }), ['/overlay']);
  t.deepEqual(await refused({ compare: ['nothing'] }), ['/compare']);
  t.deepEqual(await refused({ compare: ['AAPL.US', 'EUR.FOREX'] }), ['/compare/1']);
  t.deepEqual(await refused({ scale: 'square' }), ['/scale']);
  t.deepEqual(await refused({ marks: ['births'] }), ['/marks']);
  t.deepEqual(await refused({ series: [{ expression: '7' }, { expression: 'AAPL.US' }], overlay: ['sma:20'] }), [
    '/series/0',
  ]);
});

test('marks of a chart name the symbol if there are several, and a shared image has no events', async (t) => {
  const options = { ...range, marks: ['splits', 'events'] };
  const saved = async (series: string[], name: string) =>
    (await ada.post('/graphs/charts', { ...options, name, series: series.map((expression) => ({ expression })) })).json;
  const one = await saved(['AAPL.US'], 'Marked');
  const own = await ada.get(`/graphs/charts/${one.id}/image.svg`);
  t.is(own.status, 200);
  for (const text of ['splits of AAPL.US', 'events of AAPL.US']) t.true(own.text.includes(text), text);
  t.false(own.text.includes('AAPL.US: '));
  const { path } = (await ada.post(`/graphs/charts/${one.id}/share`)).json;
  const shared = await service.client().get(`${path.replace('/api/v1', '')}/image.svg`);
  t.is(shared.status, 200);
  t.true(shared.text.includes('splits of AAPL.US'));
  t.false(shared.text.includes('events of'));
  const several = await saved(['AAPL.US', 'MSFT.US'], 'Marked twice');
  const both = await ada.get(`/graphs/charts/${several.id}/image.svg`);
  t.true(both.text.includes('MSFT.US: splits of MSFT.US'));
  const none = await ada.patch(`/graphs/charts/${several.id}`, { marks: ['none', 'splits'] });
  t.is(none.status, 200);
  t.false((await ada.get(`/graphs/charts/${several.id}/image.svg`)).text.includes('splits of'));
});
