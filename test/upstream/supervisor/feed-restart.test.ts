import test from 'ava';
import { settled, supervised, untilAborted } from '../../support/supervised.js';

test('a stopped source can be started again', async (t) => {
  let runs = 0;
  const one = supervised({
    run: async (run) => {
      runs += 1;
      await untilAborted(run);
    },
  });
  one.supervisor.start();
  one.supervisor.start();
  await one.supervisor.stop();
  t.is(runs, 1);
  one.supervisor.start();
  await settled();
  t.is(runs, 2);
  await one.supervisor.stop();
});

test('a source that is started again after hours is neither stale nor down because of its earlier run', async (t) => {
  const silent = supervised({ run: untilAborted });
  const broken = supervised({ run: () => Promise.reject(new Error('broken')) });
  for (const one of [silent, broken]) {
    one.supervisor.start();
    await settled();
    await one.timers.advance(30_000);
  }
  t.deepEqual([silent.feed().status, broken.feed().status], ['ok', 'down']);
  for (const { supervisor, timers, feed } of [silent, broken]) {
    await supervisor.stop();
    await timers.advance(7_200_000);
    supervisor.start();
    t.is(feed().status, 'ok');
    await supervisor.stop();
  }
});
