import test from 'ava';
import { Histogram, Registry } from 'prom-client';
import type { Log } from '../../src/logging/log.js';
import { DurationHistogram } from '../../src/metrics/duration-histogram.js';
import { MetricSources, Metrics } from '../../src/metrics/metrics.js';

const limits = [0.005, 0.1, 1];
const values = [0, 0.005, 0.0051, 0.1, 0.7, 1, 1.5, 30];

test('our histogram is written in the same form as a histogram of prom-client', async (t) => {
  const library = new Registry();
  const expected = new Histogram({
    name: 'taken_seconds',
    help: 'How long it took.',
    buckets: limits,
    labelNames: ['operation'],
    registers: [library],
  });
  const series = new Map([
    ['readUser', new DurationHistogram(limits)],
    ['never', new DurationHistogram(limits)],
  ]);
  for (const value of values) {
    expected.observe({ operation: 'readUser' }, value);
    series.get('readUser')?.observe(value);
  }
  const metrics = new Metrics(new MetricSources(() => []), {} as Log);
  metrics.durations('taken_seconds', 'How long it took.', 'operation', () => series);
  t.is(await metrics.text(), await library.metrics());
});
