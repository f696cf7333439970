import 'reflect-metadata';
import test from 'ava';
import type { MarketsApi } from '../../../src/features/markets/markets.api.js';
import { pointAt } from '../../../src/features/portfolios/valuation/daily-series.js';
import { PriceHistory } from '../../../src/features/portfolios/valuation/price-history.service.js';
import { PriceReadings } from '../../../src/features/portfolios/valuation/price-readings.service.js';
import { ManualClock } from '../../support/manual-clock.js';

const DAY_MS = 86_400_000;
const TODAY = 20_000;

test('prices of one reading do not change, even after its minute; those of past days are always the stored ones', async (t) => {
  const clock = new ManualClock(TODAY * DAY_MS + 1);
  const readings = new PriceReadings(clock);
  let price = 100;
  let days = [TODAY - 10, TODAY - 1];
  const candles = async () => ({
    items: days.map((day) => ({ time: new Date(day * DAY_MS), close: price })),
    provenance: { provider: 'test' },
    currency: 'USD',
  });
  const history = new PriceHistory({ candles } as unknown as MarketsApi, readings);
  const closes = async (fromDay: number) => {
    const series = await history.prices('A.US', fromDay, TODAY);
    return [TODAY - 10, TODAY - 1, TODAY].map((day) => series && pointAt(series, day)?.value);
  };
  await readings.hold(async () => {
    t.deepEqual(await closes(TODAY - 10), [100, 100, 100]);
    // Within a reading, a day that had no price at first stays without its own price, because another figure was
    // computed without it.
    [price, days] = [110, [...days, TODAY]];
    t.deepEqual(await closes(TODAY - 10), [110, 100, 100]);
    t.is((await closes(TODAY))[2], 100);
    clock.advance(60_000);
    price = 120;
    t.is((await closes(TODAY))[2], 100);
    t.is(await readings.hold(async () => readings.current().id), readings.current().id);
  });
  t.deepEqual(await closes(TODAY - 10), [120, 120, 120]);
  price = 130;
  clock.advance(59_999);
  t.is((await closes(TODAY))[2], 120);
  clock.advance(1);
  t.is((await closes(TODAY))[2], 130);
  clock.advance(-1);
  price = 140;
  t.is((await closes(TODAY))[2], 140);
});
