import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Outbound, OutboundFailure } from '../../../src/upstream/outbound.js';
import { SECOND } from '../../support/service-for.js';
import { deliveryOf, webhookServiceFor } from '../../support/webhook-service.js';

/** Returns a service whose calls time out at once for paths in `hanging`. */
async function hangingFor(t: ExecutionContext) {
  const service = await webhookServiceFor(t);
  const hanging = new Set<string>();
  const calls: Array<{ path: string; timeoutMs?: number }> = [];
  const outbound = service.services.get(Outbound);
  const send = outbound.send.bind(outbound);
  outbound.send = (request) => {
    const path = new URL(request.url).pathname;
    calls.push({ path, timeoutMs: request.timeoutMs });
    return hanging.has(path) ? Promise.reject(new OutboundFailure('timeout', request.timeoutMs ?? 0)) : send(request);
  };
  const slowRuns = () => service.jobs.sent.filter(({ name }) => name === 'webhooks.deliver-slow').length;
  const timeouts = () => calls.splice(0).map(({ timeoutMs }) => timeoutMs);
  return { ...service, hanging, timeouts, slowRuns };
}

test.serial(
  'after two consecutive timeouts attempts use a separate queue and 5 seconds, until one succeeds',
  async (t) => {
    const { subscriber, happen, pass, hanging, timeouts, slowRuns } = await hangingFor(t);
    const { owner } = await subscriber('/hook');
    await happen('answered');
    hanging.add('/hook');
    const id = await happen('first');
    t.deepEqual([timeouts(), slowRuns()], [[15_000, 15_000], 0], 'one timeout after a success');
    await pass(10 * SECOND);
    t.deepEqual([timeouts(), slowRuns()], [[15_000], 0]);
    await happen('slow');
    t.deepEqual([timeouts(), slowRuns()], [[5_000], 1]);
    hanging.clear();
    await pass(10 * SECOND);
    t.deepEqual(timeouts(), [5_000]);
    await happen('usual again');
    t.deepEqual([timeouts(), slowRuns()], [[15_000], 2]);
    await pass(400 * SECOND);
    t.is((await deliveryOf(owner, id)).status, 'delivered');
  },
);

test.serial('an endpoint that never answered is slow after its first timeout', async (t) => {
  const { subscriber, happen, hanging, timeouts, slowRuns } = await hangingFor(t);
  await subscriber('/hook');
  hanging.add('/hook');
  await happen('a');
  await happen('b');
  t.deepEqual([timeouts(), slowRuns()], [[15_000, 5_000], 1]);
});

test.serial('an endpoint that fails and answers is not slow', async (t) => {
  const { subscriber, happen, receiver, timeouts, slowRuns } = await hangingFor(t);
  await subscriber('/hook');
  receiver.reply((response) => response.writeHead(500).end());
  for (const feed of ['a', 'b', 'c']) await happen(feed);
  t.deepEqual([timeouts(), slowRuns()], [[15_000, 15_000, 15_000], 0]);
});

test.serial('a job of the slow queue whose endpoint responds again is run in the regular queue', async (t) => {
  const { subscriber, happen, jobs, receiver, hanging, timeouts } = await hangingFor(t);
  const { owner } = await subscriber('/hook');
  hanging.add('/hook');
  const { id } = await deliveryOf(owner, await happen('a'));
  timeouts();
  hanging.clear();
  await happen('b');
  t.deepEqual(timeouts(), [5_000]);
  await jobs.run('webhooks.deliver-slow', { deliveryId: id, step: 1 });
  t.deepEqual([timeouts(), jobs.sent.at(-1)], [[], { name: 'webhooks.deliver', data: { deliveryId: id, step: 1 } }]);
  await jobs.runDue();
  t.deepEqual([timeouts(), receiver.received.length], [[15_000], 2]);
});
