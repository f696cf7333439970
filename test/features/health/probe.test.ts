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

test('a dependency that is late is slow, and failed after five seconds without an answer', async (t) => {
  let now = 1_000;
  const probe = new Probe(
    'database',
    () => new Promise(() => {}),
    undefined,
    () => now,
  );
  t.like(await probe.check(), { status: 'slow', detail: 'takes long to answer' });
  now += 4_999;
  t.like(await probe.check(), { status: 'slow' });
  now += 1;
  t.like(await probe.check(), { status: 'failed', detail: 'does not answer' });
});

test('a late answer is slow however long ago the last one was, and failed if other work just waited in vain', async (t) => {
  let [now, isSilent] = [1_000, false];
  const asked: Array<PromiseWithResolvers<void>> = [];
  const ask = () => {
    asked.push(Promise.withResolvers());
    return (asked.at(-1) as PromiseWithResolvers<void>).promise;
  };
  const probe = new Probe(
    'database',
    ask,
    () => isSilent,
    () => now,
  );
  const first = probe.check();
  asked[0]?.resolve();
  t.like(await first, { status: 'ok' });
  now += 60_000;
  t.like(await probe.check(), { status: 'slow' });
  isSilent = true;
  t.like(await probe.check(), { status: 'failed' });
  isSilent = false;
  asked[1]?.reject(new Error('timeout'));
  await new Promise((resolve) => setImmediate(resolve));
  t.like(await probe.check(), { status: 'failed' }, 'the last question had no answer');
});

test('frequent probes do not wait for a check: a result is renewed before it is too old, until a check fails', async (t) => {
  let now = 1_000;
  const asked: Array<PromiseWithResolvers<void>> = [];
  const ask = () => {
    asked.push(Promise.withResolvers());
    return (asked.at(-1) as PromiseWithResolvers<void>).promise;
  };
  const probe = new Probe('database', ask, undefined, () => now);
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
