import 'reflect-metadata';
import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { CandlesService } from '../../../../src/features/markets/candles/candles.service.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let candles: CandlesService;
test.before(async () => {
  service = await startTestService();
  service.clock.advance(Date.parse('2026-07-15T15:00:30Z') - service.clock.now());
  candles = service.services.get(CandlesService);
});
test.after.always(() => service.close());

/** Merges several candles into one. */
const whole = (candles: readonly Candle[]) => ({
  open: candles[0]?.open,
  high: Math.max(...candles.map(({ high }) => high)),
  low: Math.min(...candles.map(({ low }) => low)),
  close: candles.at(-1)?.close,
});
const pricesOf = ({ open, high, low, close }: Candle) => ({ open, high, low, close });

for (const [symbol, day, from, to] of [
  ['AAPL.US', '2026-07-14', '2026-07-14', '2026-07-15'],
  ['VOD.LSE', '2026-07-14', '2026-07-14', '2026-07-15'],
  ['EURUSD.FOREX', '2026-07-14', '2026-07-13T21:00:00Z', '2026-07-14T21:00:00Z'],
  ['BTC-USD.CC', '2026-07-12', '2026-07-12', '2026-07-13'],
] as const) {
  test.serial(`simulated candles of ${symbol} agree at every interval, without gaps`, async (t) => {
    const read = (interval: '1m' | '5m' | '1h') => candles.read(symbol, { interval, from, to, adjustment: 'none' });
    const days = await candles.read(symbol, { interval: '1d', from: day, to: `${day}T12:00:00Z`, adjustment: 'none' });
    t.is(days.items.length, 1);
    t.is(days.provenance.provider, 'simulator');
    for (const interval of ['1m', '5m', '1h'] as const) {
      const { items, gaps, provenance } = await read(interval);
      t.deepEqual(gaps, [], interval);
      t.deepEqual(provenance.warnings, []);
      t.deepEqual(whole(items), pricesOf(days.items[0] as Candle), interval);
    }
  });
}

test.serial('the last simulated candle is the open minute', async (t) => {
  const { items, provenance } = await candles.read('BTC-USD.CC', { interval: '1m' });
  t.is(items.at(-1)?.time.toISOString(), '2026-07-15T15:00:00.000Z');
  t.is(items.length, 250);
  t.is(provenance.asOf?.toISOString(), '2026-07-15T15:00:30.000Z');
});

test.serial('years of simulated weeks are returned at once', async (t) => {
  const { items, gaps } = await candles.read('MSFT.US', { interval: '1w', from: '2010-01-01', adjustment: 'all' });
  t.true(items.length > 800);
  t.deepEqual(gaps, []);
});
