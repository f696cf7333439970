import { randomBytes } from 'node:crypto';
import test from 'ava';
import { MemorySessionStore } from '../../../../src/features/auth/sessions/memory-session-store.js';
import { RefreshTokenMint } from '../../../../src/features/auth/sessions/refresh-token.js';
import { openSession } from '../../../../src/features/auth/sessions/session.js';
import { SessionRotation } from '../../../../src/features/auth/sessions/session-rotation.service.js';
import { ManualClock } from '../../../support/manual-clock.js';

async function signedIn(graceMs = 0, Store = MemorySessionStore) {
  const clock = new ManualClock();
  const store = new Store(clock);
  const mint = new RefreshTokenMint(randomBytes(32));
  const session = await store.create(openSession('ada', { addressClass: 'public' }));
  return {
    clock,
    store,
    mint,
    session,
    token: mint.mint(session),
    rotation: new SessionRotation(store, mint, graceMs),
  };
}

function tokenOf(outcome: Awaited<ReturnType<SessionRotation['refresh']>>): string {
  if (outcome.outcome !== 'fresh') throw new Error(`the token is ${outcome.outcome}`);
  return outcome.token;
}

test('an old refresh token ends the session family', async (t) => {
  const { rotation, token, session } = await signedIn();
  const next = tokenOf(await rotation.refresh(token, 0));
  t.not(next, token);
  t.like(await rotation.refresh(token, 0), { outcome: 'reused', session: { id: session.id, accountId: 'ada' } });
  t.deepEqual(await rotation.refresh(next, 0), { outcome: 'invalid' });
});

test('a token with a wrong secret changes nothing, in any generation', async (t) => {
  const { rotation, token, session, store } = await signedIn();
  const next = tokenOf(await rotation.refresh(token, 0));
  for (const generation of [0, 1, 2]) {
    t.deepEqual(await rotation.refresh(`${session.id}.${generation}.${randomBytes(32).toString('base64url')}`, 0), {
      outcome: 'invalid',
    });
  }
  t.is((await store.find(session.id))!.generation, 1);
  t.is((await rotation.refresh(next, 0)).outcome, 'fresh');
});

test('twenty concurrent refreshes get the same successor', async (t) => {
  const { rotation, token } = await signedIn();
  const tokens = (await Promise.all(Array.from({ length: 20 }, () => rotation.refresh(token, 1)))).map(tokenOf);
  t.is(new Set(tokens).size, 1);
  t.is((await rotation.refresh(tokens[0]!, 0)).outcome, 'fresh');
});

test('the grace period of a slow refresh is measured from the time of the request', async (t) => {
  let held: (() => void) | undefined;
  class SlowStore extends MemorySessionStore {
    /** From the second lookup on, returns only when the test releases it. */
    override async find(sessionId: string) {
      const found = await super.find(sessionId);
      if (held) await new Promise<void>((resolve) => (held = resolve));
      held = () => {};
      return found;
    }
  }
  const { rotation, token } = await signedIn(0, SlowStore);
  const quick = rotation.refresh(token, 0);
  const slow = rotation.refresh(token, 0);
  const next = tokenOf(await quick);
  held!();
  t.is(tokenOf(await slow), next);
});

test('with a grace period of ten seconds a repeat after two seconds gets the identical successor, and one after eleven ends the family', async (t) => {
  const { rotation, token, clock, store, session } = await signedIn(10_000);
  const next = tokenOf(await rotation.refresh(token, 0));
  clock.advance(2_000);
  t.is(tokenOf(await rotation.refresh(token, 0)), next);
  clock.advance(9_000);
  t.is((await rotation.refresh(token, 0)).outcome, 'reused');
  t.is(await store.find(session.id), undefined);
});

test('the store does not contain the token', async (t) => {
  const { rotation, token, store, session } = await signedIn();
  const next = tokenOf(await rotation.refresh(token, 0));
  const held = JSON.stringify(await store.find(session.id));
  for (const secret of [token, next].map((text) => text.split('.')[2]!)) t.false(held.includes(secret));
});
