import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { candleAt, FakeCandleProvider, type FakeOptions, gridCandles } from '../../../support/candle-provider.js';
import { candleParts, gapsOf, times } from '../../../support/candle-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const WEDNESDAY = '2026-07-15T15:00:00Z';

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

let tickers = 0;
/** Returns a symbol used by one test only, because the tests share a database. */
const on = (venue: string) => (venue === 'CC' ? `S${tickers++}-USD.CC` : `S${tickers++}.${venue}`);
const partsOf = (options: FakeOptions = {}, time = WEDNESDAY) => {
  const provider = new FakeCandleProvider(options);
  return { provider, ...candleParts(stored.database, time, [provider]) };
};
const problemOf = async (reading: Promise<unknown>): Promise<Problem> => {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw new Error(`No problem but ${error}`);
};

test.serial('by default 250 daily candles are returned', async (t) => {
  const { read, provider } = partsOf();
  const { items, interval, adjustment, currency, provenance } = await read(on('US'));
  t.is(interval, '1d');
  t.is(adjustment, 'none', 'this provider has no splits');
  t.is(currency, 'USD');
  t.true(Math.abs(items.length - 250) <= 15, `${items.length}`);
  t.is(items.at(-1)?.time.toISOString(), '2026-07-15T00:00:00.000Z');
  t.is(provenance.provider, 'simulator');
  t.is(provider.calls.length, 1);
});

test.serial('holidays and weekends are not gaps, but a missing trading day is', async (t) => {
  const { read, provider } = partsOf();
  // In 2026, Independence Day is a Saturday and observed on Friday, July 3.
  provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).filter(({ time }) => ![3, 8].includes(time.getUTCDate()));
  const series = await read(on('US'), { from: '2026-07-01', to: '2026-07-11' });
  t.deepEqual(
    times(series).map((time) => time.slice(8, 10)),
    ['01', '02', '06', '07', '09', '10'],
  );
  t.deepEqual(gapsOf(series), ['2026-07-08T00:00/2026-07-09T00:00']);
});

test.serial('a half day in New York has half the hourly candles', async (t) => {
  const { read } = partsOf({}, '2026-12-01T15:00:00Z');
  const series = await read(on('US'), { interval: '1h', from: '2026-11-27', to: '2026-11-28' });
  t.deepEqual(times(series), ['2026-11-27T14:30', '2026-11-27T15:30', '2026-11-27T16:30', '2026-11-27T17:30']);
  t.deepEqual(series.gaps, []);
});

test.serial('hourly candles begin with trading, also across a clock change', async (t) => {
  const { read, provider } = partsOf();
  const series = await read(on('US'), { interval: '1h', from: '2026-03-06', to: '2026-03-10' });
  t.deepEqual(
    times(series).filter((_, index) => index % 7 === 0),
    ['2026-03-06T14:30', '2026-03-09T13:30'],
  );
  t.is(series.items.length, 14);
  t.deepEqual(
    [...new Set(provider.calls.map(({ interval }) => interval))],
    ['15m'],
    'hourly candles of the provider would begin on the hour',
  );
  t.deepEqual(series.gaps, []);
});

test.serial('daily candles are continuous across a clock change', async (t) => {
  const { read } = partsOf();
  const series = await read(on('US'), { from: '2026-03-05', to: '2026-03-11' });
  t.deepEqual(times(series), ['2026-03-05T00:00', '2026-03-06T00:00', '2026-03-09T00:00', '2026-03-10T00:00']);
  t.deepEqual(series.gaps, []);
});

test.serial('the noon break in Tokyo is not a gap', async (t) => {
  const { read, provider } = partsOf();
  const series = await read(on('TSE'), { interval: '1h', from: '2026-07-14', to: '2026-07-15' });
  t.deepEqual(
    times(series),
    ['00:00', '01:00', '02:00', '03:30', '04:30', '05:30'].map((time) => `2026-07-14T${time}`),
  );
  t.deepEqual(series.gaps, []);
  t.is(provider.calls[0]?.interval, '15m');
});

