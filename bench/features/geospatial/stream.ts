// Twenty thousand vessels and aircraft that move every five seconds, streamed to clients with a bounding box each:
// messages per second, delay and cost.
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServer } from '../../../test/support/test-server.js';
import { median, percentile } from '../../support/median.js';
import { ServerProcess } from '../../support/server-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';
import type { StreamReport } from './servers/stream-readers.js';

const {
  seconds,
  rounds,
  clients: CLIENTS,
  objects: OBJECTS,
  cases,
} = sizesOf({
  usual: { seconds: 8, rounds: 3, clients: 200, objects: 20_000, cases: 4 },
  smoke: { seconds: 1.5, rounds: 1, clients: 5, objects: 2_000, cases: 2 },
});

async function streamed(clients: number, side: number, database: string): Promise<Array<string | number>> {
  const server = await ServerProcess.start(new URL('./servers/stream-ours.js', import.meta.url), {
    BENCH_DATABASE_URL: database,
    BENCH_OBJECTS: String(OBJECTS),
  });
  const idleFrom = await server.cpuMicros();
  await wait(seconds * 1_000);
  /** CPU time (µs) of moving the objects while no client is connected; subtracted from the measured time. */
  const idle = (await server.cpuMicros()) - idleFrom;
  const parameters = [String(server.port), String(clients), String(side), server.tokens[0] as string];
  const readers = fork(new URL('./servers/stream-readers.js', import.meta.url), parameters, {
    stdio: 'inherit',
    serialization: 'advanced',
  });
  const ended = once(readers, 'exit');
  await Promise.race([once(readers, 'message'), ended]);
  const figures: Array<Record<'rate' | 'p50' | 'p99' | 'cpu' | 'client' | 'share' | 'megabytes', number>> = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = await server.cpuMicros();
    readers.send(seconds * 1_000);
    const [{ received, bytes, delays }] = (await once(readers, 'message')) as [StreamReport];
    const cpu = (await server.cpuMicros()) - before - idle;
    const figure = {
      rate: received / seconds,
      megabytes: bytes / seconds / 1e6,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      cpu: cpu / received,
      client: cpu / seconds / clients,
      share: cpu / seconds / 10_000,
    };
    if (round > 0) figures.push(figure);
  }
  readers.disconnect();
  await ended;
  await server.stop();
  const of = (figure: keyof (typeof figures)[number], digits: number) =>
    median(figures.map((one) => one[figure])).toFixed(digits);
  return [
    `${clients} × ${side}°`,
    of('rate', 0),
    of('megabytes', 1),
    of('p50', 0),
    of('p99', 0),
    of('cpu', 2),
    of('client', 0),
    of('share', 0),
  ];
}

const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
try {
  const rows = [];
  const crowds = [
    [CLIENTS, 2],
    [CLIENTS * 5, 2],
    [CLIENTS, 8],
    [Math.ceil(CLIENTS / 20), 27],
  ] as const;
  for (const [clients, side] of crowds.slice(0, cases)) rows.push(await streamed(clients, side, database.href));
  console.log(
    `Clients by the side of their boxes; ${OBJECTS / 5} movements a second, sent once a second; CPU beside that of the movements themselves`,
  );
  printTable(
    ['', 'messages/s', 'MB/s', 'p50 ms', 'p99 ms', 'µs CPU a message', 'µs CPU a client-second', '% of a core'],
    rows,
  );
} finally {
  await postgres.stop();
}
