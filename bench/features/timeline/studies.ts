// The duration of an event study: 500 events over ten years, one symbol or five, with 2,000 random sets of moments.
import { computeStudy } from '../../../src/features/timeline/studies/compute-study.js';
import type { PriceDays } from '../../../src/features/timeline/studies/event-study.js';
import { spread } from '../../../src/simulation/noise.js';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.js';
import { percentile } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { runs, permutationCount } = sizesOf({
  usual: { runs: 10, permutationCount: 2_000 },
  smoke: { runs: 1, permutationCount: 100 },
});
const EVENTS = 500;
const DAYS = 3_650;

function pricesOf(key: number): PriceDays {
  const close = new Float64Array(DAYS);
  for (let day = 0, price = 100; day < DAYS; day += 1) {
    price *= 1 + 0.01 * spread(key, day);
    close[day] = price;
  }
  return {
    opensAt: Float64Array.from(close, (_, day) => day * DAY_MS + 8 * HOUR_MS),
    closesAt: Float64Array.from(close, (_, day) => day * DAY_MS + 16 * HOUR_MS),
    open: Float64Array.from(close, (one, day) => (day === 0 ? one : (close[day - 1] as number)) * 1.001),
    close,
  };
}

const times = Array.from({ length: EVENTS }, (_, index) => (index * 7 + 1) * DAY_MS + 12 * HOUR_MS);
const rows = [1, 5].map((count) => {
  const targets = Array.from({ length: count }, (_, index) => ({
    type: 'symbol' as const,
    name: `S${index}`,
    days: pricesOf(index * 1_000_003),
  }));
  const input = { targets, windows: [1, 5, 20], times, from: 0, to: DAYS * DAY_MS, permutationCount, seed: 1 };
  const durations: number[] = [];
  let cases: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    const results = computeStudy(input);
    durations.push(performance.now() - started);
    cases = results.slice(0, 3).map(({ caseCount }) => caseCount);
  }
  return [`${count}`, cases.join(', '), ...[0.5, 0.95].map((share) => percentile(durations, share).toFixed(0))];
});
printTable(['symbols', 'cases of 1, 5 and 20 days', 'ms p50', 'p95'], rows);
