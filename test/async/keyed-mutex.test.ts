import test from 'ava';
import { KeyedMutex } from '../../src/async/keyed-mutex.js';

test('work on the same key runs one after another, work on different keys concurrently', async (t) => {
  const mutex = new KeyedMutex();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const held = mutex.run('a', () => first.promise.then(() => done.push('a1')));
  const next = mutex.run('a', async () => done.push('a2'));
  await mutex.run('b', async () => done.push('b'));
  t.deepEqual(done, ['b']);
  first.resolve();
  await Promise.all([held, next]);
  t.deepEqual(done, ['b', 'a1', 'a2']);
});

test('queued calls fail with the call for which they wait, and later calls run again', async (t) => {
  const mutex = new KeyedMutex();
  let calls = 0;
  const fails = async () => {
    calls += 1;
    throw new Error('no answer');
  };
  const results = await Promise.allSettled([mutex.run('a', fails), mutex.run('a', fails), mutex.run('a', fails)]);
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  t.is(calls, 1);
  t.is(await mutex.run('a', async () => 'there'), 'there');
});

test('finished work leaves no entry in memory', async (t) => {
  const mutex = new KeyedMutex();
  await Promise.allSettled([
    mutex.run('a', async () => 1),
    mutex.run('b', async () => Promise.reject(new Error('no'))),
  ]);
  t.is(mutex.size, 0);
});
