// A Monte Carlo simulation of 10,000 paths, 20 assets and 10 years of history and horizon, in a thread as in the
// service: its duration, and the delay of the event loop meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  buffersOf,
  type SentHistory,
  simulationInThread,
} from '../../../src/features/portfolios/scenarios/scenarios-in-thread.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { ThreadPool } from '../../../src/threads/thread-pool.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const [ASSETS, DAYS, MONTHS] = [20, 3_653, 120];
const { paths: PATHS, runs: RUNS } = sizesOf({ usual: { paths: 10_000, runs: 5 }, smoke: { paths: 100, runs: 1 } });
const symbols = Array.from({ length: ASSETS }, (_, index) => `S${index}.US`);

/** Returns daily prices of an asset that is correlated with the others. */
function pricesOf(asset: number) {
  let price = 100;
  const points = Array.from({ length: DAYS }, (_, day) => {
    price *= 1.0003 + 0.008 * Math.sin(day * 1.7) + 0.006 * Math.sin(day * (1.1 + asset * 0.07));
    return { day, value: price };
  });
  return dailySeries(points, 0, DAYS - 1, 'bench');
}

function sentHistory(): SentHistory {
  const holdings = symbols.map((symbol) => ({
    symbol,
    currency: 'USD',
    value: 1_000,
    assetClass: 'equity' as const,
    sector: null,
    country: null,
  }));
  const positions = {
    day: DAYS - 1,
    currency: 'USD',
    holdings,
    cash: [],
    value: 1_000 * ASSETS,
    providers: [],
    warnings: [],
  };
  const series = new Map(symbols.map((symbol, index) => [symbol, pricesOf(index)]));
  return { positions, history: { holdings: series, rates: new Map() }, fromDay: 0, toDay: DAYS - 1 };
}

const pool = new ThreadPool({ does: 'simulates', threads: 1, maxHeapMb: 384 });
const rows: number[][] = [];
for (const blockLength of [21, 63, 5]) {
  const times: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let seed = 0; seed < RUNS; seed += 1) {
    const sent = sentHistory();
    const parameters = { paths: PATHS, months: MONTHS, blockLength, seed, isRebalanced: false, confidence: 0.95 };
    delay.enable();
    const start = performance.now();
    await pool.run(simulationInThread, { ...sent, parameters }, { transfer: buffersOf(sent) });
    times.push(performance.now() - start);
    delay.disable();
  }
  rows.push([blockLength, Math.round(median(times)), Number((delay.percentile(99) / 1e6).toFixed(1))]);
}
await pool.close();
console.log(`${PATHS} paths × ${ASSETS} assets × ${MONTHS} months`);
printTable(['block (days)', 'median (ms)', 'event loop p99 (ms)'], rows);
