import { DAY_MS } from '../../../../src/time/durations.js';
import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { CandlesService } from '../../../../src/features/markets/candles/candles.service.js';
import { isProblem, problemOf } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';
import { closing, ListedCandles } from '../listed-candles.js';

const closes = Array.from({ length: 1_000 }, (_, index) => 100 + 10 * Math.sin(index / 9) + (index % 7));
const daily = { candles: closing(closes, { start: '2024-01-01T00:00:00Z', stepMs: DAY_MS }) };
const coin = (name: string) => `${name}-USD.CC`;
const candles = new ListedCandles({
  ...Object.fromEntries(['BTC', 'ETH', 'SOL', 'XRP', 'BAD'].map((name) => [coin(name), daily])),
  // One-minute candles of two sessions of 15 minutes, before and after a weekend.
  'AAPL.US': {
    candles: ['2026-11-20T14:30:00Z', '2026-11-23T14:30:00Z'].flatMap((start) =>
      closing(closes.slice(0, 15), { start, stepMs: 60_000 }),
    ),
  },
});
candles.failing = ({ symbol, count }) =>
  symbol === coin('BAD') && count !== undefined ? new Problem('unavailable') : undefined;
const askedFor = (symbol: string) => candles.asked.filter((one) => one.symbol === symbol);

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService({
    replace: (services) => services.set(CandlesService, candles as unknown as CandlesService),
  });
  ada = await service.signedIn();
});
test.after.always(() => service?.close());

const read = (query: string, symbol = coin('BTC')) => ada.get(`/markets/indicators/${symbol}?${query}`);
/** Returns the values of the first line. */
const line = async (query: string, symbol?: string) => (await read(query, symbol)).json.items[0].lines[0].values;

test('indicators are returned with all parameters and one value per time, in the order requested', async (t) => {
  const { json } = await read('indicator=macd,sma:5,bbands,obv&from=2024-06-01&to=2024-07-01');
  t.deepEqual(
    json.items.map(
      ({ indicator, overlay, lines }: { indicator: string; overlay: boolean; lines: Array<{ name: string }> }) => [
        indicator,
        overlay,
        lines.map(({ name }) => name).join(' '),
      ],
    ),
    [
      ['macd:12:26:9', false, 'macd signal histogram'],
      ['sma:5', true, 'sma'],
      ['bbands:20:2', true, 'upper middle lower'],
      ['obv', false, 'obv'],
    ],
  );
  t.is(json.times.length, 30);
  t.is(json.times[0], '2024-06-01T00:00:00.000Z');
  for (const { lines } of json.items) for (const { values } of lines) t.is(values.length, 30);
  t.deepEqual(
    [json.symbol, json.interval, json.currency, json.adjustment, json.provenance.provider],
    ['BTC-USD.CC', '1d', 'USD', 'splits', 'eodhd'],
  );
});

test('a value of sma:5 is the mean of five closes', async (t) => {
  const values = await line('indicator=sma:5&from=2024-01-06&to=2024-01-07');
  t.is(values.length, 1);
  t.true(Math.abs(values[0] - closes.slice(1, 6).reduce((sum, close) => sum + close, 0) / 5) < 1e-9);
});

for (const indicator of ['ema:20', 'rsi', 'macd', 'atr', 'adx', 'stoch', 'bbands']) {
  test(`a value of ${indicator} is the same wherever the range begins`, async (t) => {
    const [long, short] = [
      await line(`indicator=${indicator}&from=2026-01-01`),
      await line(`indicator=${indicator}&from=2026-09-01`),
    ];
    const same = long.slice(-short.length);
    t.true(short.length > 20);
    short.forEach((value: number, index: number) => {
      t.true(Math.abs(value - same[index]) <= 1e-6 * Math.abs(value), `${value} ${same[index]}`);
    });
  });
}

test('the candles needed before the range are read at once', async (t) => {
  await read('indicator=sma:5,ema:20&from=2026-01-01&to=2026-02-02&adjustment=all', coin('ETH'));
  t.deepEqual(askedFor(coin('ETH')).slice(1), [
    { symbol: 'ETH-USD.CC', interval: '1d', adjustment: 'all', to: '2026-01-01T00:00:00.000Z', count: 200 },
  ]);
});

test('no earlier candles are read for indicators that count from the first candle', async (t) => {
  const values = await line('indicator=obv,vwap&from=2026-01-01', coin('SOL'));
  t.is(values[0], 0);
  t.is(askedFor(coin('SOL')).length, 1);
});

test('without earlier candles the first values are null', async (t) => {
  const values = await line('indicator=rsi:14&from=2024-01-01&to=2024-02-02');
  t.deepEqual(
    values.slice(0, 15).map((value: number | null) => value === null),
    [...Array(14).fill(true), false],
  );
});

test('intraday VWAP counts from the opening of the session, also if that is before the range', async (t) => {
  const whole = await line('indicator=vwap&interval=1m&from=2026-11-20', 'AAPL.US');
  t.is(whole.length, 30);
  const first = candles.listed['AAPL.US']?.candles[15];
  t.is(whole[15], first?.close); // the VWAP of one candle is its typical price
  const part = await line('indicator=vwap&interval=1m&from=2026-11-23T14:40:00Z', 'AAPL.US');
  t.deepEqual(part, whole.slice(25));
});

test('when earlier candles are unavailable, the remaining values are calculated, with a warning', async (t) => {
  const { status, json } = await read('indicator=sma:5&from=2026-09-01', coin('BAD'));
  t.is(status, 200);
  t.deepEqual(
    json.items[0].lines[0].values.slice(0, 5).map((value: number | null) => value === null),
    [true, true, true, true, false],
  );
  t.regex(json.provenance.warnings[0], /candles before the range are unavailable/);
});

test('a range without candles returns empty lists', async (t) => {
  const { status, json } = await read('indicator=sma&from=2020-01-01&to=2020-02-02');
  t.is(status, 200);
  t.deepEqual([json.times, json.items[0].lines], [[], [{ name: 'sma', values: [] }]]);
});

test('duplicate indicators are returned once, in any notation', async (t) => {
  const { json } = await read('indicator=sma,sma:20,rsi&from=2026-09-01');
  t.deepEqual(
    json.items.map(({ indicator }: { indicator: string }) => indicator),
    ['sma:20', 'rsi:14'],
  );
});

test('every invalid indicator is named by its position, before anything is read', async (t) => {
  const { status, json } = await read('indicator=sma,wmo:3,rsi,macd:26:12', coin('XRP'));
  t.is(status, 400);
  t.deepEqual(
    json.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['query/indicator/1', 'query/indicator/3'],
  );
  t.is(askedFor(coin('XRP')).length, 0);
});

test('between 1 and 20 indicators are accepted, otherwise 400; an unknown instrument is a 404', async (t) => {
  const many = Array.from({ length: 21 }, (_, index) => `sma:${index + 1}`).join();
  for (const query of ['', `indicator=${many}`, 'indicator=SMA'])
    t.is(problemOf(await read(query)), '400 invalid_request', query);
  isProblem(t, await read('indicator=sma', 'NONE.US'), 404, 'not_found');
});
