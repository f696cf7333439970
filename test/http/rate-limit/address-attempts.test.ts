import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import { AddressAttempts } from '../../../src/http/rate-limit/address-attempts.js';
import { MemoryWindowStore } from '../../../src/http/rate-limit/memory-window-store.js';
import { ManualClock } from '../../support/manual-clock.js';

function attempts(max: number | undefined) {
  const clock = new ManualClock();
  const limit = { max, windowMs: 60_000 };
  return {
    clock,
    attempts: new AddressAttempts(new MemoryWindowStore(clock), {
      'sign-in': limit,
      registration: limit,
      'key-exchange': limit,
      'password-reset': limit,
      'shared-view': limit,
      'app-registration': limit,
      'app-token': limit,
    }),
  };
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

test('an address with too many attempts waits for the end of its window', async (t) => {
  const { attempts: limited, clock } = attempts(3);
  for (let count = 0; count < 3; count += 1) await limited.count('sign-in', '192.0.2.1');
  t.deepEqual(await refusal(limited.count('sign-in', '192.0.2.1')), ['too_many_attempts', '60']);
  t.is(await refusal(limited.count('sign-in', '192.0.2.2')), undefined);
  t.is(await refusal(limited.count('registration', '192.0.2.1')), undefined);
  clock.advance(60_000);
  t.is(await refusal(limited.count('sign-in', '192.0.2.1')), undefined);
});

test('addresses of one IPv6 network share their attempts', async (t) => {
  const { attempts: limited } = attempts(3);
  for (let count = 0; count < 3; count += 1) await limited.count('sign-in', `2001:db8::${count + 1}`);
  t.deepEqual(await refusal(limited.count('sign-in', '2001:db8::ffff')), ['too_many_attempts', '60']);
});

test('without a limit nothing is counted', async (t) => {
  const { attempts: unlimited } = attempts(undefined);
  for (let count = 0; count < 100; count += 1) await unlimited.count('sign-in', '192.0.2.1');
  t.pass();
});
