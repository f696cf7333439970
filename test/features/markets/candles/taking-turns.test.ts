import test from 'ava';
import { TakingTurns } from '../../../../src/features/markets/candles/taking-turns.js';

test('work on one thing is done one after the other, on different things at once', async (t) => {
  const turns = new TakingTurns();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const held = turns.run('a', () => first.promise.then(() => done.push('a1')));
  const next = turns.run('a', async () => done.push('a2'));
  await turns.run('b', async () => done.push('b'));
  t.deepEqual(done, ['b']);
  first.resolve();
  await Promise.all([held, next]);
  t.deepEqual(done, ['b', 'a1', 'a2']);
});

test('those who wait fail with the one they wait for; who comes later begins anew', async (t) => {
  const turns = new TakingTurns();
  let calls = 0;
  const fails = async () => {
    calls += 1;
    throw new Error('no answer');
  };
  const results = await Promise.allSettled([turns.run('a', fails), turns.run('a', fails), turns.run('a', fails)]);
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  t.is(calls, 1);
  t.is(await turns.run('a', async () => 'there'), 'there');
});

test('what is done is forgotten', async (t) => {
  const turns = new TakingTurns();
  await Promise.allSettled([turns.run('a', async () => 1), turns.run('b', async () => Promise.reject(new Error('no')))]);
  t.is(turns.size, 0);
});