test.serial('crypto-assets have a candle for every hour of every day', async (t) => {
  const { read, provider } = partsOf();
  const series = await read(on('CC'), { interval: '1h', from: '2026-07-11', to: '2026-07-13' });
  t.is(series.items.length, 48);
  t.deepEqual(series.gaps, []);
  t.is(provider.calls[0]?.interval, '1h');
  t.is(series.currency, 'USD');
});

test.serial('currencies do not trade from Friday to Sunday, 17:00 in New York', async (t) => {
  const { read } = partsOf();
  const { items, gaps, currency } = await read('EURSEK.FOREX', {
    interval: '1h',
    from: '2026-07-10T12:00:00Z',
    to: '2026-07-13T03:00:00Z',
  });
  t.is(currency, 'SEK');
  t.is(
    items.filter(({ time }) => time.toISOString() >= '2026-07-10T21' && time.toISOString() < '2026-07-12T21').length,
    0,
  );
  t.is(items.length, 9 + 6);
  t.deepEqual(gaps, []);
});

test.serial('intervals that a provider lacks are joined from shorter ones', async (t) => {
  const { read, provider } = partsOf({ intervals: ['1m', '1d'] });
  const symbol = on('US');
  const minutes = await read(symbol, { interval: '1m', from: '2026-07-14T13:30:00Z', to: '2026-07-14T14:00:00Z' });
  const quarters = await read(symbol, { interval: '15m', from: '2026-07-14T13:30:00Z', to: '2026-07-14T14:00:00Z' });
  t.is(minutes.items.length, 30);
  t.is(provider.calls.length, 1, 'the minutes are stored already');
  const first = minutes.items.slice(0, 15);
  t.deepEqual(quarters.items[0], {
    time: new Date('2026-07-14T13:30Z'),
    open: first[0]?.open ?? 0,
    high: Math.max(...first.map(({ high }) => high)),
    low: Math.min(...first.map(({ low }) => low)),
    close: first.at(-1)?.close ?? 0,
    volume: 1_500,
  });
});

test.serial('days are joined from intraday candles of regular hours when a provider has no daily ones', async (t) => {
  const { read } = partsOf({ intervals: ['5m'] });
  const series = await read(on('US'), { from: '2026-07-13', to: '2026-07-15' });
  t.deepEqual(times(series), ['2026-07-13T00:00', '2026-07-14T00:00']);
  t.deepEqual(
    series.items.map(({ volume }) => volume),
    [7_800, 7_800],
    '78 candles each, without extended hours',
  );
});

test.serial('weeks and months are joined from days, and are complete when the range begins within them', async (t) => {
  const { read } = partsOf();
  const symbol = on('US');
  const weeks = await read(symbol, { interval: '1w', from: '2026-06-24', to: '2026-07-08' });
  t.deepEqual(
    weeks.items.map(({ time, volume }) => [time.toISOString().slice(0, 10), volume]),
    [
      ['2026-06-22', 500],
      ['2026-06-29', 500],
      ['2026-07-06', 500],
    ],
  );
  const months = await read(symbol, { interval: '1M', from: '2026-05-20', to: '2026-06-03' });
  t.deepEqual(times(months), ['2026-05-01T00:00', '2026-06-01T00:00']);
});

test.serial('weekly and monthly candles of a provider are not used', async (t) => {
  const { read } = partsOf({ intervals: ['1w', '1M'] });
  const error = await t.throwsAsync(read(on('US'), { interval: '1w', from: '2026-06-24' }), { instanceOf: Problem });
  t.is((error as Problem).code, 'unprocessable');
});

test.serial('candles on the hour are served with a warning when a provider has no shorter interval', async (t) => {
  const { read } = partsOf({ intervals: ['1h', '1d'] });
  const series = await read(on('US'), { interval: '1h', from: '2026-07-14', to: '2026-07-15' });
  t.deepEqual(times(series)[0], '2026-07-14T13:00');
  t.deepEqual(series.gaps, []);
  t.deepEqual(series.provenance.warnings, [
    'The candles open as The simulator defines them, not when trading opens.',
    ...series.provenance.warnings.slice(1),
  ]);
});

