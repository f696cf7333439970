import test from 'ava';
import { MAX_TIMES, writeThreadChart } from '../../../src/features/graphs/evaluate/chart-in-thread.js';
import type { ChartSeries } from '../../../src/features/graphs/saved/chart.js';

/** Returns a chart of one instrument with `points` points. */
const written = (points: number) => {
  const times = Float64Array.from({ length: points }, (_, index) => index * 60_000);
  const series = [{ expression: 'A.US' }] as unknown as ChartSeries[];
  return writeThreadChart({
    series,
    sources: [{ key: 'symbol A.US close', times, values: times }],
    join: 'common',
    from: 0,
    head: {},
    items: [{}],
  });
};

test('a chart has at most 20,000 times', (t) => {
  t.is(MAX_TIMES, 20_000);
  t.is(JSON.parse(new TextDecoder().decode(written(20_000))).times.length, 20_000);
  t.is(written(20_001), undefined);
});
