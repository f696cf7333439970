// The delay of an account's events while endpoints of another account accept calls and never answer them.
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

const { events: EVENTS, mostHanging: MAX_HANGING } = sizesOf({
  usual: { events: 40, mostHanging: 20 },
  smoke: { events: 2, mostHanging: 1 },
});
const PAUSE_MS = 250;
/** Maximum wait for deliveries after the last event of a case. */
const MAX_WAIT_MS = 75_000;

const password = 'correct horse battery staple';
const operator = { email: 'bench@watchfloor.test', password };
const directory = mkdtempSync(join(tmpdir(), 'watchfloor-hanging-'));
const receivers = fork(new URL('./servers/receivers-process.js', import.meta.url), { stdio: 'inherit' });
const [{ ports = [] }] = (await once(receivers, 'message')) as [ReceiversMessage];
const service = await ServiceProcess.start(join(directory, 'data'), {
  SVC_OUTBOUND_ALLOW: '127.0.0.1',
  SVC_OPERATOR_EMAIL: operator.email,
  SVC_OPERATOR_PASSWORD: password,
  SVC_LOG_LEVEL: 'error',
  SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
});

const call = (token: string, method: string, path: string, body?: object) =>
  callService(service.url, token, method, path, body);

async function arrivals(what: 'count' | 'take'): Promise<number[]> {
  receivers.send(what);
  const [{ delays = [] }] = (await once(receivers, 'message')) as [ReceiversMessage];
  return delays;
}

const signIn = async (credentials: { email: string; password: string }) =>
  (await call('', 'POST', '/auth/login', credentials)).accessToken;

/** Registers an account and signs in. @returns its access token */
async function register(email: string): Promise<string> {
  await call('', 'POST', '/auth/register', { email, password, displayName: 'Bench' });
  return signIn({ email, password });
}

/** Creates an endpoint with a subscription to every feed event. @returns the id of the endpoint */
async function subscribe(token: string, url: string): Promise<string> {
  const { id: endpointId } = await call(token, 'POST', '/webhooks/endpoints', { url, description: '' });
  await call(token, 'POST', '/subscriptions', {
    name: 'All',
    eventTypes: ['feed.*'],
    delivery: { channel: 'webhook', endpointId },
  });
  return endpointId;
}

async function measure(
  operatorToken: string,
  hanging: number,
  name = `hanging-${hanging}`,
): Promise<(string | number)[]> {
  const token = await register(`${name}@watchfloor.test`);
  const endpoints: string[] = [];
  for (let index = 0; index < hanging; index += 1)
    endpoints.push(await subscribe(token, `http://127.0.0.1:${ports[1]}/hang/${index}`));
  await arrivals('take');
  for (let number = 0; number < EVENTS; number += 1) {
    const due = performance.now() + PAUSE_MS;
    const data = { feed: `f${number}`, provider: 'simulator', status: 'ok', previousStatus: 'down' };
    await call(operatorToken, 'POST', '/debug/events', { type: 'feed.status_changed', data });
    await wait(Math.max(0, due - performance.now()));
  }
  const until = performance.now() + MAX_WAIT_MS;
  while ((await arrivals('count')).length < EVENTS && performance.now() < until) await wait(50);
  const delays = await arrivals('take');
  for (const id of endpoints) await call(token, 'DELETE', `/webhooks/endpoints/${id}`);
  return [hanging, EVENTS, delays.length, ...[0.5, 0.95, 1].map((share) => percentile(delays, share))];
}

try {
  const operatorToken = await signIn(operator);
  await subscribe(await register('answering@watchfloor.test'), `http://127.0.0.1:${ports[0]}/hook`);
  await measure(operatorToken, 0, 'warm-up');
  const rows = [];
  for (const hanging of [0, 1, 12, 20].filter((count) => count <= MAX_HANGING))
    rows.push(await measure(operatorToken, hanging));
  printTable(['hanging endpoints of another account', 'events', 'arrived', 'p50 ms', 'p95 ms', 'most ms'], rows);
} finally {
  receivers.disconnect();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}
