import test from 'ava';
import { StoreUnavailable } from '../../../src/cache/store-unavailable.js';
import { MemoryWindowStore } from '../../../src/http/rate-limit/memory-window-store.js';
import { rateLimit } from '../../../src/http/rate-limit/rate-limit.js';
import { type WindowHit, WindowStore } from '../../../src/http/rate-limit/window-store.js';
import { limitedApp } from '../../support/limited-app.js';
import { ManualClock } from '../../support/manual-clock.js';

const whole = (response: Response, name: string) => {
  const text = response.headers.get(name) ?? 'absent';
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
};
const remaining = (response: Response) => whole(response, 'X-RateLimit-Remaining');

test('a limit of three allows three calls and rejects the fourth before the handler', async (t) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1) + 250);
  const app = await limitedApp({ store: new MemoryWindowStore(clock), max: 3, durationMs: 60_000, namespace: 'api' });
  t.teardown(app.close);
  const replies = [await app.get('ada'), await app.get('ada'), await app.get('ada'), await app.get('ada')];
  t.deepEqual(
    replies.map((reply) => [reply.status, remaining(reply)]),
    [
      [200, 2],
      [200, 1],
      [200, 0],
      [429, 0],
    ],
  );
  t.is(app.handled(), 3);
  t.is(((await replies[3]!.json()) as { code: string }).code, 'rate_limited');
  for (const reply of replies) {
    t.is(whole(reply, 'X-RateLimit-Limit'), 3);
    t.is(whole(reply, 'X-RateLimit-Reset'), Math.ceil((Date.UTC(2026, 0, 1) + 60_250) / 1000));
    t.is(reply.headers.get('RateLimit-Policy'), '"default";q=3;w=60');
  }
  t.is(replies[0]!.headers.get('RateLimit'), '"default";r=2;t=60');
  t.is(whole(replies[3]!, 'Retry-After'), 60);
  t.is(replies[0]!.headers.get('Retry-After'), null);
});

test('calls while limited do not move the reset, and the count restarts at the reset', async (t) => {
  const clock = new ManualClock();
  const app = await limitedApp({ store: new MemoryWindowStore(clock), max: 2, durationMs: 10_000, namespace: 'api' });
  t.teardown(app.close);
  const reset = whole(await app.get('ada'), 'X-RateLimit-Reset');
  for (let second = 0; second < 9; second += 1) {
    clock.advance(1_000);
    t.is(whole(await app.get('ada'), 'X-RateLimit-Reset'), reset);
  }
  clock.advance(999);
  const last = await app.get('ada');
  t.deepEqual([last.status, whole(last, 'Retry-After')], [429, 1]);
  clock.advance(1);
  const fresh = await app.get('ada');
  t.deepEqual([fresh.status, remaining(fresh)], [200, 1]);
});

test('accounts are counted separately, and a request without an account is not counted', async (t) => {
  const app = await limitedApp({
    store: new MemoryWindowStore(new ManualClock()),
    max: 1,
    durationMs: 10_000,
    namespace: 'api',
  });
  t.teardown(app.close);
  t.is((await app.get('ada')).status, 200);
  t.is((await app.get('ada')).status, 429);
  t.is((await app.get('bob')).status, 200);
  const open = await app.get();
  t.deepEqual([open.status, open.headers.get('X-RateLimit-Limit')], [200, null]);
});

test('an account keeps its count when its own limit is changed', async (t) => {
  let ceiling = 2;
  const app = await limitedApp({
    store: new MemoryWindowStore(new ManualClock()),
    max: () => ceiling,
    durationMs: 10_000,
    namespace: 'api',
  });
  t.teardown(app.close);
  await app.get('ada');
  await app.get('ada');
  t.is((await app.get('ada')).status, 429);
  ceiling = 10;
  const raised = await app.get('ada');
  t.deepEqual([raised.status, whole(raised, 'X-RateLimit-Limit'), remaining(raised)], [200, 10, 6]);
});

test('the headers describe the tighter of two buckets, and an exhausted one leaves the other usable', async (t) => {
  const store = new MemoryWindowStore(new ManualClock());
  const wide = { store, max: 100, durationMs: 60_000, namespace: 'api' };
  const narrow = { store, max: 2, durationMs: 30_000, namespace: 'ai' };
  const both = await limitedApp(wide, narrow);
  const reversed = await limitedApp(narrow, wide);
  const single = await limitedApp(wide);
  t.teardown(() => Promise.all([both.close(), reversed.close(), single.close()]));
  const replies = [await both.get('ada'), await reversed.get('ada'), await both.get('ada'), await single.get('ada')];
  t.deepEqual(
    replies.map((reply) => [reply.status, whole(reply, 'X-RateLimit-Limit'), remaining(reply)]),
    [
      [200, 2, 1],
      [200, 2, 0],
      [429, 2, 0],
      [200, 100, 96],
    ],
  );
});

test('when the store is unavailable without a fallback, the response is a 503 with Retry-After', async (t) => {
  class AbsentStore extends WindowStore {
    async hit(): Promise<WindowHit> {
      throw new StoreUnavailable('away');
    }
  }
  const app = await limitedApp({ store: new AbsentStore(), max: 1, durationMs: 10_000, namespace: 'api' });
  t.teardown(app.close);
  const reply = await app.get('ada');
  t.deepEqual([reply.status, whole(reply, 'Retry-After'), app.handled()], [503, 1, 0]);
});

test('a limit below one is rejected', async (t) => {
  const store = new MemoryWindowStore(new ManualClock());
  const middleware = rateLimit({ store, max: 0, durationMs: 1_000, namespace: 'api', id: () => 'ada' });
  await t.throwsAsync(async () => middleware({} as Parameters<typeof middleware>[0], async () => {}), {
    instanceOf: RangeError,
    message: /1 or more/,
  });
});
