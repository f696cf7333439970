import test from 'ava';
import type { FeedRun } from '../../../src/upstream/feed-source.js';
import { FeedRegistry } from '../../../src/upstream/feed-status.js';
import { UpstreamError } from '../../../src/upstream/upstream-error.js';
import { settled, supervised, untilAborted } from '../../support/supervised.js';

/** Returns a supervised source whose runs fail at once, and the times at which they began (ms). */
function failing(error: () => unknown) {
  const begun: number[] = [];
  const test = supervised({
    run: async () => {
      begun.push(test.clock.now());
      throw error();
    },
  });
  const pauses = () => begun.slice(1).map((at, index) => Math.round((at - (begun[index] as number)) / 1000));
  return { ...test, begun, pauses };
}

test('a failing source is run again after delays that double up to a minute', async (t) => {
  const { supervisor, timers, pauses } = failing(() => new UpstreamError('unreachable'));
  supervisor.start();
  await settled();
  await timers.advance(200_000);
  t.deepEqual(pauses(), [1, 2, 4, 8, 16, 32, 60, 60]);
});

test('delays are random over their whole range', async (t) => {
  const begun: number[] = [];
  const run = async () => {
    begun.push(one.clock.now());
    throw new UpstreamError('unreachable');
  };
  const one = supervised({ run }, { random: () => 0.25 });
  one.supervisor.start();
  await settled();
  await one.timers.advance(1_000);
  t.deepEqual(
    begun.map((at) => at - (begun[0] as number)),
    [0, 250, 750],
  );
});

test('a run that delivers records for a minute resets the delays', async (t) => {
  const begun: number[] = [];
  let isHealthy = false;
  const one = supervised({
    run: async (run) => {
      begun.push(one.clock.now());
      if (!isHealthy) throw new UpstreamError('unreachable');
      for (let minute = 0; minute < 3; minute += 1) {
        await new Promise<void>((resolve) => one.timers.after(30_000, resolve));
        run.accepted(1);
      }
      throw new UpstreamError('unreachable');
    },
  });
  one.supervisor.start();
  await settled();
  await one.timers.advance(40_000);
  isHealthy = true;
  await one.timers.advance(60_000);
  const before = begun.length;
  isHealthy = false;
  await one.timers.advance(80_000);
  t.true(begun.length > before);
  const [last, next] = begun.slice(before - 1) as [number, number];
  t.is(Math.round((next - last) / 1000), 91);
});

test('three consecutive failures make a feed down, and the first record makes it ok again', async (t) => {
  let works = false;
  const one = supervised({
    run: async (run) => {
      if (!works) throw new UpstreamError('unreachable');
      run.accepted(7);
      await untilAborted(run);
    },
  });
  one.supervisor.start();
  await settled();
  t.is(one.feed().status, 'stale', 'it has not worked yet');
  await one.timers.advance(3_000);
  t.deepEqual([one.feed().status, one.feed().consecutiveFailures, one.failures('unreachable')], ['down', 3, 3]);
  works = true;
  await one.timers.advance(4_000);
  t.deepEqual([one.feed().status, one.feed().records, one.feed().consecutiveFailures], ['ok', 7, 0]);
  t.deepEqual([one.logged(/failed; restarting/), one.logged(/recovered/)], [1, 1]);
});

const oddities: Record<string, () => unknown> = {
  nothing: () => undefined,
  'a word': () => 'no',
  null: () => null,
  'a frozen object': () => Object.freeze({}),
  'an error of the machine': () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
};
for (const [what, error] of Object.entries(oddities)) {
  test(`a run that rejects with ${what} is a failure like any other`, async (t) => {
    const { supervisor, timers, begun, failures } = failing(error);
    supervisor.start();
    await settled();
    await timers.advance(1_500);
    t.is(begun.length, 2);
    t.is(failures(what === 'an error of the machine' ? 'unreachable' : 'bad_answer'), 2);
  });
}

test('a run that throws before its first promise is a failure like any other', async (t) => {
  let runs = 0;
  const one = supervised({
    run: () => {
      runs += 1;
      throw new Error('at once');
    },
  });
  one.supervisor.start();
  await settled();
  await one.timers.advance(1_500);
  t.is(runs, 2);
});

