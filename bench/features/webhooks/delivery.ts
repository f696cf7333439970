// The delay from the append of an event to its arrival at webhooks, in the whole service with ten endpoints: once each
// endpoint gets its own events, once all endpoints get all events; both also with `orderBy: entity`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callService } from '../../support/call-service.js';
import { percentile } from '../../support/median.js';
import { ServiceProcess } from '../../support/service-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';
import type { ReceiversMessage } from './servers/receivers-process.js';

const { events: EVENTS } = sizesOf({ usual: { events: 200 }, smoke: { events: 10 } });
const password = 'correct horse battery staple';
const operator = { email: 'bench@watchfloor.test', password };
const directory = mkdtempSync(join(tmpdir(), 'watchfloor-delivery-'));
const receivers = fork(new URL('./servers/receivers-process.js', import.meta.url), { stdio: 'inherit' });
const [{ ports = [] }] = (await once(receivers, 'message')) as [ReceiversMessage];
const service = await ServiceProcess.start(join(directory, 'data'), {
  SVC_RATE_LIMIT: '1000000',
  SVC_CONCURRENCY: '1000',
  SVC_OUTBOUND_ALLOW: '127.0.0.1',
  SVC_OPERATOR_EMAIL: operator.email,
  SVC_OPERATOR_PASSWORD: password,
  SVC_LOG_LEVEL: 'error',
  SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
});
let token = '';

const call = (method: string, path: string, body?: object) => callService(service.url, token, method, path, body);

async function asked(what: 'count' | 'take'): Promise<Required<Omit<ReceiversMessage, 'ports'>>> {
  receivers.send(what);
  const [{ delays = [], span = 0 }] = (await once(receivers, 'message')) as [ReceiversMessage];
  return { delays, span };
}

const append = (number: number) =>
  call('POST', '/debug/events', {
    type: 'feed.status_changed',
    subject: `feed:f${number % 10}`,
    data: { feed: `f${number % 10}`, provider: 'simulator', status: 'ok', previousStatus: 'down' },
  });

/**
 * @param perSecond events a second; 0 appends as fast as possible, 16 at a time
 * @param each number of endpoints that get an event
 */
async function measure(name: string, events: number, perSecond: number, each: number): Promise<(string | number)[]> {
  await asked('take');
  const started = performance.now();
  if (perSecond === 0) {
    let left = events;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left-- > 0) await append(left);
      }),
    );
  } else {
    const sent: Promise<unknown>[] = [];
    for (let number = 0; number < events; number += 1) {
      const due = started + (number * 1000) / perSecond;
      if (due > performance.now()) await wait(due - performance.now());
      sent.push(append(number));
    }
    await Promise.all(sent);
  }
  while ((await asked('count')).delays.length < events * each) await wait(50);
  const { delays, span } = await asked('take');
  return [
    name,
    events,
    delays.length,
    ...[0.5, 0.95, 0.99, 1].map((share) => percentile(delays, share)),
    Math.round((delays.length * 1000) / span),
  ];
}

try {
  token = (await call('POST', '/auth/login', operator)).accessToken;
  const subscribe = async (port: number, filter: object) => {
    const { id: endpointId } = await call('POST', '/webhooks/endpoints', {
      url: `http://127.0.0.1:${port}/hook`,
      description: `Port ${port}`,
    });
    const { id } = await call('POST', '/subscriptions', {
      name: `Port ${port}`,
      eventTypes: ['feed.*'],
      filter,
      delivery: { channel: 'webhook', endpointId },
    });
    return { id, endpointId };
  };
  const subscriptions = await Promise.all(
    ports.map((port, index) => subscribe(port, { entityIds: [`feed:f${index}`] })),
  );
  await append(0);
  while ((await asked('count')).delays.length < 1) await wait(20);
  const rows = [
    await measure('100 events/s, each to one', 2 * EVENTS, 100, 1),
    await measure('as fast as it goes, each to one', 3 * EVENTS, 0, 1),
  ];
  const orderBy = async (order: 'entity' | null) => {
    for (const { endpointId } of subscriptions)
      await call('PATCH', `/webhooks/endpoints/${endpointId}`, { orderBy: order });
  };
  await orderBy('entity');
  // Each endpoint gets the events of one entity, so that no two of its deliveries may run at the same time.
  rows.push(await measure('as fast as it goes, each to one, ordered', 3 * EVENTS, 0, 1));
  await orderBy(null);
  for (const { id } of subscriptions) await call('PATCH', `/subscriptions/${id}`, { filter: null });
  rows.push(await measure('100 events/s, each to all ten', EVENTS, 100, 10));
  await orderBy('entity');
  rows.push(await measure('100 events/s, each to all ten, ordered', EVENTS, 100, 10));
  printTable(['ms from append to arrival', 'events', 'arrivals', 'p50', 'p95', 'p99', 'most', 'arrivals/s'], rows);
} finally {
  receivers.disconnect();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}
