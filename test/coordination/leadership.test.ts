import test, { type ExecutionContext } from 'ava';
import { Leadership } from '../../src/coordination/leadership.js';
import { LeaderRunner, type Stage } from '../../src/coordination/runner.js';
import { type LeaderAnswer, LeaderLock } from '../../src/database/leader-lock.js';
import { createLog } from '../../src/logging/log.js';
import { ManualClock } from '../support/manual-clock.js';
import { ManualTimers } from '../support/manual-timers.js';
import { settled } from '../support/supervised.js';

/** A lock whose result the test sets. */
class FakeLock extends LeaderLock {
  readonly problem = new Error('nobody answers');
  asked = 0;
  released = 0;
  lose: () => void = () => {};

  constructor(public answer: LeaderAnswer) {
    super();
  }

  override async acquire(lost: () => void): Promise<LeaderAnswer> {
    this.asked += 1;
    if (this.answer === 'inherited') {
      this.answer = 'held';
      this.lose = lost;
      return 'inherited';
    }
    if (this.answer === 'held') this.lose = lost;
    return this.answer;
  }

  override async release(): Promise<void> {
    this.released += 1;
  }
}

/** A runner that records the calls of its methods. */
class FakeRunner extends LeaderRunner {
  readonly stage: Stage = 'readers';
  failure?: Error;

  constructor(
    private readonly name: string,
    private readonly said: string[],
  ) {
    super();
  }

  override prepare(): void {
    this.said.push(`prepare ${this.name}`);
  }

  override async start(): Promise<void> {
    this.said.push(`start ${this.name}`);
    if (this.failure !== undefined) throw this.failure;
  }

  override async stop(): Promise<void> {
    this.said.push(`stop ${this.name}`);
    if (this.failure !== undefined) throw this.failure;
  }

  override async stepDown(): Promise<void> {
    this.said.push(`stepDown ${this.name}`);
  }
}

/** Returns a process with two runners; the second starts after the first. */
function candidate(t: ExecutionContext, answer: LeaderAnswer) {
  const timers = new ManualTimers(new ManualClock());
  const lock = new FakeLock(answer);
  const said: string[] = [];
  const lines: string[] = [];
  const leadership = new Leadership(
    lock,
    timers,
    createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
  );
  const runners = [new FakeRunner('a', said), new FakeRunner('b', said)] as const;
  t.teardown(() => leadership.stop().catch(() => undefined));
  /** Returns the calls of the runners since the last call of this function. */
  const asked = () => said.splice(0);
  const logged = (message: RegExp) => lines.filter((line) => message.test(line)).length;
  return { lock, timers, leadership, runners, asked, logged, start: () => leadership.start(runners) };
}

test('a process that becomes leader at start has started all runners when the start resolves', async (t) => {
  const { start, asked, timers } = candidate(t, 'held');
  await start();
  t.deepEqual(asked(), ['prepare a', 'prepare b', 'start a', 'start b']);
  t.is(timers.size, 0);
});

test('a process on standby runs nothing, tries every two seconds, and takes over when the lock is free', async (t) => {
  const { start, asked, lock, timers } = candidate(t, 'taken');
  await start();
  t.deepEqual(asked(), ['prepare a', 'prepare b']);
  await timers.advance(6_000);
  t.is(lock.asked, 4);
  lock.answer = 'held';
  await timers.advance(2_000);
  t.deepEqual(asked(), ['start a', 'start b']);
});

test('a leader that loses its connection publishes nothing until it holds the lock again, then resumes without a restart', async (t) => {
  const { start, asked, lock, timers, runners } = candidate(t, 'held');
  await start();
  asked();
  lock.answer = 'unknown';
  lock.lose();
  t.deepEqual(
    runners.map(({ canPublish }) => canPublish),
    [false, false],
  );
  await settled();
  await timers.advance(60_000);
  t.deepEqual(asked(), []);
  t.false(runners[0].canPublish);
  lock.answer = 'held';
  await timers.advance(250);
  t.deepEqual(asked(), []);
  t.deepEqual(
    runners.map(({ canPublish }) => canPublish),
    [true, true],
  );
});

