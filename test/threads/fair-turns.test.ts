import test from 'ava';
import { FairTurns, TurnRefused } from '../../src/threads/fair-turns.js';

/** Queues work that the test ends, in the order in which it began. */
class Bench {
  readonly begun: string[] = [];
  private readonly ends: Array<() => void> = [];
  readonly refused: string[] = [];

  constructor(private readonly turns: FairTurns) {}

  add(share: string, name = share, signal?: AbortSignal): Promise<void> {
    const work = () => {
      this.begun.push(name);
      return new Promise<void>((resolve) => this.ends.push(resolve));
    };
    return this.turns.run(share, work, signal).catch((error: unknown) => {
      if (!(error instanceof TurnRefused)) throw error;
      this.refused.push(name);
    });
  }

  /** Ends the oldest running piece of work. */
  async next(): Promise<void> {
    this.ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('accounts take turns: one with many tasks delays another by one task', async (t) => {
  const turns = new FairTurns({ running: 1, waiting: 20 });
  const bench = new Bench(turns);
  for (let index = 0; index < 6; index += 1) bench.add('heavy', `heavy ${index}`);
  bench.add('light', 'light 0');
  bench.add('light', 'light 1');
  bench.add('other', 'other 0');
  for (let index = 0; index < 9; index += 1) await bench.next();
  t.deepEqual(bench.begun, [
    'heavy 0',
    'heavy 1',
    'light 0',
    'other 0',
    'heavy 2',
    'light 1',
    'heavy 3',
    'heavy 4',
    'heavy 5',
  ]);
  t.deepEqual(turns.counts, { running: 0, waiting: 0 });
});

test('one account has at most half of the waiting places', async (t) => {
  const bench = new Bench(new FairTurns({ running: 2, waiting: 8 }));
  for (let index = 0; index < 20; index += 1) bench.add('heavy');
  await bench.next();
  t.is(bench.refused.length, 20 - 2 - 4);
});

test('an account gets another waiting place while it has fewer than are free', async (t) => {
  const turns = new FairTurns({ running: 1, waiting: 6 });
  const bench = new Bench(turns);
  bench.add('runs');
  for (const share of ['one', 'two', 'three'])
    for (let index = 0; index < 4; index += 1) bench.add(share, `${share} ${index}`);
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(turns.counts, { running: 1, waiting: 6 });
  t.deepEqual(bench.refused, ['one 3', 'two 2', 'two 3', 'three 1', 'three 2', 'three 3']);
  t.false(turns.hasCapacity('four'));
  await bench.next();
  t.deepEqual([turns.hasCapacity('four'), turns.hasCapacity('one')], [true, false]);
});

test('when all places are taken, an account with several places loses one that it took a moment ago to an account without a place', async (t) => {
  let now = 0;
  const turns = new FairTurns({ running: 1, waiting: 6, now: () => now });
  const bench = new Bench(turns);
  bench.add('runs');
  for (const share of ['one', 'two', 'three'])
    for (let index = 0; index < 4; index += 1) bench.add(share, `${share} ${index}`);
  await new Promise((resolve) => setImmediate(resolve));
  bench.refused.length = 0;
  bench.add('four', 'four 0');
  now = 60;
  bench.add('five', 'five 0');
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(turns.counts, { running: 1, waiting: 6 });
  t.deepEqual(bench.refused, ['one 2', 'five 0']);
});

test('work that could not end in time is rejected at once', async (t) => {
  let now = 0;
  const turns = new FairTurns({ running: 1, waiting: 20, maxMs: 1_000, now: () => now });
  const bench = new Bench(turns);
  bench.add('first');
  now = 200;
  await bench.next();
  // The running piece takes 200 ms, and so does each waiting one. The wait of a new piece includes all of these and
  // itself, and may be 1,000 ms at most.
  for (let index = 0; index < 7; index += 1) bench.add('heavy', `heavy ${index}`);
  bench.add('light', 'light 0');
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(turns.counts, { running: 1, waiting: 5 });
  t.deepEqual(bench.refused, ['heavy 5', 'heavy 6']);
});

test('work that is aborted leaves its place and never begins', async (t) => {
  const turns = new FairTurns({ running: 1, waiting: 4 });
  const bench = new Bench(turns);
  const abort = new AbortController();
  bench.add('a', 'first');
  const left = bench.add('b', 'left', abort.signal);
  bench.add('c', 'last');
  abort.abort(new Error('gone'));
  await t.throwsAsync(left, { message: 'gone' });
  t.deepEqual(turns.counts, { running: 1, waiting: 1 });
  await bench.next();
  t.deepEqual(bench.begun, ['first', 'last']);
});

test('after work that fails the next work begins', async (t) => {
  const turns = new FairTurns({ running: 1, waiting: 4 });
  const failed = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('b', async () => 'yes');
  await t.throwsAsync(failed, { message: 'no' });
  t.is(await next, 'yes');
});
