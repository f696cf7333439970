import test from 'ava';
import {
  crossRate,
  referenceCandles,
  referenceTime,
} from '../../../../src/features/markets/providers/reference-rates.js';

test('rates are published at 16:00 in Frankfurt, in winter and in summer', (t) => {
  t.is(referenceTime('2026-01-15').toISOString(), '2026-01-15T15:00:00.000Z');
  t.is(referenceTime('2026-07-15').toISOString(), '2026-07-15T14:00:00.000Z');
  t.is(referenceTime('2026-03-27').toISOString(), '2026-03-27T15:00:00.000Z');
  t.is(referenceTime('2026-03-30').toISOString(), '2026-03-30T14:00:00.000Z');
});

test('a cross rate is the rate of the quote currency divided by that of the base currency', (t) => {
  const rates = { USD: 1.25, JPY: 200 };
  t.is(crossRate(rates, 'EUR', 'USD'), 1.25);
  t.is(crossRate(rates, 'USD', 'EUR'), 0.8);
  t.is(crossRate(rates, 'USD', 'JPY'), 160);
  t.is(crossRate(rates, 'EUR', 'EUR'), 1);
  t.is(crossRate(rates, 'USD', 'XAU'), undefined);
});

test('a day is a candle if it begins within the range', (t) => {
  const days = ['2026-04-08', '2026-04-09', '2026-04-10'].map((day) => ({ day, rates: { USD: 1.1 } }));
  const candles = (from: string, to: string) =>
    referenceCandles({ base: 'EUR', quote: 'USD' }, days, new Date(from), new Date(to)).map(({ time }) =>
      time.toISOString().slice(0, 10),
    );
  t.deepEqual(candles('2026-04-08T00:00:00Z', '2026-04-10T00:00:00Z'), ['2026-04-08', '2026-04-09']);
  t.deepEqual(candles('2026-04-08T00:00:00.001Z', '2026-04-10T00:00:00.001Z'), ['2026-04-09', '2026-04-10']);
});
