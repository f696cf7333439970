import test from 'ava';
import { FeedMeter } from '../../../src/upstream/client/feed-meter.js';
import { ManualClock } from '../../support/manual-clock.js';

function meter(options: { staleSeconds?: number; refusalsFail?: boolean } = {}) {
  const clock = new ManualClock();
  return { clock, meter: new FeedMeter(clock, { feed: 'a.b', provider: 'b', staleSeconds: 900, ...options }) };
}

test('a feed with a failure and without any success is stale, and after three failures down', (t) => {
  for (const staleSeconds of [900, Number.POSITIVE_INFINITY]) {
    const { meter: feed } = meter({ staleSeconds });
    t.is(feed.status().status, 'ok', 'nothing was asked of it');
    feed.asked();
    t.is(feed.status().status, 'ok', 'the call runs');
    for (const status of ['stale', 'stale', 'down'] as const) {
      feed.asked();
      feed.failed('bad_answer');
      t.is(feed.status().status, status);
    }
    t.deepEqual(feed.status().failures, [{ kind: 'bad_answer', count: 3 }]);
    feed.succeeded(1);
    t.is(feed.status().status, 'ok');
  }
});

test('a feed that has worked stays ok through two failures, and is stale if they last', (t) => {
  const { meter: feed, clock } = meter();
  feed.asked();
  feed.succeeded(1);
  feed.asked();
  feed.failed('timeout');
  feed.failed('timeout');
  t.is(feed.status().status, 'ok');
  clock.advance(900_000);
  t.is(feed.status().status, 'ok');
  clock.advance(1);
  t.is(feed.status().status, 'stale');
  feed.failed('timeout');
  t.is(feed.status().status, 'down');
});

test('a rejection by the upstream is a failure only of feeds that declare so; rejections by the service never are', (t) => {
  for (const [refusalsFail, code, status] of [
    [false, 'not_found', 'ok'],
    [false, 'not_entitled', 'ok'],
    [true, 'not_found', 'stale'],
    [true, 'not_entitled', 'stale'],
    [true, 'budget_spent', 'ok'],
    [true, 'circuit_open', 'ok'],
    [true, 'stopped', 'ok'],
  ] as const) {
    const { meter: feed } = meter({ refusalsFail });
    feed.asked();
    feed.failed(code);
    t.is(feed.status().status, status, `${refusalsFail} ${code}`);
  }
});
