import type { ExecutionContext, TestFn } from 'ava';
import { openSession, type SessionLimits } from '../../src/features/auth/sessions/session.js';
import type { SessionStore } from '../../src/features/auth/sessions/session-store.js';

export interface SessionStoreSetup {
  store: SessionStore;
  /** Advances the time of the store by `ms`. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

const opening = (accountId = 'ada') => openSession(accountId, { userAgent: 'a browser', addressClass: 'public' });
/** Limits long enough that a store with a real clock is queried well before an expiry, even on a busy machine. */
const short: SessionLimits = { idleMs: 1_800, maxAgeMs: 3_000, perAccount: 3 };

function rotation(
  sessionId: string,
  presentedGeneration: number,
  when: { requestAgeMs?: number; graceMs?: number } = {},
) {
  return { sessionId, presentedGeneration, requestAgeMs: when.requestAgeMs ?? 0, graceMs: when.graceMs ?? 0 };
}

/** Registers the tests that every session store must pass. */
export function sessionStoreContract(test: TestFn, open: (limits?: SessionLimits) => Promise<SessionStoreSetup>): void {
  const fact = (
    title: string,
    body: (t: ExecutionContext, setup: SessionStoreSetup) => Promise<void>,
    limits?: SessionLimits,
  ) =>
    test(title, async (t) => {
      const setup = await open(limits);
      await body(t, setup).finally(() => setup.close());
    });

  fact('a new session is returned as it was opened', async (t, { store }) => {
    const opened = opening();
    const created = await store.create(opened);
    t.like(created, { ...opened, generation: 0 });
    t.is(created.lastUsedAt, created.createdAt);
    t.is(created.expiresAt - created.createdAt, 14 * 86_400_000);
    t.is(created.endsAt - created.createdAt, 90 * 86_400_000);
    t.deepEqual(await store.find(opened.id), created);
    t.is(await store.find(opening().id), undefined);
  });

  fact(
    'an expired session takes no place from the open ones of its account',
    async (t, { store, passTime }) => {
      const [used, expired, third, fourth] = [opening(), opening(), opening(), opening()];
      await store.create(used);
      await store.create(expired);
      await passTime(1_000);
      await store.rotate(rotation(used.id, 0));
      await passTime(1_000);
      await store.create(third);
      await store.create(fourth);
      const open = await store.list('ada');
      t.deepEqual(open.map(({ id }) => id).sort(), [used.id, third.id, fourth.id].sort());
    },
    short,
  );

  fact('a hundred consecutive rotations each increase the generation by one', async (t, { store }) => {
    const { id } = await store.create(opening());
    for (let generation = 0; generation < 100; generation += 1) {
      t.like(await store.rotate(rotation(id, generation)), {
        verdict: 'rotated',
        session: { generation: generation + 1 },
      });
    }
    t.is((await store.list('ada')).length, 1);
  });

  fact('a rotation sets the time of the last use and extends the session', async (t, { store, passTime }) => {
    const created = await store.create(opening());
    await passTime(20);
    await store.rotate(rotation(created.id, 0));
    const used = await store.find(created.id);
    t.true(used!.lastUsedAt >= created.lastUsedAt + 20);
    t.is(used!.expiresAt - used!.lastUsedAt, created.expiresAt - created.createdAt);
    t.is(used!.endsAt, created.endsAt);
  });

  fact('a spent generation ends the session, and the result names the session', async (t, { store }) => {
    const { id } = await store.create(opening());
    await store.rotate(rotation(id, 0));
    t.like(await store.rotate(rotation(id, 0)), {
      verdict: 'reused',
      session: { id, accountId: 'ada', generation: 1 },
    });
    t.deepEqual(await store.rotate(rotation(id, 1)), { verdict: 'unknown' });
    t.is(await store.find(id), undefined);
    t.deepEqual(await store.list('ada'), []);
  });

  fact('a request that was in progress when the session rotated gets the same successor', async (t, { store }) => {
    const { id } = await store.create(opening());
    await store.rotate(rotation(id, 0));
    t.like(await store.rotate(rotation(id, 0, { requestAgeMs: 5_000 })), {
      verdict: 'replayed',
      session: { generation: 1 },
    });
    t.like(await store.rotate(rotation(id, 1)), { verdict: 'rotated', session: { generation: 2 } });
  });

  fact('only the immediate predecessor is accepted from a request in progress', async (t, { store }) => {
    const { id } = await store.create(opening());
    await store.rotate(rotation(id, 0));
    await store.rotate(rotation(id, 1));
    t.is((await store.rotate(rotation(id, 0, { requestAgeMs: 5_000, graceMs: 60_000 }))).verdict, 'reused');
  });

  fact(
    'within the grace period the predecessor gets the same successor again, and the successor still rotates',
    async (t, { store, passTime }) => {
      const { id } = await store.create(opening());
      const first = await store.rotate(rotation(id, 0, { graceMs: 10_000 }));
      await passTime(50);
      t.deepEqual(await store.rotate(rotation(id, 0, { graceMs: 10_000 })), { ...first, verdict: 'replayed' });
      t.is((await store.rotate(rotation(id, 1, { graceMs: 10_000 }))).verdict, 'rotated');
    },
  );

  fact('after the grace period the predecessor ends the session', async (t, { store, passTime }) => {
    const { id } = await store.create(opening());
    await store.rotate(rotation(id, 0, { graceMs: 100 }));
    await passTime(120);
    t.is((await store.rotate(rotation(id, 0, { graceMs: 100 }))).verdict, 'reused');
  });

  fact('a future generation changes nothing', async (t, { store }) => {
    const created = await store.create(opening());
    t.deepEqual(await store.rotate(rotation(created.id, 7)), { verdict: 'unknown' });
    t.deepEqual(await store.find(created.id), created);
  });

  fact(
    'a session unused for its idle time expires',
    async (t, { store, passTime }) => {
      const { id } = await store.create(opening());
      await passTime(1_820);
      t.is(await store.find(id), undefined);
      t.deepEqual(await store.rotate(rotation(id, 0)), { verdict: 'unknown' });
      t.deepEqual(await store.list('ada'), []);
      t.false(await store.end(id));
    },
    short,
  );

  fact(
    'a session in use expires at its maximum age',
    async (t, { store, passTime }) => {
      const { id } = await store.create(opening());
      await passTime(1_000);
      t.is((await store.rotate(rotation(id, 0))).verdict, 'rotated');
      await passTime(1_000);
      t.is((await store.rotate(rotation(id, 1))).verdict, 'rotated');
      await passTime(1_020);
      t.is((await store.rotate(rotation(id, 2))).verdict, 'unknown');
    },
    short,
  );

  fact(
    'a session beyond the limit ends the oldest of that account only',
    async (t, { store, passTime }) => {
      const other = await store.create(opening('bob'));
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        ids.push((await store.create(opening())).id);
        await passTime(2);
      }
      t.deepEqual((await store.list('ada')).map(({ id }) => id).sort(), ids.slice(2).sort());
      t.truthy(await store.find(other.id));
    },
    short,
  );

  fact('a session ends only once', async (t, { store }) => {
    const { id } = await store.create(opening());
    t.true(await store.end(id));
    t.false(await store.end(id));
    t.is(await store.find(id), undefined);
  });

  fact('ending all sessions keeps the excepted one and those of every other account', async (t, { store }) => {
    const [first, second, third] = [
      await store.create(opening()),
      await store.create(opening()),
      await store.create(opening()),
    ];
    const other = await store.create(opening('bob'));
    t.deepEqual((await store.endAll('ada', second.id)).sort(), [first.id, third.id].sort());
    t.deepEqual(await store.list('ada'), [second]);
    t.deepEqual(await store.endAll('ada'), [second.id]);
    t.deepEqual(await store.endAll('ada'), []);
    t.truthy(await store.find(other.id));
  });

  fact('sessions are listed with the last used first', async (t, { store, passTime }) => {
    const first = await store.create(opening());
    await passTime(5);
    const second = await store.create(opening());
    await passTime(5);
    await store.rotate(rotation(first.id, 0));
    t.deepEqual(
      (await store.list('ada')).map(({ id }) => id),
      [first.id, second.id],
    );
  });
}
