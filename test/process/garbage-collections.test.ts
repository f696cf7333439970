import test from 'ava';
import { GarbageCollections } from '../../src/process/garbage-collections.js';
import { collect } from '../support/collect-garbage.js';
import { until } from '../support/upstream-for.js';

const countOf = (collections: GarbageCollections, kind: string) =>
  collections.durations
    .get(kind)
    ?.samples('gc', {})
    .find(({ metricName }) => metricName === 'gc_count')?.value ?? 0;

test('garbage collections are measured by kind between start and close', async (t) => {
  const collections = new GarbageCollections();
  collect();
  collections.start();
  collect();
  await until(async () => countOf(collections, 'major') >= 2);
  t.is(countOf(collections, 'major'), 2);
  const sum = collections.durations
    .get('major')
    ?.samples('gc', {})
    .find(({ metricName }) => metricName === 'gc_sum')?.value as number;
  t.true(sum > 0 && sum < 60, `${sum} s`);
  collections.close();
});