test.serial('more than 5,000 candles are rejected with a start that fits', async (t) => {
  const { read, provider } = partsOf();
  for (const [venue, interval, from] of [
    ['US', '1m', '2026-06-01'],
    ['CC', '1m', '2026-07-10T00:00:00Z'],
    ['US', '1d', '2000-01-03'],
    ['CC', '1h', '1990-01-01'],
  ] as const) {
    const symbol = on(venue);
    const problem = await problemOf(read(symbol, { interval, from }));
    t.is(problem.code, 'invalid_request');
    t.deepEqual(problem.errors, [{ pointer: 'query/from', detail: 'would return more than 5000 candles' }]);
    const fitting = /begin at (\S+Z)/.exec(problem.detail ?? '')?.[1];
    provider.answer = () => [candleAt(Date.parse(fitting ?? ''))];
    const { gaps } = await read(symbol, { interval, from: fitting });
    t.is(gaps.length > 0, true, `${interval} since ${fitting} is answered`);
  }
});

test.serial('an invalid range is rejected', async (t) => {
  const { read } = partsOf();
  for (const request of [
    { from: '2026-07-10', to: '2026-07-09' },
    { from: '2026-07-10T12:00:00Z', to: '2026-07-10T12:00:00Z' },
    { from: '2026-07-15T15:00:01Z' },
    { interval: '1m', from: '2026-07-14T00:00:00Z', to: '2026-07-13T00:00:00Z' },
  ] as const) {
    const problem = await problemOf(read(on('US'), request));
    t.is(problem.code, 'invalid_request');
    t.is(problem.errors?.[0]?.pointer, 'query/from');
  }
});

test.serial('a range without trading has neither candles nor gaps', async (t) => {
  const { read, provider } = partsOf();
  const { items, gaps } = await read(on('US'), {
    interval: '1m',
    from: '2026-07-11T00:00:00Z',
    to: '2026-07-12T00:00:00Z',
  });
  t.deepEqual([items, gaps], [[], []]);
  t.is(provider.calls.length, 0);
});

test.serial('years without data return an empty series', async (t) => {
  const { read, provider } = partsOf();
  provider.answer = () => [];
  for (const request of [
    { interval: '1M', from: '0001-01-01', to: '9999-12-31' },
    { interval: '1d', to: '0001-01-02' },
    { interval: '1m', to: '0001-01-02' },
    { interval: '1w', to: '0001-01-01T00:00:00+14:00' },
  ] as const) {
    const { items } = await read(on('US'), request);
    t.deepEqual(items, []);
  }
});

test.serial(
  'a range that begins in the future is rejected, by day or by time; today is not in the future in any time zone',
  async (t) => {
    const { read, clock } = partsOf();
    clock.advance(Date.parse('2026-07-15T21:00:00Z') - clock.now());
    for (const from of ['2026-07-16', '9999-12-31', '2026-07-15T21:00:01Z']) {
      const { code, errors } = await problemOf(read(on('US'), { interval: '1d', from }));
      t.deepEqual(
        [code, errors],
        ['invalid_request', [{ pointer: 'query/from', detail: 'must not be in the future' }]],
        from,
      );
    }
    await t.notThrowsAsync(read(on('US'), { from: '2026-07-15' }));
    await t.notThrowsAsync(read(on('TSE'), { from: '2026-07-16' }), 'in Tokyo it is already the next day');
  },
);

test.serial('a week that a range touches is complete, as of the end of its last session', async (t) => {
  const { read, clock } = partsOf();
  clock.advance(Date.parse('2026-07-15T21:00:00Z') - clock.now());
  const { items, provenance } = await read(on('US'), {
    interval: '1w',
    from: '2026-07-07',
    to: '2026-07-08',
    adjustment: 'none',
  });
  t.deepEqual(
    items.map(({ time, volume }) => [time.toISOString(), volume]),
    [['2026-07-06T00:00:00.000Z', 500]],
  );
  t.deepEqual(provenance.asOf, new Date('2026-07-10T20:00:00Z'));
});

test.serial('candles that no configured provider offers are a 422', async (t) => {
  const { read } = partsOf({ assetClasses: ['crypto'] });
  const problem = await problemOf(read(on('US'), {}));
  t.is(problem.code, 'unprocessable');
  t.regex(problem.detail ?? '', /GET \/markets\/providers/);
});
