// The effect of 32 sign-ins at a time for some seconds on other requests: on /health, and on reads with a token.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Load, type LoadResult, wireRequest } from '../../support/load.js';
import { percentile } from '../../support/median.js';
import { ServiceProcess } from '../../support/service-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { forMs: FOR_MS, signIns: SIGN_INS } = sizesOf({
  usual: { forMs: 5_000, signIns: 32 },
  smoke: { forMs: 300, signIns: 2 },
});
const password = 'correct horse battery staple';
const directory = mkdtempSync(join(tmpdir(), 'watchfloor-sign-in-'));
const service = await ServiceProcess.start(join(directory, 'data'), {
  SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
  SVC_RATE_LIMIT: '1000000',
  SVC_SIGN_IN_LIMIT: '1000000',
});
const port = Number(new URL(service.url).port);
// Each kind of request has its own client process, so that its latencies do not include the queue of another client.
const [signIns, healths, reads] = [new Load(), new Load(), new Load()];
try {
  const emails = Array.from({ length: SIGN_INS }, (_, index) => `bench${index}@watchfloor.test`);
  for (const email of emails) await post('/auth/register', { email, password, displayName: 'Bench' });
  const { accessToken } = (await post('/auth/login', { email: emails[0], password })) as { accessToken: string };
  const steady = { port, count: Number.POSITIVE_INFINITY, connections: 1, forMs: FOR_MS };
  const health = { ...steady, requests: [wireRequest('GET', '/api/v1/health', undefined)] };
  const read = { ...steady, requests: [wireRequest('GET', '/api/v1/users/me', accessToken)] };
  const signIn = {
    ...steady,
    connections: SIGN_INS,
    requests: emails.map((email) => wireRequest('POST', '/api/v1/auth/login', undefined, { email, password })),
  };

  const calm = await Promise.all([healths.run(health), reads.run(read)]);
  const busy = await Promise.all([healths.run(health), reads.run(read), signIns.run(signIn)]);
  const row = (name: string, { latencies, statuses }: LoadResult) => [
    name,
    latencies.length,
    ...[0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1)),
    Object.entries(statuses)
      .map(([status, count]) => `${((count / latencies.length) * 100).toFixed(0)} % ${status}`)
      .join(', '),
  ];
  printTable(
    ['ms', 'answers', 'median', 'p99', 'most', 'statuses'],
    [
      row('GET /health, calm', calm[0]),
      row('GET /users/me, calm', calm[1]),
      row(`GET /health, ${SIGN_INS} sign-ins`, busy[0]),
      row(`GET /users/me, ${SIGN_INS} sign-ins`, busy[1]),
      row(`POST /auth/login, ${SIGN_INS} at a time`, busy[2]),
    ],
  );
  console.log('aims: p99 of /health under 100 ms, of reads under 300 ms');
} finally {
  await Promise.all([signIns, healths, reads].map((load) => load.stop()));
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
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
