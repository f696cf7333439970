// Ten thousand vessels in one HTTP response: bytes, time and CPU time of the server by format and content coding, and
// the latency of other requests at the same time.
import { rawRequest } from '../../../test/support/raw-request.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { median, percentile } from '../../support/median.js';
import { ServerProcess } from '../../support/server-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds, ships: STORED } = sizesOf({
  usual: { rounds: 15, ships: 200_000 },
  smoke: { rounds: 1, ships: 4_000 },
});
/** Number of vessels in the box that is read: one in twenty. */
const SHIPS = STORED / 20;
const list = `/api/v1/geospatial/vessels?bbox=3,50,9,54&limit=${SHIPS}`;

const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const server = await ServerProcess.start(new URL('./servers/ships-ours.js', import.meta.url), {
  BENCH_DATABASE_URL: database.href,
  BENCH_OBJECTS: String(STORED),
});
const base = `http://127.0.0.1:${server.port}`;
const authorization = `Bearer ${server.tokens[0]}`;

/** Sends short requests one after another until `work` is done. @returns the duration of each (ms) */
async function waitsDuring(work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const began = performance.now();
    await rawRequest(`${base}/api/v1/health`);
    waits.push(performance.now() - began);
  }
  await done;
  return waits;
}

async function measure(path: string, coding: string) {
  const headers = { authorization, 'accept-encoding': coding };
  const [took, cpu]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let round = 0; round < rounds + 3; round += 1) {
    const [before, began] = [await server.cpuMicros(), performance.now()];
    const { status, body } = await rawRequest(base + path, { headers });
    if (status !== 200) throw new Error(`It answered ${status}.`);
    bytes = body.length;
    if (round < 3) continue;
    took.push(performance.now() - began);
    cpu.push(((await server.cpuMicros()) - before) / 1_000);
  }
  const waits = await waitsDuring(async () => {
    for (let round = 0; round < rounds; round += 1) await rawRequest(base + path, { headers });
  });
  return [
    (bytes / 1e3).toFixed(0),
    median(took).toFixed(0),
    median(cpu).toFixed(0),
    percentile(waits, 0.99).toFixed(0),
    Math.max(...waits).toFixed(0),
  ];
}

try {
  const { body } = await rawRequest(`${base}${list}&format=geojson`, { headers: { authorization } });
  const { features } = JSON.parse(body.toString()) as { features: unknown[] };
  if (features.length !== SHIPS) throw new Error(`There are ${features.length} features.`);
  const rows: string[][] = [];
  for (const coding of ['identity', 'gzip', 'br'])
    rows.push([`GeoJSON, ${coding}`, ...(await measure(`${list}&format=geojson`, coding))]);
  rows.push(['JSON, identity', ...(await measure(list, 'identity'))]);
  rows.push([
    'a page of 50 of them',
    ...(await measure(`${list}&limit=50`.replace(`&limit=${SHIPS}`, ''), 'identity')),
  ]);
  printTable(
    [
      `${SHIPS.toLocaleString('en-US')} of ${STORED.toLocaleString('en-US')} ships`,
      'kB',
      'ms',
      'CPU ms',
      'others wait p99 ms',
      'at most ms',
    ],
    rows,
  );
} finally {
  await server.stop();
  await postgres.stop();
}
