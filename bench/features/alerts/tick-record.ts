// The cost of recording prices for backtests: 100 symbols with one price a second each, packed every ten seconds. The
// database is left out.
import { unpacked } from '../../../src/features/alerts/record/recorded-entry.js';
import { TickRecorder } from '../../../src/features/alerts/record/tick-recorder.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { symbols: SYMBOLS, seconds: SECONDS } = sizesOf({
  usual: { symbols: 100, seconds: 600 },
  smoke: { symbols: 10, seconds: 20 },
});
const WRITE_SECONDS = 10;
const RUNS = 3;
const start = Date.UTC(2026, 5, 3);
const keys = Array.from({ length: SYMBOLS }, (_, index) => `S${index}.US`);

function run(): string[] {
  const recorder = new TickRecorder();
  recorder.need(new Set(keys), start);
  const prices = keys.map((_, index) => 50 + index);
  const stored = new Map<string, Uint8Array>();
  const begun = process.cpuUsage();
  for (let second = 1; second <= SECONDS; second += 1) {
    const now = start + second * 1_000;
    for (const [index, key] of keys.entries()) {
      prices[index] = (prices[index] as number) * (1 + 0.0002 * Math.sin(second * 1.7 + index * 3));
      const price = Math.round((prices[index] as number) * 100) / 100;
      recorder.add(key, { kind: 'price', at: now - 37 - ((index * 7 + second * 13) % 400), price }, now, false);
    }
    if (second % WRITE_SECONDS !== 0) continue;
    const chunks = recorder.take(now);
    for (const { key, startedAt, entries } of chunks) stored.set(`${key} ${startedAt}`, entries.packed());
    recorder.written(chunks);
  }
  const written = process.cpuUsage(begun);
  const reading = process.cpuUsage();
  const count = [...stored.values()].reduce((sum, packed) => sum + unpacked(packed).length, 0);
  const read = process.cpuUsage(reading);
  const bytes = [...stored.values()].reduce((sum, { length }) => sum + length, 0);
  const cost = ({ user, system }: NodeJS.CpuUsage) => ((user + system) / count).toFixed(2);
  return [count.toLocaleString('en'), cost(written), (bytes / count).toFixed(1), cost(read)];
}

printTable(
  ['prices', 'µs of CPU to record', 'bytes', 'µs of CPU to read'],
  Array.from({ length: RUNS }, () => run()),
);