test('a run that is silent for too long is aborted and restarted; its silence makes the feed stale, not down', async (t) => {
  let runs = 0;
  const one = supervised({
    run: (run) => {
      runs += 1;
      return untilAborted(run);
    },
  });
  one.supervisor.start();
  await one.timers.advance(59_000);
  t.is(runs, 1);
  await one.timers.advance(241_000);
  t.deepEqual([one.feed().status, one.feed().consecutiveFailures], ['stale', 0]);
  t.true(runs >= 4);
  t.is(one.failures('timeout'), runs - 1);
});

test('a run that delivers a record now and then is not aborted', async (t) => {
  let runs = 0;
  const one = supervised({
    run: async (run) => {
      runs += 1;
      const end = one.timers.every(45_000, () => run.accepted(0));
      await untilAborted(run);
      end();
    },
  });
  one.supervisor.start();
  await one.timers.advance(600_000);
  t.deepEqual([runs, one.feed().status, one.feed().records], [1, 'ok', 0]);
});

test('a run that ignores its abort is abandoned, and its later records are not counted', async (t) => {
  const runs: FeedRun[] = [];
  const one = supervised({
    run: (run) => {
      runs.push(run);
      return new Promise<void>(() => {});
    },
  });
  one.supervisor.start();
  await one.timers.advance(65_000);
  t.is(runs.length, 2);
  t.is(one.logged(/did not stop/), 1);
  runs[0]?.accepted(1_000);
  runs[0]?.skipped('bad_answer', 5);
  t.deepEqual([one.feed().records, one.failures('bad_answer')], [0, 0]);
});

test('a source that ends for good is run once, and is disabled afterwards', async (t) => {
  let runs = 0;
  const one = supervised({
    endsForGood: true,
    run: async (run) => {
      runs += 1;
      run.accepted(100);
    },
  });
  one.supervisor.start();
  await settled();
  await one.timers.advance(600_000);
  t.deepEqual([runs, one.feed().status, one.feed().records], [1, 'disabled', 100]);
});

test('a source that ends for good is run again if it failed before', async (t) => {
  let runs = 0;
  const one = supervised({
    endsForGood: true,
    run: async () => {
      runs += 1;
      if (runs === 1) throw Object.assign(new Error('not there yet'), { code: 'ENOENT' });
    },
  });
  one.supervisor.start();
  await settled();
  await one.timers.advance(600_000);
  t.is(runs, 2);
});

test('a stop aborts the run, waits for its end, and starts no other run', async (t) => {
  let [runs, ended] = [0, 0];
  const one = supervised({
    run: async (run) => {
      runs += 1;
      await untilAborted(run);
      ended += 1;
    },
  });
  one.supervisor.start();
  await one.supervisor.stop();
  await one.timers.advance(600_000);
  t.deepEqual([runs, ended, one.timers.size], [1, 1, 0]);
});

test('a stop during a delay cancels the next run', async (t) => {
  const { supervisor, timers, begun } = failing(() => new UpstreamError('unreachable'));
  supervisor.start();
  await settled();
  await supervisor.stop();
  await timers.advance(600_000);
  t.deepEqual([begun.length, timers.size], [1, 0]);
});

test('a stop waits three seconds for a run that ignores it, and logs that', async (t) => {
  const one = supervised({ run: () => new Promise<void>(() => {}) });
  one.supervisor.start();
  let isStopped = false;
  const stopping = one.supervisor.stop().then(() => {
    isStopped = true;
  });
  await one.timers.advance(2_900);
  await settled();
  t.false(isStopped);
  await one.timers.advance(200);
  await stopping;
  t.is(one.logged(/did not stop/), 1);
});

test('a source that calls an upstream of its own name is reported by the upstream only', async (t) => {
  const feeds = new FeedRegistry();
  const announced = {
    feed: 'ais.tcp',
    provider: 'vendor',
    status: 'ok' as const,
    lastSuccessAt: null,
    ageSeconds: null,
    records: 3,
    consecutiveFailures: 0,
    quota: null,
  };
  feeds.register('ais.tcp', () => announced);
  const one = supervised({ run: async (run) => run.accepted(1_000) }, { feeds });
  one.supervisor.start();
  await settled();
  t.is(one.feed().records, 3);
});

test('an upstream that asks for a pause is not called for that long', async (t) => {
  const { supervisor, timers, begun } = failing(() => new UpstreamError('rate_limited', 90_000));
  supervisor.start();
  await settled();
  await timers.advance(89_000);
  t.is(begun.length, 1);
  await timers.advance(2_000);
  t.is(begun.length, 2);
});
