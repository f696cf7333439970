import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { RunningTime } from '../../../src/http/load/running-time.js';
import { StartQueue } from '../../../src/http/load/start-queue.js';

/** Occupies the event loop (ms). */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Keeps this thread from running (ms), as when other programs have the processor. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Lets `count` requests of one turn arrive, as ProcessLimit does.
 * @returns the number of requests that began at once, and the promises of the others
 */
function arrive(
  queue: StartQueue,
  times: RunningTime,
  key: string,
  count: number,
): { atOnce: number; later: Array<Promise<void>> } {
  const share = times.of(key);
  const later: Array<Promise<void>> = [];
  for (let index = 0; index < count; index += 1) {
    const now = performance.now();
    if (queue.mustWait(share, now)) later.push(queue.wait(share, now));
    else queue.begin(share, now);
  }
  return { atOnce: count - later.length, later };
}

function start(): { times: RunningTime; queue: StartQueue; newTurn(): void } {
  const times = new RunningTime();
  const queue = new StartQueue(times);
  const newTurn = () => {
    const now = performance.now();
    queue.beginTurn(now);
    times.advance(now);
  };
  newTurn();
  return { times, queue, newTurn };
}

test('a turn begins a limited number of requests, and the others begin in later turns', async (t) => {
  const { times, queue } = start();
  const { atOnce, later } = arrive(queue, times, 'ada', 40);
  t.true(atOnce <= 16, `${atOnce}`);
  await Promise.all(later);
  t.is(queue.waitedMs(performance.now()), 0);
  t.is(times.of('ada').running, 40);
  t.is(times.of('ada').waiting, 0);
});

test('a request waits for as long as the process runs, not while other programs have the processor', async (t) => {
  const { times, queue } = start();
  const { later } = arrive(queue, times, 'ada', 40);
  const { user, system } = process.threadCpuUsage();
  work(100);
  const worked = process.threadCpuUsage({ user, system });
  const expected = (worked.user + worked.system) / 1_000;
  const waited = queue.waitedMs(performance.now());
  t.true(waited >= expected - 1, `${waited} of ${expected}`);
  pause(300);
  const afterwards = queue.waitedMs(performance.now());
  t.true(afterwards < waited + 100, `${afterwards} after ${waited}`);
  await Promise.all(later);
});

test('while turns are long, few requests begin in each, and more again once turns are short', async (t) => {
  const { times, queue, newTurn } = start();
  for (let turns = 0; turns < 4; turns += 1) {
    work(10);
    newTurn();
    await setImmediate();
  }
  const { atOnce, later } = arrive(queue, times, 'ada', 10);
  t.true(atOnce <= 2, `${atOnce}`);
  await Promise.all(later);
  for (let turns = 0; turns < 20; turns += 1) {
    newTurn();
    await setImmediate();
  }
  newTurn();
  t.true(arrive(queue, times, 'bob', 10).atOnce > 2);
});

test('waiting does not make an account heavier', async (t) => {
  const { times, queue, newTurn } = start();
  const { later } = arrive(queue, times, 'ada', 40);
  const share = times.of('ada');
  const began = share.running;
  for (let left = began; left > 0; left -= 1) times.end(share, performance.now());
  const { weighted } = share;
  work(5);
  times.heaviness(share, performance.now());
  t.is(share.weighted, weighted, 'nothing of it runs');
  newTurn();
  await Promise.all(later);
  t.true(share.running > 0);
});

test('a request of a light account begins before those of the others that wait', async (t) => {
  const { times, queue } = start();
  const ada = times.of('ada');
  times.charge(ada, 1_000, performance.now());
  const { later } = arrive(queue, times, 'ada', 60);
  const order: string[] = [];
  for (const begun of later) void begun.then(() => order.push('ada'));
  const { atOnce } = arrive(queue, times, 'bob', 1);
  t.is(atOnce, 1, 'it begins at once, although others wait');
  const carol = times.of('carol');
  times.charge(carol, 900, performance.now());
  await queue.wait(carol, performance.now()).then(() => order.push('carol'));
  t.is(order[0], 'carol', 'of those that wait the lightest comes first');
  await Promise.all(later);
});

test('at most 16 requests that wait begin in one turn', async (t) => {
  const { times, queue } = start();
  const { later } = arrive(queue, times, 'ada', 600);
  let [begun, most] = [0, 0];
  for (const one of later) void one.then(() => (begun += 1));
  for (let before = 0; begun < later.length; before = begun) {
    await setImmediate();
    most = Math.max(most, begun - before);
  }
  t.true(most <= 16, `${most}`);
});
