import { constants, getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import {
  ThreadOutOfMemory,
  ThreadPool,
  type ThreadPoolOptions,
  ThreadQueueFull,
} from '../../src/threads/thread-pool.js';
import { inThread } from '../support/thread-functions.js';

function open(t: ExecutionContext, options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  const pool = new ThreadPool({ does: 'calculates', threads: 1, maxHeapMb: 64, ...options });
  t.teardown(() => pool.close());
  return pool;
}

test('a pool has no thread until its first call, and never more than its maximum', async (t) => {
  const pool = open(t, { threads: 2 });
  t.is(pool.size, 0);
  t.not(await pool.run(inThread.whichThread, undefined), threadId);
  t.is(pool.size, 1);
  t.deepEqual(await Promise.all([1, 2, 3, 4, 5].map((value) => pool.run(inThread.double, value))), [2, 4, 6, 8, 10]);
  t.is(pool.size, 2);
});

(process.platform === 'linux' ? test : test.skip)('a thread yields the processor to the event loop', async (t) => {
  const own = getPriority();
  t.is(await open(t).run(inThread.ownPriority, undefined), Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL));
  t.is(getPriority(), own);
});

test('a buffer is transferred to the thread', async (t) => {
  const numbers = new Float64Array([1, 2, 3]);
  t.is(await open(t).run(inThread.sumOf, { numbers }, { transfer: [numbers.buffer] }), 6);
  t.is(numbers.byteLength, 0);
});

test('bytes that are members of an output are transferred to the caller', async (t) => {
  const pool = open(t);
  const { one, list, text } = await pool.run(inThread.makeBytes, undefined);
  t.deepEqual([[...one], list.map((part) => [...part]), text], [[1], [[2, 3], [4]], 'not bytes']);
  t.deepEqual(await pool.run(inThread.keptLengths, undefined), [0, 0, 0]);
});

test('an error is passed on and the thread continues', async (t) => {
  const pool = open(t);
  const before = await pool.run(inThread.whichThread, undefined);
  await t.throwsAsync(pool.run(inThread.fail, 'too small'), { message: 'too small', instanceOf: RangeError });
  await t.throwsAsync(pool.run(inThread.double, (() => 1) as unknown as number), { name: 'DataCloneError' });
  t.is(await pool.run(inThread.whichThread, undefined), before);
});

test('a thread that ends unexpectedly fails its own call, and waiting calls are run by another thread', async (t) => {
  const pool = open(t);
  const [dead, waiting] = await Promise.allSettled([pool.run(inThread.exit, undefined), pool.run(inThread.double, 21)]);
  t.like(dead, { status: 'rejected', reason: { message: 'The thread that calculates ended early' } });
  t.like(waiting, { status: 'fulfilled', value: 42 });
});

test('a thread whose heap exceeds its limit ends and fails its own call, and waiting calls are run by another thread', async (t) => {
  const pool = open(t, { maxHeapMb: 32 });
  const [grown, waiting] = await Promise.allSettled([pool.run(inThread.grow, 500), pool.run(inThread.double, 21)]);
  t.true(grown.status === 'rejected' && grown.reason instanceof ThreadOutOfMemory, JSON.stringify(grown));
  t.like(waiting, { status: 'fulfilled', value: 42 });
  t.is(await pool.run(inThread.grow, 8), 8, 'less than the limit');
});

test('new objects of a thread use a limited part of the memory', async (t) => {
  t.true((await open(t).run(inThread.newObjectsMb, undefined)) <= 48);
});

test('a thread that hangs is ended after the time limit', async (t) => {
  const pool = open(t, { timeLimitMs: 200 });
  await t.throwsAsync(pool.run(inThread.hang, undefined), {
    message: 'A thread that calculates took longer than 200 ms',
  });
  t.is(pool.size, 0);
});

test('the number of waiting calls is limited', async (t) => {
  const pool = open(t, { waiting: 2 });
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((value) => pool.run(inThread.double, value)));
  t.deepEqual(
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : outcome.reason instanceof ThreadQueueFull,
    ),
    [2, 4, 6, true, true],
  );
});

test('a waiting call that is aborted is not made', async (t) => {
  const pool = open(t);
  const abort = new AbortController();
  const first = pool.run(inThread.double, 1);
  const unwanted = pool.run(inThread.exit, undefined, { signal: abort.signal });
  const last = pool.run(inThread.double, 3);
  abort.abort(new Error('gone'));
  await t.throwsAsync(unwanted, { message: 'gone' });
  t.deepEqual([await first, await last], [2, 6]);
  await t.throwsAsync(pool.run(inThread.double, 1, { signal: abort.signal }), { message: 'gone' });
});

test('closing rejects running, waiting and later calls, and leaves no thread', async (t) => {
  const pool = new ThreadPool({ does: 'calculates', threads: 1, maxHeapMb: 64 });
  const pending = Promise.allSettled([pool.run(inThread.hang, undefined), pool.run(inThread.double, 1)]);
  await pool.close();
  for (const outcome of await pending)
    t.like(outcome, { status: 'rejected', reason: { message: 'The pool that calculates is closed' } });
  t.is(pool.size, 0);
  await t.throwsAsync(pool.run(inThread.double, 1), { message: /closed/ });
});
