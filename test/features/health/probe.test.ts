import test from 'ava';
import { Probe } from '../../../src/features/health/probe.js';

test('concurrent probes, and probes soon after a result, cause one check', async (t) => {
  let asked = 0;
  const probe = new Probe('database', async () => {
    asked += 1;
  });
  const checks = await Promise.all(Array.from({ length: 50 }, () => probe.check()));
  t.is(asked, 1);
  for (const { status } of [...checks, await probe.check()]) t.is(status, 'ok');
  t.is(asked, 1);
});

test('a failure is not cached: the next probe checks again', async (t) => {
  const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve()];
  const probe = new Probe('database', () => (answers.shift() as () => Promise<void>)());
  t.is((await probe.check()).status, 'failed');
  t.is((await probe.check()).status, 'ok');
});

test('an unresponsive dependency does not delay a probe', async (t) => {
  const probe = new Probe('database', () => new Promise(() => {}));
  t.like(await probe.check(), { status: 'slow', detail: 'takes long to answer' });
});
