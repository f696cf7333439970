import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import type { Context } from 'koa';
import type { OpenApiDocument } from '../../../src/api/open-api-document.js';
import { Problem } from '../../../src/api/problem.js';
import { existing } from '../../../src/async/lazy-in-steps.js';
import { Config } from '../../../src/config/config.js';
import type { Caller } from '../../../src/http/caller.js';
import { InProcessApi } from '../../../src/http/in-process-api.js';
import { AccountTurns } from '../../../src/http/load/account-turns.js';
import { ProcessLimit, REFUSAL_DELAY_MS } from '../../../src/http/load/process-limit.js';
import type { Route } from '../../../src/http/route/route.js';
import { createLog } from '../../../src/logging/log.js';
import { ClientGone } from '../../../src/threads/long-request.js';
import { ThreadedWork } from '../../../src/threads/threaded-work.js';

test('a limited number of tasks of an account run at a time, in their order, and accounts do not wait for each other', async (t) => {
  const turns = new AccountTurns(2);
  const begun: string[] = [];
  const enter = (account: string, name: string) => turns.enter(account).then(() => begun.push(name));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('ada', name);
  void enter('bob', 'b1');
  await setImmediate();
  t.deepEqual(begun, ['a1', 'a2', 'b1']);
  turns.leave('ada');
  await setImmediate();
  t.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
  for (let left = 3; left > 0; left -= 1) turns.leave('ada');
  await setImmediate();
  t.is(begun.length, 5);
  for (const name of ['a5', 'a6', 'a7']) void enter('ada', name);
  await setImmediate();
  t.deepEqual(begun.slice(5), ['a5', 'a6'], 'none is lost');
});

const secret = 'a secret of the test, more than thirty-two bytes';
const config = new Config({ SVC_ENV: 'test', SVC_JWT_SECRET: secret, SVC_DATA_SECRET: secret, SVC_CONCURRENCY: '6' });
const limited = () =>
  new ProcessLimit(config.limits, createLog({ logLevel: 'silent' }), new ThreadedWork(config.limits, config.http));
const context = (accountId = 'ada', res = { destroyed: false }) =>
  ({ state: { caller: { accountId } }, req: {}, res, ip: '192.0.2.1' }) as unknown as Context;

test('long reads of an account wait for each other without counting as running, and count toward the limit of the account', async (t) => {
  const limit = limited();
  const [read, other] = [{ lane: 'reads' }, {}].map((endpoint) => limit.stepOf({ endpoint } as Route)) as [
    ReturnType<ProcessLimit['stepOf']>,
    ReturnType<ProcessLimit['stepOf']>,
  ];
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const work = () => {
    begun += 1;
    return gate.promise;
  };
  const reads = Array.from({ length: 6 }, () => read(context(), work));
  // A request may begin in a later turn of the event loop than the one in which it arrived.
  while (begun < 2) await setImmediate();
  for (let turns = 0; turns < 10; turns += 1) await setImmediate();
  t.deepEqual([begun, limit.reading.requestsInFlight], [2, 2]);
  await t.throwsAsync(read(context(), work), { instanceOf: Problem, message: /At most 6 requests/ });
  await t.throwsAsync(other(context(), work), { instanceOf: Problem, message: /At most 6 requests/ });
  await t.notThrowsAsync(other(context('bob'), async () => undefined));
  gate.resolve();
  await Promise.all(reads);
  t.is(begun, 6);
});

test('lanes of an account do not wait for each other', async (t) => {
  const limit = limited();
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const running = (['reads', 'searches', 'briefings'] as const).map((lane) =>
    limit.stepOf({ endpoint: { lane } } as Route)(context(), () => {
      begun.push(lane);
      return gate.promise;
    }),
  );
  while (begun.length < 3) await setImmediate();
  gate.resolve();
  await t.notThrowsAsync(Promise.all(running));
});

test('a request made inside the process is not refused beside as many requests as its account may run', async (t) => {
  const step = limited().stepOf({ endpoint: {} } as Route);
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: 6 }, () => step(context(), () => gate.promise));
  const api = new InProcessApi();
  api.serve({
    handle: (req, res) =>
      void step({ ...context(), req } as Context, async () => undefined).then(
        () => res.writeHead(204).end(),
        () => res.writeHead(429).end(),
      ),
    document: existing({} as OpenApiDocument),
  });
  const caller = { accountId: 'ada' } as Caller;
  const request = { method: 'GET', url: '/api/v1/timeline' };
  t.is((await api.call(caller, request, AbortSignal.timeout(60_000))).status, 204);
  await t.throwsAsync(
    step(context(), async () => undefined),
    { message: /At most 6 requests/ },
  );
  gate.resolve();
  await Promise.all(running);
});

test('a request made inside the process ends with the reason of the caller who leaves', async (t) => {
  const api = new InProcessApi();
  const left = new AbortController();
  api.serve({ handle: () => left.abort(new Error('left')), document: existing({} as OpenApiDocument) });
  const call = api.call({ accountId: 'ada' } as Caller, { method: 'GET', url: '/api/v1/timeline' }, left.signal);
  await t.throwsAsync(call, { message: 'left' });
});

test('a request beyond the limit of its account is rejected after a delay, so that repeating it costs little', async (t) => {
  const step = limited().stepOf({ endpoint: {} } as Route);
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: 6 }, () => step(context(), () => gate.promise));
  const began = performance.now();
  await t.throwsAsync(
    step(context(), async () => undefined),
    { instanceOf: Problem, message: /At most 6 requests/ },
  );
  // A timer may fire a millisecond early.
  t.true(performance.now() - began >= REFUSAL_DELAY_MS - 1);
  gate.resolve();
  await Promise.all(running);
});

test('after a long read that fails, or whose client disconnected while it waited, the next one begins', async (t) => {
  const limit = limited();
  const read = limit.stepOf({ endpoint: { lane: 'reads' } } as Route);
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: 2 }, () => read(context(), () => gate.promise));
  const left = { destroyed: false };
  let isBegun = false;
  const waiting = read(context('ada', left), async () => {
    isBegun = true;
  });
  const next = read(context(), async () => undefined);
  left.destroyed = true;
  gate.reject(new Error('the database went away'));
  await Promise.allSettled(running);
  await t.throwsAsync(waiting, { instanceOf: ClientGone });
  t.false(isBegun);
  await t.notThrowsAsync(next);
});
