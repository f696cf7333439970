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
  const probe = new Probe(
    'database',
    () => new Promise(() => {}),
    () => 1_000,
  );
  t.like(await probe.check(), { status: 'slow', detail: 'takes long to answer' });
});

test('frequent probes do not wait for a check: a result is renewed before it is too old, until a check fails', async (t) => {
  let now = 1_000;
  const asked: Array<PromiseWithResolvers<void>> = [];
  const ask = () => {
    asked.push(Promise.withResolvers());
    return (asked.at(-1) as PromiseWithResolvers<void>).promise;
  };
  const probe = new Probe('database', ask, () => now);
  const first = probe.check();
  asked[0]?.resolve();
  await first;
  now += 200;
  t.like(await probe.check(), { status: 'ok' });
  t.is(asked.length, 1);
  now += 200;
  t.like(await probe.check(), { status: 'ok' }, 'the question that this one asks is not answered yet');
  t.is(asked.length, 2);
  asked[1]?.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  now += 400;
  t.like(await probe.check(), { status: 'ok' });
  t.is(asked.length, 3);
  asked[2]?.reject(new Error('away'));
  await new Promise((resolve) => setImmediate(resolve));
  const last = probe.check();
  t.is(asked.length, 4);
  asked[3]?.reject(new Error('away'));
  t.like(await last, { status: 'failed' });
});
