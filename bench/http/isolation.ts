// The effect of heavy requests of one account on other accounts, in the whole service with its default concurrency
// limits. The latencies are measured with `GET /users/me` of another account, sent from another process. The CPU times
// of event loop turns show the same effect without the noise of other programs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Attack, attacksOf, type Call } from '../support/attacks.js';
import { Load, type LoadResult, wireRequest } from '../support/load.js';
import { percentile } from '../support/median.js';
import { onlyParts, sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';
import { WatchedService } from '../support/watched-service.js';

/** `kinds` limits the number of kinds of heavy requests that are tried. */
const { seconds: SECONDS, kinds: KINDS } = sizesOf({
  usual: { seconds: 6, kinds: 100 },
  smoke: { seconds: 0.25, kinds: 3 },
});
const only = onlyParts();
const FOR_MS = SECONDS * 1_000;
/** The work of a row that is still running after this time is measured with the next row. */
const MAX_SETTLING_S = 30;
const password = 'correct horse battery staple';

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-isolation-'));
// The number of requests in a minute is not measured here, so its limits are raised.
const service = await WatchedService.start(directory, {
  SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
  SVC_RATE_LIMIT: '1000000',
  SVC_REGISTRATION_LIMIT: '100000',
});
const port = Number(new URL(service.url).port);
// Each role has its own client process, so that its latencies do not include the queue of another client.
const loads = { attacker: new Load(), victim: new Load(), probe: new Load() };
const steady = { port, count: Number.POSITIVE_INFINITY, forMs: FOR_MS };
try {
  const victim = await signUp('victim@watchfloor.test');
  const attacker = await signUp('attacker@watchfloor.test');
  const rows = [await during('nothing', victim)];
  for (const [name, prepare] of Object.entries(attacksOf(callerOf(attacker), attacker)).slice(0, KINDS)) {
    if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
    const attack = await prepare();
    // One request runs before the measurement: afterwards the data of providers is stored and the threads have started.
    await loads.attacker.run({ port, requests: attack.requests.slice(0, 1), count: 1, connections: 1 });
    rows.push(await during(name, victim, attack));
  }
  printTable(
    [
      'meanwhile',
      'victim p50',
      'p99',
      'max',
      'not 200',
      'ready max',
      'turn p90',
      'longest',
      'CPU %',
      'RSS MB',
      'peak',
      'answers',
    ],
    rows,
  );
  console.log(
    'ms; turns in CPU time of the main thread. Aims: victim p99 at most 50 ms and nothing but 200, RSS at most 800 MB',
  );
} finally {
  await Promise.all(Object.values(loads).map((load) => load.stop()));
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** @param attack the load at the same time as the victim and the probe; omitted for an idle service */
async function during(name: string, victim: string, attack?: Attack): Promise<Array<string | number>> {
  await settled();
  await service.forgetPeak();
  const [read, ready, attacked] = await Promise.all([
    loads.victim.run({
      ...steady,
      connections: 1,
      requests: [wireRequest('GET', '/api/v1/users/me', victim)],
      pauseMs: 20,
    }),
    loads.probe.run({
      ...steady,
      connections: 1,
      requests: [wireRequest('GET', '/api/v1/health/ready', undefined)],
      pauseMs: 50,
    }),
    attack && loads.attacker.run({ ...steady, ...attack }),
  ]);
  const [turns, resident] = [await service.turns(), await service.resident()];
  const took = Math.max(read.took, attacked?.took ?? 0);
  const counted = Object.entries(attacked?.statuses ?? {}).map(([status, count]) => `${count} × ${status}`);
  const cells = [0.5, 0.99, 1].map((share) => percentile(read.latencies, share).toFixed(0));
  const turned = [turns.p90, turns.longest, (100 * turns.total) / took].map((value) => value.toFixed(0));
  const row = [name, ...cells, failures(read), percentile(ready.latencies, 1).toFixed(0), ...turned];
  row.push(resident.now.toFixed(0), resident.peak.toFixed(0), counted.join(', ') || '–');
  console.error(row.join(' | '));
  return row;
}

/** Waits until the service is idle: a start prepares data for some seconds, and heavy work outlives its requests. */
async function settled(): Promise<void> {
  for (let seconds = 0; seconds < MAX_SETTLING_S; seconds += 1) {
    await service.turns();
    await setTimeout(1_000);
    if ((await service.turns()).total < 100) return;
  }
}

function failures({ latencies, statuses }: LoadResult): string {
  return `${latencies.length - (statuses['200'] ?? 0)}/${latencies.length}`;
}

function callerOf(token: string): Call {
  return (method, path, body) => send(method, path, body, token) as Promise<{ id: string }>;
}

async function signUp(email: string): Promise<string> {
  await send('POST', '/auth/register', { email, password, displayName: 'Bench' });
  return ((await send('POST', '/auth/login', { email, password })) as { accessToken: string }).accessToken;
}

/** @param body an object is sent as JSON, text as CSV */
async function send(
  method: string,
  path: string,
  body?: object | string,
  token?: string,
  attempts = 10,
): Promise<unknown> {
  const isText = typeof body === 'string';
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': isText ? 'text/csv' : 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: isText ? body : JSON.stringify(body),
  });
  const wait = response.headers.get('retry-after');
  // The previous attack may still be running, so a rejected request is repeated after `Retry-After`.
  if (wait !== null && attempts > 1) {
    await setTimeout(Number(wait) * 1_000);
    return send(method, path, body, token, attempts - 1);
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
