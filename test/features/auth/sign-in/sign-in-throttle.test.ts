import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { StoreUnavailable } from '../../../../src/cache/store-unavailable.js';
import { AttemptStore } from '../../../../src/features/auth/sign-in/attempt-store.js';
import { MemoryAttemptStore } from '../../../../src/features/auth/sign-in/memory-attempt-store.js';
import { SignInThrottle } from '../../../../src/features/auth/sign-in/sign-in-throttle.js';
import { MemoryWindowStore } from '../../../../src/http/rate-limit/memory-window-store.js';
import { ManualClock } from '../../../support/manual-clock.js';

function throttle() {
  const clock = new ManualClock();
  return { clock, throttle: new SignInThrottle(new MemoryAttemptStore(clock), new MemoryWindowStore(clock)) };
}

async function refusal(work: Promise<unknown>): Promise<[string, string | undefined] | undefined> {
  return work.then(
    () => undefined,
    (error) => {
      if (!(error instanceof Problem)) throw error;
      return [error.code, error.headers['Retry-After']];
    },
  );
}

test('after five failures an account must wait, from any IP address and in any spelling', async (t) => {
  const { throttle: signIn, clock } = throttle();
  for (let count = 0; count < 5; count += 1) await signIn.begin('ada@example.org');
  t.deepEqual(await refusal(signIn.begin(' Ada@Example.org')), ['too_many_attempts', '1']);
  t.is(await refusal(signIn.begin('bob@example.org')), undefined);
  clock.advance(1_000);
  t.is(await refusal(signIn.begin('ada@example.org')), undefined);
  t.deepEqual(await refusal(signIn.begin('ada@example.org')), ['too_many_attempts', '2']);
});

test('a successful sign-in resets the count of an account', async (t) => {
  const { throttle: signIn } = throttle();
  for (let count = 0; count < 4; count += 1) await signIn.begin('ada@example.org');
  await (await signIn.begin('ada@example.org')).succeeded();
  t.is(await refusal(signIn.begin('ada@example.org')), undefined);
});

test('withdrawn attempts never cause a wait', async (t) => {
  const { throttle: signIn } = throttle();
  for (let count = 0; count < 20; count += 1) await (await signIn.begin('ada@example.org')).undo();
  t.is(await refusal(signIn.begin('ada@example.org')), undefined);
});

test('sign-ins fail while the store is unavailable', async (t) => {
  class AbsentStore extends AttemptStore {
    begin = async () => Promise.reject(new StoreUnavailable('away'));
    succeed = this.begin;
    undo = this.begin;
  }
  const signIn = new SignInThrottle(new AbsentStore(), new MemoryWindowStore(new ManualClock()));
  t.deepEqual(await refusal(signIn.begin('ada@example.org')), ['unavailable', '1']);
});
