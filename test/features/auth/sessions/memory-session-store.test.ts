import test from 'ava';
import { MemorySessionStore } from '../../../../src/features/auth/sessions/memory-session-store.js';
import { openSession } from '../../../../src/features/auth/sessions/session.js';
import { sessionStoreContract } from '../../../contract/session-store.contract.js';
import { ManualClock } from '../../../support/manual-clock.js';

sessionStoreContract(test, async (limits) => {
  const clock = new ManualClock();
  return {
    store: new MemorySessionStore(clock, limits),
    passTime: async (ms) => clock.advance(ms),
    close: async () => {},
  };
});

const opening = (accountId: string) => openSession(accountId, { addressClass: 'loopback' });

test('expired sessions are removed from memory when other accounts sign in', async (t) => {
  const clock = new ManualClock();
  const store = new MemorySessionStore(clock);
  for (let count = 0; count < 100; count += 1) await store.create(opening(`old-${count}`));
  clock.advance(15 * 86_400_000);
  for (let count = 0; count < 40; count += 1) await store.create(opening(`new-${count}`));
  t.is(store.size, 40);
});

test('when the memory is full the least recently used session ends', async (t) => {
  const store = new MemorySessionStore(new ManualClock(), undefined, 3);
  const [first, second] = [
    await store.create(opening('a')),
    await store.create(opening('b')),
    await store.create(opening('c')),
  ];
  await store.rotate({ sessionId: first.id, presentedGeneration: 0, requestAgeMs: 0, graceMs: 0 });
  await store.create(opening('d'));
  t.is(store.size, 3);
  t.truthy(await store.find(first.id));
  t.is(await store.find(second.id), undefined);
});

test('an expired session that no sweep has reached takes no place from the open ones of its account', async (t) => {
  const clock = new ManualClock();
  const store = new MemorySessionStore(clock, { idleMs: 1_000, maxAgeMs: 10_000, perAccount: 3 });
  // Each sign-in removes four expired sessions, the oldest first.
  for (let count = 0; count < 8; count += 1) await store.create(opening(`old-${count}`));
  const used = await store.create(opening('ada'));
  await store.create(opening('ada'));
  clock.advance(600);
  await store.rotate({ sessionId: used.id, presentedGeneration: 0, requestAgeMs: 0, graceMs: 0 });
  clock.advance(600);
  const [third, fourth] = [await store.create(opening('ada')), await store.create(opening('ada'))];
  t.deepEqual((await store.list('ada')).map(({ id }) => id).sort(), [used.id, third.id, fourth.id].sort());
});

test('a sweep removes exactly the expired sessions', async (t) => {
  const clock = new ManualClock();
  const store = new MemorySessionStore(clock);
  await store.create(opening('a'));
  clock.advance(86_400_000);
  const kept = await store.create(opening('b'));
  store.sweep(clock.now() + 13.5 * 86_400_000);
  t.is(store.size, 1);
  t.truthy(await store.find(kept.id));
});

test('a session in daily use ends after ninety days', async (t) => {
  const clock = new ManualClock();
  const store = new MemorySessionStore(clock);
  const { id } = await store.create(opening('a'));
  const verdicts: string[] = [];
  for (let day = 1; day <= 91; day += 1) {
    clock.advance(86_400_000);
    verdicts.push(
      (await store.rotate({ sessionId: id, presentedGeneration: day - 1, requestAgeMs: 0, graceMs: 0 })).verdict,
    );
  }
  t.true(verdicts.slice(0, 89).every((verdict) => verdict === 'rotated'));
  t.is(verdicts[90], 'unknown');
});
