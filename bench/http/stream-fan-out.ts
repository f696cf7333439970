// One message to a thousand streams: our server by server-sent events and by WebSocket, and node:http that writes the
// same bytes. Measures messages per
// second, delay, and CPU time and memory per stream.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startTestServer } from '../../test/support/test-server.js';
import type { ReadersReport, ServerReport, TellOrder } from '../support/fan-out.js';
import { median, percentile } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const { rounds, streams, messages, paced } = sizesOf({
  usual: { rounds: 3, streams: 1_000, messages: 200, paced: 60 },
  smoke: { rounds: 1, streams: 10, messages: 5, paced: 5 },
});
/**
 * `burst` sends messages as fast as possible and measures the rate; `steady` sends one every 50 ms, as on a busy
 * market, and measures the delay.
 */
const burst: TellOrder = { count: messages, gapMs: 0 };
const steady: TellOrder = { count: paced, gapMs: 50 };

interface Subject {
  module: string;
  kind: 'stream' | 'socket';
}

interface Figures {
  rate: number;
  cpuPerMessage: number;
  p50: number;
  p99: number;
  rssPerStream: number;
  heapPerStream: number;
}

const stop = async (child: ChildProcess) => {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
};

async function said<T>(child: ChildProcess): Promise<T> {
  const [first] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [T | number | null];
  if (typeof first === 'number' || first === null) throw new Error('A process of the bench ended before it answered');
  return first;
}

async function measure({ module, kind }: Subject, database: string): Promise<Figures> {
  const stdio: Array<'ignore' | 'inherit' | 'ipc'> = ['ignore', 'ignore', 'inherit', 'ipc'];
  const server = fork(new URL(module, import.meta.url), {
    stdio,
    env: { ...process.env, BENCH_DATABASE_URL: database },
    execArgv: process.execArgv,
  });
  const { port, token } = await said<{ port: number; token?: string }>(server);
  const ask = (order: TellOrder) => {
    server.send(order);
    return said<ServerReport>(server);
  };
  const empty = await ask({ count: 0, gapMs: 0 });
  const readers = fork(
    new URL('../support/stream-readers.js', import.meta.url),
    [String(port), String(streams), token ?? '', kind],
    {
      stdio,
      serialization: 'advanced',
    },
  );
  await said(readers);
  const full = await ask({ count: 0, gapMs: 0 });
  const tell = async (order: TellOrder) => {
    readers.send(order.count);
    await said(readers);
    const received = said<ReadersReport>(readers);
    return { server: await ask(order), readers: await received };
  };
  await tell(burst); // The first round loads and compiles the code.
  const fast = await tell(burst);
  const slow = await tell(steady);
  await stop(readers);
  await stop(server);
  return {
    rate: (fast.readers.received / fast.readers.tookMs) * 1_000,
    cpuPerMessage: fast.server.cpuMicros / fast.readers.received,
    p50: percentile(slow.readers.delays, 0.5),
    p99: percentile(slow.readers.delays, 0.99),
    rssPerStream: (full.rss - empty.rss) / streams / 1_024,
    heapPerStream: (full.heapUsed - empty.heapUsed) / streams / 1_024,
  };
}

const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const subjects: Record<string, Subject> = {
  ours: { module: './servers/streams-ours.js', kind: 'stream' },
  'ours, WebSocket': { module: './servers/streams-ours.js', kind: 'socket' },
  'node:http, no duties': { module: './servers/streams-bare.js', kind: 'stream' },
};
const figures = new Map(Object.keys(subjects).map((name) => [name, [] as Figures[]]));
try {
  // The servers alternate, so that a slower machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, subject] of Object.entries(subjects))
      figures.get(name)!.push(await measure(subject, database.href));
  }
} finally {
  await postgres.stop();
}

console.log(`${streams} streams in one process of their own; median of ${rounds} rounds (least to most)`);
const cell = (each: Figures[], figure: keyof Figures, digits: number) => {
  const all = each.map((one) => one[figure]);
  return `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;
};
printTable(
  ['server', 'messages/s', 'µs CPU a message', 'p50 ms', 'p99 ms', 'KiB RSS a stream', 'KiB heap a stream'],
  [...figures].map(([name, each]) => [
    name,
    cell(each, 'rate', 0),
    cell(each, 'cpuPerMessage', 2),
    cell(each, 'p50', 1),
    cell(each, 'p99', 1),
    cell(each, 'rssPerStream', 1),
    cell(each, 'heapPerStream', 1),
  ]),
);
const [ours, sockets, bare] = [...figures.values()].map((each) => median(each.map(({ rate }) => rate)));
console.log(
  `messages/s: ours ÷ node:http ${(ours! / bare!).toFixed(2)}, WebSocket ÷ stream ${(sockets! / ours!).toFixed(2)}; delay is of one message to every stream each ${steady.gapMs} ms`,
);
