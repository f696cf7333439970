// Replays recorded AIS sentences in a loop at fifty times their speed while clients query the service, and reports
// latencies, stored track points and memory. BENCH_AIS_FILE names a recording of NMEA sentences (default: a part of
// AISHub's); BENCH_SECONDS sets the duration (default: 30). At this replay speed, vessels move fifty times as fast as
// their reported speed. Nearly every position is therefore unexpected and is stored as a track point.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { PostgresDatabase } from '../../../src/database/postgres-database.js';
import { linesOf, SentClock } from '../../../test/support/sent-clock.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { percentile } from '../../support/median.js';
import { ServiceProcess } from '../../support/service-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const SPEED = 50;
const { seconds: USUAL_SECONDS } = sizesOf({ usual: { seconds: 30 }, smoke: { seconds: 2 } });
const QUERIES_A_SECOND = 40;
const fixture = join(import.meta.dirname, '../../../../test/fixtures/geo/ais/aishub.nmea.gz');
const { BENCH_AIS_FILE: file = fixture, BENCH_SECONDS: seconds = String(USUAL_SECONDS) } = process.env;
const password = 'correct horse battery staple';

/**
 * Returns the recording with a tag block before every line that contains the time of its receipt, taken from the
 * reports of base stations in the recording. Lines before the first such report are left out.
 */
function timedRecording(bytes: Buffer): string {
  const clock = new SentClock();
  const checked = (text: string) =>
    `\\${text}*${[...text]
      .reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
      .toString(16)
      .padStart(2, '0')
      .toUpperCase()}\\`;
  return linesOf(bytes)
    .flatMap((line) => {
      const text = line.toString('latin1');
      if (!text.startsWith('!')) return [text];
      clock.read(line);
      return Number.isNaN(clock.base) ? [] : [`${checked(`c:${clock.base / 1_000}`)}${text}`];
    })
    .join('\n');
}

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-soak-'));
const recording = join(directory, 'recording.nmea');
const read = readFileSync(file);
writeFileSync(recording, timedRecording(file.endsWith('.gz') ? gunzipSync(read) : read));
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const address = new URL(postgres.url);
address.pathname = `/${postgres.template}`;
const database = new PostgresDatabase({ connectionString: address.href }, () => {}, {
  poolSize: 1,
  limits: { queryMs: 60_000, statementMs: 60_000 },
});
const service = await ServiceProcess.start(join(directory, 'data'), {
  SVC_DATABASE_URL: address.href,
  SVC_AIS_SOURCES: `file:${recording}?speed=${SPEED}&loop=true`,
  SVC_ADSB_SOURCES: 'none',
  SVC_EVENT_SOURCES: 'none',
  SVC_RATE_LIMIT: '1000000',
  SVC_JWT_SECRET: 'a secret of a bench with more than thirty-two bytes',
  SVC_LOG_LEVEL: 'error',
});

async function call(
  path: string,
  token?: string,
  body?: object,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;
const latencies = new Map<string, number[]>();
const refused = new Map<number, number>();
let mmsis: string[] = [];

async function ask(name: string, path: string, token: string): Promise<void> {
  const before = performance.now();
  const { status, json } = await call(path, token);
  if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1);
  else latencies.set(name, [...(latencies.get(name) ?? []), performance.now() - before]);
  if (name === 'list of a box' && status === 200)
    mmsis = (json.items as Array<{ mmsi: string }>).map(({ mmsi }) => mmsi);
}

try {
  const email = 'soak@watchfloor.test';
  await call('/auth/register', undefined, { email, password, displayName: 'Soak' });
  const token = (await call('/auth/login', undefined, { email, password })).json.accessToken as string;
  const memory: number[] = [];
  const asked: Promise<void>[] = [];
  await ask('list of a box', '/geospatial/vessels?bbox=-180,-80,180,80&limit=500', token);
  for (let count = 0; count < Number(seconds) * QUERIES_A_SECOND; count += 1) {
    const mmsi = mmsis[count % Math.max(1, mmsis.length)];
    const kind = mmsi === undefined ? 0 : count % 3;
    if (kind === 0)
      asked.push(
        ask(
          'list of a box',
          `/geospatial/vessels?bbox=${[(count % 300) - 180, -60, (count % 300) - 120, 70].join()}&limit=500`,
          token,
        ),
      );
    else if (kind === 1) asked.push(ask('a ship', `/geospatial/vessels/${mmsi}`, token));
    else asked.push(ask('a track', `/geospatial/vessels/${mmsi}/track`, token));
    if (count % QUERIES_A_SECOND === 0) memory.push(memoryOf(service.pid));
    await wait(1_000 / QUERIES_A_SECOND);
  }
  await Promise.all(asked);
  const { rows } = await database.query<{ points: number; objects: number }>(
    'select count(*) as points, count(distinct object) as objects from track_points',
  );
  const [first] = rows;
  const cells = (values: number[]) => [
    values.length,
    ...[0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(1)),
  ];
  printTable(
    ['ms', 'answers', 'p50', 'p99', 'longest'],
    [...latencies].map(([name, values]) => [name, ...cells(values)]),
  );
  console.log(
    `\n${first?.points} points of ${first?.objects} ships written in ${seconds} s; answers that were no 200: ${JSON.stringify([...refused])}`,
  );
  console.log(
    `memory of the process: ${memory[0]?.toFixed(0)} MB at the start, ${Math.max(...memory).toFixed(0)} MB at most, ${memory.at(-1)?.toFixed(0)} MB at the end`,
  );
} finally {
  await service.stop();
  await database.close();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
