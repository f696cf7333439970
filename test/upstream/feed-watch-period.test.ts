import 'reflect-metadata';
import test from 'ava';
import { FeedWatchConsumer } from '../../src/upstream/feed-watch.consumer.js';
import type { FeedWatch } from '../../src/upstream/feed-watch.js';
import { ManualClock } from '../support/manual-clock.js';

test('feeds are compared every five seconds, and at most ten seconds later after the clock was set back', async (t) => {
  const clock = new ManualClock();
  let checks = 0;
  const consumer = new FeedWatchConsumer({ check: async () => (checks += 1) } as unknown as FeedWatch, clock);
  const after = async (ms: number) => {
    clock.advance(ms);
    await consumer.turn();
    return checks;
  };
  t.deepEqual([await after(0), await after(4_999), await after(1)], [1, 1, 2]);
  t.deepEqual([await after(-4_999), await after(-1)], [2, 3]);
});