test('a process that lost leadership to another steps down at once, and can lead again later', async (t) => {
  const { start, asked, lock, timers, runners } = candidate(t, 'held');
  await start();
  asked();
  lock.answer = 'taken';
  lock.lose();
  await settled();
  t.deepEqual(asked(), ['stepDown b', 'stepDown a']);
  t.false(runners[0].canPublish);
  lock.answer = 'held';
  await timers.advance(2_000);
  t.deepEqual(asked(), ['start a', 'start b']);
  t.true(runners[0].canPublish);
});

test('a loss of leadership during the start is detected', async (t) => {
  const { leadership, lock, timers, runners, asked } = candidate(t, 'held');
  runners[0].start = async () => {
    lock.answer = 'taken';
    lock.lose();
  };
  await leadership.start(runners);
  await timers.advance(250);
  t.deepEqual(asked().slice(-2), ['stepDown b', 'stepDown a']);
});

test('a stop runs in reverse order and releases the lock last, even when a runner fails', async (t) => {
  const { start, asked, lock, leadership, runners, timers } = candidate(t, 'held');
  await start();
  asked();
  runners[1].failure = new Error('b does not stop');
  await t.throwsAsync(leadership.stop(), { message: 'b does not stop' });
  t.deepEqual(asked(), ['stop b', 'stop a']);
  t.is(lock.released, 1);
  t.is(timers.size, 0);
});

test('a process whose leadership is uncertain publishes nothing when it stops', async (t) => {
  const { start, asked, lock, leadership } = candidate(t, 'held');
  await start();
  asked();
  lock.answer = 'unknown';
  lock.lose();
  await leadership.stop();
  t.deepEqual(asked(), ['stepDown b', 'stepDown a']);
  t.is(lock.released, 1);
});

test('a runner that fails to start fails the start of the process', async (t) => {
  const { start, lock, runners } = candidate(t, 'held');
  runners[1].failure = new Error('b does not start');
  await t.throwsAsync(start(), { message: 'b does not start' });
  t.is(lock.released, 1);
});

test('when a runner fails to start after a takeover, the lock is released and the takeover is retried', async (t) => {
  const { start, asked, lock, timers, runners } = candidate(t, 'taken');
  await start();
  asked();
  lock.answer = 'held';
  runners[1].failure = new Error('b does not start');
  await timers.advance(2_000);
  t.deepEqual(asked(), ['start a', 'start b', 'stepDown b', 'stepDown a']);
  t.is(lock.released, 1);
  runners[1].failure = undefined;
  await timers.advance(2_000);
  t.deepEqual(asked(), ['start a', 'start b']);
});

test('a process that regains the lock after another leader restarts its runners from stored state', async (t) => {
  const { start, asked, lock, runners } = candidate(t, 'held');
  await start();
  asked();
  lock.answer = 'inherited';
  lock.lose();
  await settled();
  t.deepEqual(asked(), ['stepDown b', 'stepDown a', 'start a', 'start b']);
  t.true(runners[0].canPublish);
});

test('a process that loses the lock while a failed start is undone does not resume', async (t) => {
  const { start, asked, lock, timers, runners } = candidate(t, 'taken');
  await start();
  lock.answer = 'held';
  runners[1].failure = new Error('b does not start');
  const { stepDown } = runners[0];
  runners[0].stepDown = async () => {
    runners[0].stepDown = stepDown;
    lock.lose();
  };
  await timers.advance(2_000);
  asked();
  runners[1].failure = undefined;
  await timers.advance(2_000);
  t.deepEqual(asked(), ['start a', 'start b']);
});

test('an unreachable database is logged once, with the reason', async (t) => {
  const { start, lock, timers, logged } = candidate(t, 'unknown');
  await start();
  await timers.advance(60_000);
  t.is(logged(/election failed/), 1);
  t.is(logged(/nobody answers/), 1);
  lock.answer = 'taken';
  await timers.advance(2_000);
  lock.answer = 'unknown';
  await timers.advance(2_000);
  t.is(logged(/election failed/), 2);
});
