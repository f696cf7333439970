import 'reflect-metadata';
import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { type ExpectedCandle, expectedCandles } from '../../../../src/features/markets/candles/expected-candles.js';
import type { Interval } from '../../../../src/features/markets/interval.js';
import { STEP_MS, STEPS } from '../../../../src/features/markets/simulator/trading-minutes.js';
import fc from '../../../support/properties.js';
import { DAY, MINUTE } from '../../../support/service-for.js';
import { simulatorAt, symbolOf } from './simulated-markets.js';

const symbols = [
  'AAPL.US',
  'KO.US',
  '7203.TSE',
  'VOD.LSE',
  'SPY.US',
  'GSPC.INDX',
  'EURUSD.FOREX',
  'EURJPY.FOREX',
  'BTC-USD.CC',
  'BTC-EUR.CC',
  'XAUUSD.COMM',
];
/** Days around clock changes in New York and London, half days, holidays, and the end of a year and of a month. */
const days = [
  '2024-03-08',
  '2024-03-11',
  '2024-03-28',
  '2024-04-01',
  '2024-10-25',
  '2024-10-28',
  '2024-11-01',
  '2024-11-04',
  '2024-11-29',
  '2024-12-24',
  '2024-12-31',
  '2025-01-02',
];

/** Merges one-minute candles; volumes have at most four decimals. */
function together(minutes: readonly Candle[]): Omit<Candle, 'time'> {
  const volumes = minutes.map(({ volume }) => volume);
  return {
    open: minutes[0]?.open as number,
    high: Math.max(...minutes.map(({ high }) => high)),
    low: Math.min(...minutes.map(({ low }) => low)),
    close: minutes.at(-1)?.close as number,
    volume:
      volumes[0] === null
        ? null
        : Math.round(volumes.reduce<number>((sum, volume) => sum + (volume as number), 0) * 10_000) / 10_000,
  };
}

const without = ({ time: _, ...rest }: Candle) => rest;

test('candles of every interval aggregate their minutes, also around clock changes and on half days', async (t) => {
  const { candles, calendar } = simulatorAt('2026-01-05T12:00:00Z');
  const lengths: Interval[] = ['5m', '15m', '1h', '1d'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...symbols),
      fc.constantFrom(...days),
      fc.constantFrom(...lengths),
      async (symbol, day, interval) => {
        const sessions = calendar.sessions(symbolOf(symbol), day, day);
        const from = (sessions[0]?.open ?? new Date(day)).getTime();
        const to = (sessions[0]?.close ?? new Date(day)).getTime();
        const minutes = await candles(symbol, '1m', from, to);
        const longer =
          interval === '1d'
            ? await candles(symbol, '1d', day, Date.parse(day) + 1)
            : await candles(symbol, interval, from, to);
        const within = ({ from, to }: ExpectedCandle) =>
          minutes.filter(({ time }) => time.getTime() >= from && time.getTime() < to);
        const slots = expectedCandles(sessions, interval);
        t.deepEqual(
          longer.map(({ time }) => time.getTime()),
          slots.map(({ time }) => time),
        );
        for (const [at, slot] of slots.entries()) {
          t.deepEqual(
            without(longer[at] as Candle),
            together(within(slot)),
            `${symbol} ${interval} ${new Date(slot.time).toISOString()}`,
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a quote matches the current minute, and its day aggregates the minutes so far', async (t) => {
  const moments = [
    '2024-03-11T13:30:00.000Z',
    '2024-03-11T13:30:00.250Z',
    '2024-03-11T14:07:31.600Z',
    '2024-11-29T17:59:59.999Z',
    '2024-11-29T18:30:00Z',
    '2024-03-29T02:29:59.900Z',
  ];
  for (const now of [...moments, '2024-03-29T03:10:00Z', '2024-10-27T21:00:01Z', '2024-12-31T23:59:59Z']) {
    const { candles, quote, calendar, clock } = simulatorAt(now);
    for (const symbol of symbols) {
      const said = await quote(symbol);
      const traded = said?.tradedAt as Date;
      const day = calendar.dayOf(symbolOf(symbol), traded);
      const session = calendar.sessions(symbolOf(symbol), day, day)[0];
      const minutes = await candles(symbol, '1m', session?.open.getTime() as number, clock.now() + 1);
      const { open, high, low, close, volume } = together(minutes);
      t.deepEqual(
        { open: said?.open, high: said?.high, low: said?.low, price: said?.price, volume: said?.volume },
        { open, high, low, price: close, volume },
        `${symbol} ${now}`,
      );
      const running = minutes.at(-1)?.time.getTime() as number;
      t.true(
        traded.getTime() >= running && traded.getTime() < running + MINUTE && traded.getTime() <= clock.now(),
        `${symbol} ${now}`,
      );
      const [today] = (await candles(symbol, '1d', day, Date.parse(day) + DAY)) as [Candle];
      t.deepEqual(without(today), { open, high, low, close, volume });
    }
  }
});

test('the prices of the quotes in a minute match the candle of the minute, read later', async (t) => {
  const [running, later] = [simulatorAt('2024-05-15T15:20:00Z'), simulatorAt('2025-01-01T00:00:00Z')];
  for (const symbol of ['AAPL.US', 'EURJPY.FOREX', 'BTC-USD.CC']) {
    const [candle] = (await later.candles(symbol, '1m', '2024-05-15T15:20:00Z', '2024-05-15T15:21:00Z')) as [Candle];
    const seen: number[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      seen.push((await running.quote(symbol))?.price as number);
      running.clock.advance(STEP_MS);
    }
    running.clock.advance(-60_000);
    t.deepEqual(
      [seen[0], Math.max(...seen), Math.min(...seen), seen.at(-1)],
      [candle.open, candle.high, candle.low, candle.close],
      symbol,
    );
  }
});

test('the previous close is the close of the previous daily candle', async (t) => {
  const { candles, quote } = simulatorAt('2024-05-15T15:20:00Z');
  for (const symbol of ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC', 'GSPC.INDX']) {
    const daily = await candles(symbol, '1d', '2024-05-01');
    t.is((await quote(symbol))?.previousClose, daily.at(-2)?.close, symbol);
  }
});

test('cross rates of currencies and coins agree within rounding at every instant', async (t) => {
  // Rounding depends on the decimals of the prices.
  const triangles = [
    { symbols: ['EURUSD.FOREX', 'USDJPY.FOREX', 'EURJPY.FOREX'], decimals: [6, 4, 4] },
    { symbols: ['GBPCHF.FOREX', 'CHFSEK.FOREX', 'GBPSEK.FOREX'], decimals: [6, 5, 5] },
    { symbols: ['ETH-BTC.CC', 'BTC-USD.CC', 'ETH-USD.CC'], decimals: [7, 2, 2] },
  ];
  const instants = fc.integer({ min: Date.UTC(2014, 0, 6), max: Date.UTC(2035, 0, 1) });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...triangles), instants, async ({ symbols, decimals }, now) => {
      const { quote } = simulatorAt(new Date(now).toISOString());
      const [first, second, cross] = (await Promise.all(
        symbols.map(async (symbol) => (await quote(symbol))?.price),
      )) as [number, number, number];
      const [ofFirst, ofSecond, ofCross] = decimals.map((digits) => 0.500_001 * 10 ** -digits) as [
        number,
        number,
        number,
      ];
      const rounding = ofFirst * second + ofSecond * first + ofCross;
      t.true(
        Math.abs(first * second - cross) <= rounding,
        `${symbols} ${new Date(now).toISOString()}: ${first} × ${second} ≠ ${cross}`,
      );
    }),
    { numRuns: 100 },
  );
});
