// The cost of a search over everything with 100,000 articles and 200,000 live objects, and the memory of the index of
// object names. Run with --expose-gc.
import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SearchService } from '../../../src/features/search/search.service.js';
import { percentile } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';
import { filledServices, wordAt } from './servers/filled-services.js';

const {
  rounds: ROUNDS,
  articles: ARTICLES,
  objects: OBJECTS,
} = sizesOf({
  usual: { rounds: 20, articles: 100_000, objects: 200_000 },
  smoke: { rounds: 1, articles: 1_000, objects: 4_400 },
});
/** Id of an account without own records. */
const ACCOUNT = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e';

const [frequent, common, rare] = [wordAt(0), wordAt(0.002), wordAt(0.6)];
/** A rare word of eight letters or more, in which the bench makes a typing error. */
const long = [0.5, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.57, 0.58].map(wordAt).find((word) => word.length >= 8) ?? rare;
const queries: Record<string, string> = {
  'a rare word': rare,
  'a common word': common,
  'a word of many articles': frequent,
  'two words': `${common} ${wordAt(0.01)}`,
  'a phrase': `"${wordAt(0.0001)} ${wordAt(0.0003)}"`,
  'with an exclusion': `${common} -${frequent}`,
  alternatives: `${rare} OR ${wordAt(0.7)}`,
  'a typing error': `${long.slice(0, 4)}x${long.slice(5)}`,
  'a beginning': long.slice(0, 5),
  'an MMSI': '201300000',
  'a callsign': 'KLM1023',
  'fields of live objects': 'type:vessel speed:>20 near:20,20,2000km',
  'a type near a place': 'tankers near singapore',
  'a type in a country': 'ships in japan',
  'a type to a destination': 'ships to rotterdam',
  'an IMO number with its name': 'IMO 9000123',
  'a ticker': 'AAPL',
  'news about a word': `news about ${common}`,
  'three words, one of them unknown': `${common} ${wordAt(0.01)} xyzzyq`,
  'two words, one with a typing error': `${common} ${long.slice(0, 4)}x${long.slice(5)}`,
  'a question': `where is the ship ${rare}`,
  days: `${common} after:2026-11-01 before:2026-11-08`,
};

async function measured(act: () => Promise<unknown>): Promise<{ p50: number; p95: number; cpuMs: number }> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpuMs: (user + system) / 1_000 / ROUNDS };
}

const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

const { services, stop } = await filledServices({ articles: ARTICLES, objects: OBJECTS });
try {
  const search = services.get(SearchService);
  const before = heap();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await search.search(ACCOUNT, { q: 'type:vessel,aircraft x' });
  const firstMs = performance.now() - started;
  delay.disable();
  console.log(
    `First search, which indexes the names of all live objects: ${firstMs.toFixed(0)} ms, event loop delay at most ${(delay.max / 1e6).toFixed(0)} ms.`,
  );
  console.log(`Memory of the index: ${(heap() - before).toFixed(0)} MB.`);
  const rows: string[][] = [];
  const all: number[] = [];
  for (const [name, q] of Object.entries(queries)) {
    await search.search(ACCOUNT, { q });
    delay.reset();
    delay.enable();
    const full = await measured(async () => {
      const begun = performance.now();
      await search.search(ACCOUNT, { q });
      all.push(performance.now() - begun);
    });
    delay.disable();
    const typed = await measured(() => search.suggest(ACCOUNT, q, undefined, 8));
    const { items, warnings } = await search.search(ACCOUNT, { q });
    rows.push([
      name,
      String(items.length),
      ...[full.p50, full.p95, full.cpuMs, delay.percentile(99) / 1e6, typed.p50, typed.p95].map((ms) => ms.toFixed(1)),
      warnings.join(' '),
    ]);
  }
  printTable(['query', 'results', 'p50 ms', 'p95 ms', 'CPU ms', 'loop p99 ms', 'suggest p50', 'suggest p95', ''], rows);
  console.log(`All searches: p50 ${percentile(all, 0.5).toFixed(1)} ms, p95 ${percentile(all, 0.95).toFixed(1)} ms.`);
} finally {
  await stop();
}
