import test from 'ava';
import { FeedControls, type StoredFeedSettings } from '../../src/upstream/feed-controls.js';

const row = (changes: Partial<StoredFeedSettings> = {}): StoredFeedSettings => ({
  feed: 'a',
  isEnabled: true,
  intervalSeconds: null,
  budget: null,
  refreshRequestedAt: null,
  ...changes,
});

test('a feed is polled only when its follower requests it', (t) => {
  const controls = new FeedControls();
  controls.follow('a', () => {});
  controls.follow('b', () => {}, true);
  t.deepEqual(
    ['a', 'b', 'c'].map((feed) => [controls.isFollowed(feed), controls.isPolled(feed)]),
    [
      [true, false],
      [true, true],
      [false, false],
    ],
  );
});

test('followers are notified of changed settings and of requested refreshes, and of nothing else', (t) => {
  const controls = new FeedControls();
  const calls: boolean[] = [];
  controls.follow('a', (isRefresh) => calls.push(isRefresh));
  const after = (changes: Partial<StoredFeedSettings>) => {
    calls.length = 0;
    controls.replace([row(changes), row({ feed: 'unfollowed', isEnabled: false })]);
    return [...calls];
  };
  const refreshRequestedAt = new Date(1_000);
  t.deepEqual(after({ refreshRequestedAt }), [], 'a refresh from before the start');
  t.deepEqual(after({ refreshRequestedAt }), []);
  t.deepEqual(after({ refreshRequestedAt: new Date(2_000) }), [true]);
  t.deepEqual(after({ refreshRequestedAt: new Date(2_000), isEnabled: false }), [false]);
  t.deepEqual(after({ refreshRequestedAt: new Date(2_000), isEnabled: false, intervalSeconds: 60 }), [false]);
  t.is(controls.of('a').intervalSeconds, 60);
  controls.refresh('a');
  t.deepEqual(calls, [false, true]);
});

test('settings stored before the start are applied at the start', (t) => {
  const controls = new FeedControls();
  const calls: boolean[] = [];
  controls.follow('a', (isRefresh) => calls.push(isRefresh));
  controls.replace([row({ isEnabled: false })]);
  t.deepEqual(calls, [false]);
});
