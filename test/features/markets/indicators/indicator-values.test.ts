import 'reflect-metadata';
import test from 'ava';
import { IndicatorDto } from '../../../../src/features/markets/indicators/indicators.dto.js';

/** CPU time (ms) of converting the largest response once. */
const MAX_CPU_MS = 3;

test('the values of twenty indicators over 5,000 candles hold the event loop for a few milliseconds', (t) => {
  const values = Float64Array.from({ length: 5_000 }, (_, index) => (index < 20 ? Number.NaN : 100 + Math.sin(index)));
  const lines = ['upper', 'middle', 'lower'].map((name) => ({ name, values }));
  const indicators = Array.from({ length: 20 }, () => ({ indicator: 'bbands:20:2', overlay: true, lines }));
  // CPU time of this thread, and the fastest of many rounds, so that other programs do not count.
  const rounds = Array.from({ length: 30 }, () => {
    const before = process.threadCpuUsage();
    indicators.map(IndicatorDto.from);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  t.true(Math.min(...rounds) < MAX_CPU_MS, `${Math.min(...rounds)} ms`);
  const [first] = indicators.map(IndicatorDto.from);
  t.deepEqual(first?.lines[2]?.values.slice(19, 21), [null, 100 + Math.sin(20)]);
});
