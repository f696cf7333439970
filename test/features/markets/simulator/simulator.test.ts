import 'reflect-metadata';
import test from 'ava';
import type { Tick } from '../../../../src/features/markets/quote.js';
import { STEP_MS } from '../../../../src/features/markets/simulator/trading-minutes.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../support/service-for.js';
import { simulatorAt, symbolOf } from './simulated-markets.js';

const friday = '2026-11-20T16:00:00Z';

test('the same seed, symbol and instant give the same price, regardless of earlier requests', async (t) => {
  const [one, other] = [simulatorAt(friday), simulatorAt('2031-02-03T04:05:06Z')];
  await other.quote('AAPL.US');
  await other.candles('AAPL.US', '1d', '2020-01-01');
  other.clock.advance(one.clock.now() - other.clock.now());
  for (const symbol of ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC', 'XAUUSD.COMM'])
    t.deepEqual(await other.quote(symbol), await one.quote(symbol));
});

test('another seed gives other prices', async (t) => {
  const [one, other] = [simulatorAt(friday, 1), simulatorAt(friday, 2)];
  for (const symbol of ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'])
    t.not((await one.quote(symbol))?.price, (await other.quote(symbol))?.price);
});

test('the simulator has the listed instruments and every pair of its currencies and coins, nothing else', async (t) => {
  const { provider, quote } = simulatorAt(friday);
  t.truthy(await quote('CHFSEK.FOREX'));
  t.truthy(await quote('LTC-BTC.CC'));
  for (const symbol of ['NOSUCH.US', 'EURXXX.FOREX', 'EUREUR.FOREX', 'NOSUCHCOIN-USD.CC', 'USD-BTC.CC']) {
    t.is(await quote(symbol), undefined, symbol);
    await t.throwsAsync(provider.instrument.instrument(symbolOf(symbol)), {
      instanceOf: UpstreamError,
      code: 'not_found',
    });
  }
});

test('shares do not trade outside sessions, on weekends or on holidays', async (t) => {
  const { candles, calendar } = simulatorAt('2026-01-05T12:00:00Z');
  for (const symbol of ['AAPL.US', '7203.TSE']) {
    const minutes = await candles(symbol, '1m', '2024-12-20', '2025-01-08');
    t.true(minutes.length > 1_500);
    for (const { time } of minutes)
      t.is(calendar.state(symbolOf(symbol), time), 'regular', `${symbol} ${time.toISOString()}`);
  }
  t.deepEqual(await candles('AAPL.US', '1d', '2024-12-25', '2024-12-26'), []);
});

test('outside a session the quote is the last of the previous session', async (t) => {
  const { quote, clock } = simulatorAt('2026-11-20T20:59:59.900Z');
  const last = await quote('AAPL.US');
  clock.advance(30 * HOUR);
  t.deepEqual(await quote('AAPL.US'), last);
});

test('during a session the price changes almost every second', async (t) => {
  const { quote, clock } = simulatorAt(friday);
  for (const symbol of [
    'AAPL.US',
    'MSFT.US',
    'GSPC.INDX',
    'EURUSD.FOREX',
    'USDHKD.FOREX',
    'BTC-USD.CC',
    'SHIB-USD.CC',
    'XAUUSD.COMM',
  ]) {
    let moved = 0;
    for (let second = 0; second < 60; second += 1) {
      const seen = new Set<number | undefined>();
      for (let step = 0; step < 5; step += 1, clock.advance(250)) seen.add((await quote(symbol))?.price);
      clock.advance(-250);
      if (seen.size > 1) moved += 1;
    }
    t.true(moved >= 57, `${symbol}: in ${moved} of 60 seconds`);
  }
});

test('bid and ask enclose the price; instruments without a market maker have neither', async (t) => {
  const { quote } = simulatorAt(friday);
  for (const symbol of ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC', 'SHIB-USD.CC', 'USDIDR.FOREX']) {
    const { bid, price, ask } = (await quote(symbol)) as { bid: number; price: number; ask: number };
    t.true(bid < price && price < ask && ask / bid < 1.01, symbol);
  }
  const index = await quote('GSPC.INDX');
  t.deepEqual([index?.bid, index?.ask, index?.volume], [null, null, null]);
});

test('prices stay in a plausible range, with plausible daily moves', async (t) => {
  const { candles } = simulatorAt('2026-01-05T12:00:00Z');
  const expected: Array<[string, number, number, number, number]> = [
    ['EURUSD.FOREX', 0.7, 1.7, 0.003, 0.007],
    ['BTC-USD.CC', 8_000, 500_000, 0.018, 0.036],
    ['GSPC.INDX', 300, 100_000, 0.005, 0.016],
    ['KO.US', 1, 5_000, 0.008, 0.06],
    ['USDHKD.FOREX', 7.5, 8.1, 0.000_05, 0.001],
  ];
  for (const [symbol, least, most, calm, wild] of expected) {
    const daily = await candles(symbol, '1d', '2016-01-01');
    t.true(
      daily.every(({ low, high }) => low > least && high < most),
      symbol,
    );
    const moves = daily.slice(1).map(({ close }, at) => Math.abs(Math.log(close / (daily[at]?.close as number))));
    const median = moves.sort((one, other) => one - other)[moves.length >> 1] as number;
    // For a normal distribution, the median of absolute values is 0.674 standard deviations.
    const deviation = median / 0.674;
    t.true(deviation > calm && deviation < wild, `${symbol}: ${deviation}`);
  }
});

test('shares have opening gaps and trade most at the open and the close', async (t) => {
  const { candles } = simulatorAt('2026-01-05T12:00:00Z');
  const daily = await candles('AAPL.US', '1d', '2024-01-01', '2025-01-01');
  t.true(daily.slice(1).filter(({ open }, at) => open !== daily[at]?.close).length > daily.length * 0.95);
  const hours = await candles('AAPL.US', '15m', '2024-05-15', '2024-05-16');
  const volumes = hours.map(({ volume }) => volume as number);
  const middle = volumes.slice(10, 16).reduce((sum, volume) => sum + volume, 0) / 6;
  t.true((volumes[0] as number) > middle * 1.5 && (volumes.at(-1) as number) > middle * 1.5, volumes.join());
});

test('a split divides the raw price on its ex-date, and a dividend lowers it by its amount', async (t) => {
  const { provider, candles } = simulatorAt('2026-01-05T12:00:00Z');
  const splits = (await provider.actions.actions(symbolOf('KO.US'), '2012-01-01', '2025-12-31')).filter(
    ({ kind }) => kind === 'split',
  );
  t.true(splits.length >= 1);
  for (const { day, value } of splits) {
    const around = await candles('KO.US', '1d', Date.parse(day) - 7 * DAY, Date.parse(day) + DAY);
    const [before, after] = around.slice(-2);
    t.is(after?.time.toISOString().slice(0, 10), day);
    const jump = (before?.close as number) / (after?.open as number) / value;
    t.true(jump > 0.85 && jump < 1.18, `${day}: ${jump} × ${value}`);
  }
});

test('on the ex-date of a split the previous close is adjusted for it', async (t) => {
  const { provider, quote, candles, clock } = simulatorAt('2026-01-05T12:00:00Z');
  const split = (await provider.actions.actions(symbolOf('KO.US'), '2012-01-01', '2025-12-31')).find(
    ({ kind }) => kind === 'split',
  );
  clock.advance(Date.parse(`${split?.day}T18:00:00Z`) - clock.now());
  const before = (await candles('KO.US', '1d', clock.now() - 8 * DAY)).at(-2);
  const { previousClose, price } = (await quote('KO.US')) as { previousClose: number; price: number };
  t.true(Math.abs(previousClose - (before?.close as number) / (split?.value as number)) < 0.001);
  t.true(Math.abs(price / previousClose - 1) < 0.15);
});

test('dividends are small, quarterly and on trading days', async (t) => {
  const { provider, candles } = simulatorAt('2026-01-05T12:00:00Z');
  const paid = (await provider.actions.actions(symbolOf('KO.US'), '2020-01-01', '2023-12-31')).filter(
    ({ kind }) => kind === 'dividend',
  );
  t.is(paid.length, 16);
  for (const { day, value } of paid) {
    const [candle] = await candles('KO.US', '1d', day, Date.parse(day) + DAY);
    t.true(value > 0 && value / (candle?.close as number) < 0.02, day);
  }
  t.deepEqual(
    await provider.actions.actions(symbolOf('KO.US'), paid[3]?.day as string, paid[4]?.day as string),
    paid.slice(3, 5),
  );
});

test('candles begin on the first trading day and end now', async (t) => {
  const { candles } = simulatorAt(friday);
  t.deepEqual(await candles('AAPL.US', '1d', '1985-01-01', '1999-12-31'), []);
  t.is((await candles('AAPL.US', '1d', '1999-01-01', '2000-01-08')).length, 5);
  const minutes = await candles('AAPL.US', '1m', '2026-11-20T15:58:00Z', '2026-11-20T20:00:00Z');
  t.deepEqual(
    minutes.map(({ time }) => time.toISOString()),
    ['2026-11-20T15:58:00.000Z', '2026-11-20T15:59:00.000Z', '2026-11-20T16:00:00.000Z'],
  );
  t.deepEqual(await candles('AAPL.US', '1d', '2026-11-21', '2027-11-21'), []);
});

test('rates of a day are the closes of its pairs; on a Sunday those of Friday; none before the first day', async (t) => {
  const { provider, candles } = simulatorAt(friday);
  const rates = await provider.rates.rates('2024-05-15');
  const [candle] = await candles('USDJPY.FOREX', '1d', '2024-05-15', '2024-05-16');
  t.deepEqual([rates.base, rates.day, rates.rates.JPY], ['USD', '2024-05-15', candle?.close]);
  t.false('XAU' in rates.rates);
  t.is((await provider.rates.rates('2024-05-19')).day, '2024-05-17');
  await t.throwsAsync(provider.rates.rates('1999-12-31'), { instanceOf: UpstreamError, code: 'not_found' });
});

test('the latest rates match the current quotes', async (t) => {
  const { provider, quote } = simulatorAt(friday);
  const { day, at, rates } = await provider.rates.rates();
  t.deepEqual([day, at, rates.JPY], ['2026-11-20', new Date(friday), (await quote('USDJPY.FOREX'))?.price]);
});

test('on a weekend the rates are the last ones of Friday', async (t) => {
  const { provider } = simulatorAt('2026-11-21T09:00:00Z');
  const { day, at } = await provider.rates.rates();
  t.deepEqual([day, at], ['2026-11-20', new Date('2026-11-20T22:00:00Z')]);
});

test('a followed symbol has three ticks a second while it trades, each matching the quote', async (t) => {
  const { provider, timers, quote } = simulatorAt('2026-11-20T20:59:58Z');
  const ticks: Tick[] = [];
  const subscription = provider.ticks.follow((tick) => ticks.push(tick));
  t.is(timers.size, 0);
  subscription.add(symbolOf('AAPL.US'));
  subscription.add(symbolOf('BTC-USD.CC'));
  await timers.advance(SECOND);
  t.is(ticks.length, 6);
  const said = await quote('AAPL.US');
  const last = ticks.findLast(({ symbol }) => symbol === 'AAPL.US');
  t.deepEqual([last?.price, last?.bid, last?.ask, last?.at], [said?.price, said?.bid, said?.ask, said?.tradedAt]);
  await timers.advance(MINUTE);
  t.is(ticks.filter(({ symbol }) => symbol === 'AAPL.US').length, 6, 'the exchange closes');
  subscription.remove(symbolOf('BTC-USD.CC'));
  ticks.length = 0;
  await timers.advance(SECOND);
  t.deepEqual(ticks, []);
  subscription.close();
  t.is(timers.size, 0);
});

test('tick sizes add up to the volume of the day', async (t) => {
  const { provider, timers, quote } = simulatorAt(friday);
  const ticks: Tick[] = [];
  provider.ticks.follow((tick) => ticks.push(tick)).add(symbolOf('AAPL.US'));
  await timers.advance(STEP_MS);
  const before = (await quote('AAPL.US'))?.volume as number;
  await timers.advance(20 * STEP_MS);
  const after = (await quote('AAPL.US'))?.volume as number;
  t.is(
    ticks.slice(1).reduce((sum, { size }) => sum + (size as number), 0),
    after - before,
  );
});

test('instruments are found by symbol and by words of their name', async (t) => {
  const { provider } = simulatorAt(friday);
  t.is((await provider.search.search('aapl'))[0]?.symbol, 'AAPL.US');
  t.true((await provider.search.search('toyota')).some(({ symbol }) => symbol === '7203.TSE'));
  t.deepEqual(await provider.search.search('  '), []);
});

test('generating many candles does not block the event loop', async (t) => {
  const { candles } = simulatorAt('2026-11-20T15:00:00Z');
  const turnsDuring = async (work: Promise<unknown[]>) => {
    let [turns, isDone] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const { length } = await work;
    isDone = true;
    return { turns, length };
  };
  for (const work of [() => candles('AAPL.US', '1d', '2006-11-20'), () => candles('BTC-USD.CC', '1m', '2026-11-17')]) {
    const { turns, length } = await turnsDuring(work());
    t.true(length > 4_000);
    t.true(turns >= Math.floor(length / 1_500), `${turns} turns for ${length} candles`);
  }
});
