// The effect of five hundred connections of other accounts on the requests of one account, in the whole service with
// its default concurrency limits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Load, type LoadOrder, type LoadResult, wireRequest } from '../support/load.js';
import { percentile } from '../support/median.js';
import { ServiceProcess } from '../support/service-process.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const { seconds: SECONDS, connections: CONNECTIONS } = sizesOf({
  usual: { seconds: 12, connections: 500 },
  smoke: { seconds: 0.5, connections: 10 },
});
const FOR_MS = SECONDS * 1_000;
const ACCOUNTS = 51;
const password = 'correct horse battery staple';
const cheap = [
  '/users/me',
  '/markets/watchlists',
  '/timeline?limit=20',
  '/geospatial/vessels?bbox=-6,35,37,46&limit=20',
  '/webhooks/endpoints',
];

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-crowds-'));
// The number of requests in a minute is not measured here, so its limits are raised.
const service = await ServiceProcess.start(join(directory, 'data'), {
  SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
  SVC_RATE_LIMIT: '1000000',
  SVC_REGISTRATION_LIMIT: '100000',
});
const port = Number(new URL(service.url).port);
// Each role has its own client process, so that its latencies do not include the queue of another client.
const loads = { attacker: new Load(), victim: new Load(), probe: new Load() };
const requestOf = (path: string, token?: string) => wireRequest('GET', `/api/v1${path}`, token);
const steady = { port, count: Number.POSITIVE_INFINITY, forMs: FOR_MS };
try {
  const tokens: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) tokens.push(await signUp(`bench${index}@watchfloor.test`));
  const [victim, ...others] = tokens as [string, ...string[]];

  const rows = [await during('nothing')];
  const everybody = Array.from({ length: CONNECTIONS }, (_, index) =>
    requestOf(cheap[index % cheap.length] as string, others[index % others.length]),
  );
  rows.push(
    await during(`${CONNECTIONS} connections, 50 accounts, cheap reads`, {
      connections: CONNECTIONS,
      requests: everybody,
    }),
  );
  rows.push(
    await during('the same, honoring Retry-After', {
      connections: CONNECTIONS,
      requests: everybody,
      honorsRetryAfter: true,
    }),
  );
  const maps = [
    '/geospatial/map.svg',
    '/geospatial/density.svg',
    `/markets/candles/AAPL.US?from=${yearsAgo(19)}`,
    `/markets/candles/MSFT.US.svg?from=${yearsAgo(5)}`,
  ];
  const pictures = Array.from({ length: CONNECTIONS }, (_, index) =>
    requestOf(maps[index % maps.length] as string, others[index % 25]),
  );
  rows.push(
    await during(`${CONNECTIONS} connections, 25 accounts, maps and candles`, {
      connections: CONNECTIONS,
      requests: pictures,
    }),
  );
  rows.push(
    await during('the same, honoring Retry-After', {
      connections: CONNECTIONS,
      requests: pictures,
      honorsRetryAfter: true,
    }),
  );
  printTable(
    [
      'ms; meanwhile',
      'victim p50',
      'p99',
      'not 200',
      'ready p99',
      'not 200',
      'refused p50',
      'p99',
      'answered',
      'p99',
      'callers late p99',
      'CPU %',
      'answers by status',
      'refusals by code: p99, longest',
    ],
    rows,
  );
  console.log('aims: refusals and ready p99 under 100 ms');
  console.log(
    'before, calm, 500 connections, cheap reads: answers p99 2.0 s, ready p99 590 ms; busy: refusals p99 6.1 ' +
      's, ready p99 1.4 s',
  );

  /** @param attack the load at the same time as the victim and the probe; omitted for an idle service */
  async function during(
    name: string,
    attack?: Pick<LoadOrder, 'connections' | 'requests' | 'honorsRetryAfter'>,
  ): Promise<Array<string | number>> {
    const [read, ready, attacked] = await Promise.all([
      loads.victim.run({ ...steady, connections: 1, requests: [requestOf('/users/me', victim)], pauseMs: 20 }),
      loads.probe.run({ ...steady, connections: 1, requests: [requestOf('/health/ready')], pauseMs: 50 }),
      attack && loads.attacker.run({ ...steady, ...attack }),
    ]);
    const refused = attacked?.byStatus['503'] ?? [];
    const answered = attacked?.byStatus['200'] ?? [];
    // The load of the attacking client itself: the delay of its event loop (ms), and its fraction of a core (%). A busy
    // client would distort the measured latencies.
    const callers =
      attacked === undefined ? ['-', '-'] : [attacked.ownDelayP99.toFixed(0), (attacked.ownCpu * 100).toFixed(0)];
    const counted = Object.entries(attacked?.statuses ?? {}).map(([status, count]) => `${count} × ${status}`);
    // A rejection by the concurrency limit is quick. A rejection after waiting for a thread, for a database connection
    // or for the deadline is slow, so latencies are shown by problem code.
    const refusals = Object.entries(attacked?.byCode ?? {}).map(
      ([code, all]) => `${code} ${all.length}: ${cell(all, 0.99)}, ${cell(all, 1)}`,
    );
    return [
      name,
      cell(read.latencies, 0.5),
      cell(read.latencies, 0.99),
      failures(read),
      cell(ready.latencies, 0.99),
      failures(ready),
    ].concat(
      [
        cell(refused, 0.5),
        cell(refused, 0.99),
        answered.length,
        cell(answered, 0.99),
        ...callers,
        counted.join(', '),
        refusals.join('; '),
      ].map(String),
    );
  }
} finally {
  await Promise.all(Object.values(loads).map((load) => load.stop()));
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}

function cell(latencies: readonly number[], share: number): string {
  return latencies.length === 0 ? '-' : percentile(latencies, share).toFixed(0);
}

function failures({ latencies, statuses }: LoadResult): string {
  return `${latencies.length - (statuses['200'] ?? 0)}/${latencies.length}`;
}

function yearsAgo(years: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}

async function signUp(email: string): Promise<string> {
  await post('/auth/register', { email, password, displayName: 'Bench' });
  return ((await post('/auth/login', { email, password })) as { accessToken: string }).accessToken;
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
