import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import type { Context } from 'koa';
import { Problem } from '../../../src/api/problem.js';
import { Config } from '../../../src/config/config.js';
import { ProcessLimit, REFUSAL_DELAY_MS } from '../../../src/http/load/process-limit.js';
import type { Route } from '../../../src/http/route/route.js';
import { createLog } from '../../../src/logging/log.js';
import { ThreadedWork } from '../../../src/threads/threaded-work.js';

const secret = 'a secret of the test, more than thirty-two bytes';
const config = new Config({ SVC_ENV: 'test', SVC_JWT_SECRET: secret, SVC_DATA_SECRET: secret });

class Threads extends ThreadedWork {
  isFull = false;

  override hasCapacity(): boolean {
    return !this.isFull;
  }
}

test('a request for an image that would wait for its turn is rejected at once when no thread has room for it', async (t) => {
  const threads = new Threads(config.limits, config.http);
  const limit = new ProcessLimit(config.limits, createLog({ logLevel: 'silent' }), threads);
  const context = (accountId = 'ada') =>
    ({ state: { caller: { accountId } }, req: {}, ip: '192.0.2.1' }) as unknown as Context;
  const [draw, read] = [1, 2].map(() => limit.stepOf({ endpoint: {} } as Route)) as [
    ReturnType<ProcessLimit['stepOf']>,
    ReturnType<ProcessLimit['stepOf']>,
  ];
  let begun = 0;
  const begin = async () => {
    begun += 1;
  };
  const first = context();
  await draw(first, async () => first.state.admitted?.leave());
  threads.isFull = true;
  // A light account does not wait for a later turn of the event loop, however long the current turn has lasted.
  await t.notThrowsAsync(async () => draw(context('bob'), begin), 'it does not wait for its turn');
  // These requests use up this turn of the event loop, so that the next ones begin in a later turn.
  const others = Array.from({ length: 16 }, () => read(context(), async () => undefined));
  const rejected = Promise.resolve(draw(context(), begin));
  const later = read(context(), begin);
  const problem = await t.throwsAsync(rejected, { instanceOf: Problem });
  t.like(problem, { code: 'overloaded', headers: { 'Retry-After': '2' } });
  await Promise.all([...others, later]);
  t.is(begun, 2);
});

test('a request that the queue of heavy work rejects is answered after a delay, in which it does not run', async (t) => {
  const limit = new ProcessLimit(
    config.limits,
    createLog({ logLevel: 'silent' }),
    new Threads(config.limits, config.http),
  );
  const draw = limit.stepOf({ endpoint: {} } as Route);
  const context = { state: { caller: { accountId: 'ada' } }, req: {}, ip: '192.0.2.1' } as unknown as Context;
  const begun = performance.now();
  let isOver = false;
  const answer = draw(context, async () => {
    throw new Problem('overloaded');
  }).finally(() => (isOver = true));
  await setImmediate();
  await setImmediate();
  t.deepEqual([isOver, limit.reading.requestsInFlight], [false, 0]);
  await t.throwsAsync(answer, { instanceOf: Problem });
  // Timers may come a millisecond early.
  t.true(performance.now() - begun >= REFUSAL_DELAY_MS - 1);
});
