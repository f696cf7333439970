// The simulator: ticks per CPU-second, the cost of candles, and rate, delay and cost of ticks streamed to 200 clients.
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ExchangeCalendar } from '../../../src/features/markets/calendar/exchange-calendar.js';
import { InstrumentTable } from '../../../src/features/markets/directory/instrument-table.js';
import type { Interval } from '../../../src/features/markets/interval.js';
import { type MarketSymbol, parseSymbol } from '../../../src/features/markets/market-symbol.js';
import { SimulatorProvider } from '../../../src/features/markets/simulator/simulator.provider.js';
import { STEP_MS } from '../../../src/features/markets/simulator/trading-minutes.js';
import { Clock } from '../../../src/time/clock.js';
import { Timers } from '../../../src/time/timers.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { median, percentile } from '../../support/median.js';
import { ServerProcess } from '../../support/server-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';
import type { TicksReport } from './servers/tick-readers.js';

const {
  clients,
  seconds,
  rounds,
  symbols: SYMBOLS,
} = sizesOf({
  usual: { clients: 200, seconds: 8, rounds: 3, symbols: 200 },
  smoke: { clients: 5, seconds: 1, rounds: 1, symbols: 10 },
});
const DAY = 86_400_000;
/** A Wednesday on which every venue trades. */
const at = Date.UTC(2026, 10, 18, 15, 30);

/** A clock that the benchmark advances. */
class Stepping extends Clock {
  time = at;
  now(): number {
    return this.time;
  }
}

class Steps extends Timers {
  run: () => void = () => {};
  after(): () => void {
    return () => {};
  }
  every(_ms: number, run: () => void): () => void {
    this.run = run;
    return () => {};
  }
}

const instruments = new InstrumentTable();
const [clock, timers] = [new Stepping(), new Steps()];
const provider = new SimulatorProvider({
  seed: 1,
  clock,
  calendar: new ExchangeCalendar(instruments),
  instruments,
  timers,
});
const symbolOf = (text: string) => parseSymbol(text) as MarketSymbol;

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function making(): Promise<void> {
  let made = 0;
  const subscription = provider.ticks.follow(() => {
    made += 1;
  });
  for (const { symbol } of [...instruments.ofClass('equity'), ...instruments.ofClass('crypto')]
    .filter(({ symbol }) => /\.(US|CC)$/.test(symbol))
    .slice(0, SYMBOLS)) {
    subscription.add(symbolOf(symbol));
  }
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    made = 0;
    const cpu = await cpuMs(() => {
      for (let step = 0; step < 400; step += 1, clock.time += STEP_MS) timers.run();
    });
    if (round > 0) rates.push((made / cpu) * 1_000);
  }
  subscription.close();
  clock.time = at;
  console.log(`${Math.round(median(rates))} ticks per CPU-second, for ${SYMBOLS} symbols`);
}

async function bars(): Promise<void> {
  const stretches: Array<[string, Interval, number]> = [
    ['AAPL.US', '1d', 3_653],
    ['AAPL.US', '1m', 18.5],
    ['EURJPY.FOREX', '1d', 3_653],
    ['EURJPY.FOREX', '1m', 5],
    ['BTC-USD.CC', '1d', 3_653],
    ['BTC-USD.CC', '1m', 3.5],
  ];
  const rows: Array<[string, number, string, string]> = [];
  for (const [symbol, interval, days] of stretches) {
    const read = () => provider.candles.candles(symbolOf(symbol), interval, new Date(at - days * DAY), new Date(at));
    const count = (await read()).length;
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) costs.push(await cpuMs(read));
    rows.push([`${symbol} ${interval}`, count, median(costs).toFixed(1), Math.max(...costs).toFixed(1)]);
  }
  printTable(['candles', 'number', 'CPU ms', 'most'], rows);
}

async function streamed(symbols: readonly string[], database: string): Promise<(string | number)[]> {
  const server = await ServerProcess.start(new URL('./servers/ticks-ours.js', import.meta.url), {
    BENCH_DATABASE_URL: database,
  });
  const path = `/api/v1/markets/quotes/stream?symbol=${symbols.join()}`;
  const parameters = [String(server.port), String(clients), path, server.tokens[0] as string];
  const readers = fork(new URL('./servers/tick-readers.js', import.meta.url), parameters, {
    stdio: 'inherit',
    serialization: 'advanced',
  });
  const ended = once(readers, 'exit');
  await Promise.race([once(readers, 'message'), ended]);
  const figures: Array<{ rate: number; p50: number; p99: number; cpu: number; share: number }> = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = await server.cpuMicros();
    readers.send(seconds * 1_000);
    const [{ received, delays }] = (await once(readers, 'message')) as [TicksReport];
    const cpu = (await server.cpuMicros()) - before;
    const figure = {
      rate: received / seconds,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      cpu: cpu / received,
      share: cpu / seconds / 10_000,
    };
    if (round > 0) figures.push(figure);
  }
  readers.disconnect();
  await ended;
  await server.stop();
  const of = (figure: keyof (typeof figures)[number], digits: number) =>
    median(figures.map((one) => one[figure])).toFixed(digits);
  const rate = Number(of('rate', 0));
  return [
    `${symbols.length} symbols`,
    Math.round(rate / clients),
    rate,
    of('p50', 0),
    of('p99', 0),
    of('cpu', 2),
    of('share', 0),
  ];
}

await making();
await bars();
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const coins = instruments.ofClass('crypto').map(({ symbol }) => symbol);
try {
  const rows = [];
  for (const count of [10, 40]) rows.push(await streamed(coins.slice(0, count), database.href));
  console.log(
    `\n${clients} clients, each following all symbols, ${(1_000 / STEP_MS).toFixed(1)} ticks a second per symbol; delay from tick to client`,
  );
  printTable(['', 'ticks/s', 'messages/s', 'p50 ms', 'p99 ms', 'CPU µs per message', '% of a core'], rows);
} finally {
  await postgres.stop();
}
