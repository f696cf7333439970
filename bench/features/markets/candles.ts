// Cost of reading 5,000 cached candles, including serialization, compared with one plain SELECT and JSON.stringify of
// the same rows.
import 'reflect-metadata';
import pg from 'pg';
import { PostgresDatabase } from '../../../src/database/postgres-database.js';
import { CandleSeriesDto } from '../../../src/features/markets/candles/candle-series.dto.js';
import { FakeCandleProvider, gridCandles } from '../../../test/support/candle-provider.js';
import { candleParts } from '../../../test/support/candle-service.js';
import { execute, siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { reads: READS, rounds: ROUNDS } = sizesOf({ usual: { reads: 10, rounds: 9 }, smoke: { reads: 1, rounds: 1 } });
const [from, to] = ['2026-07-10T00:00:00Z', '2026-07-13T11:20:00Z'];

const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const name = `${postgres.template}_bench`;
await execute(postgres.url, `CREATE DATABASE "${name}" TEMPLATE "${postgres.template}"`);
const url = siblingUrl(postgres.url, name);
const database = new PostgresDatabase({ connectionString: url }, () => {}, { poolSize: 2 });
const pool = new pg.Pool({ connectionString: url, max: 2 });
const provider = new FakeCandleProvider({ actions: () => [{ day: '2026-07-14', kind: 'split', value: 4 }] });
const { read } = candleParts(database, '2026-07-15T15:00:00Z', [provider]);

interface Figures {
  ms: number[];
  cpu: number[];
  text: string;
}

async function measure(figures: Figures, work: () => Promise<string>): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  for (let count = 0; count < READS; count += 1) figures.text = await work();
  const { user, system } = process.cpuUsage(before);
  figures.ms.push((performance.now() - began) / READS);
  figures.cpu.push((user + system) / 1_000 / READS);
}

// Candles only within trading hours, like the candles of a vendor without extended hours: the measured range has no
// nights.
provider.answer = ({ assetClass }, interval, begin, end) =>
  gridCandles(interval, begin, end).filter(
    ({ time }) => assetClass === 'crypto' || interval === '1d' || (time.getUTCHours() >= 13 && time.getUTCHours() < 20),
  );
const answer = async (symbol: string, range: { from: string; to: string }) =>
  JSON.stringify(CandleSeriesDto.from(await read(symbol, { interval: '1m', ...range })));
const plain = async () => {
  const sql = `select time, open, high, low, close, volume from candles
    where symbol = 'BTC-USD.CC' and interval = '1m' and provider = 'simulator' and time >= $1 and time < $2 order by time`;
  const { rows } = await pool.query(sql, [from, to]);
  return JSON.stringify({ items: rows });
};
const ways: Record<string, () => Promise<string>> = {
  'read, 5,000 bars of a minute': () => answer('BTC-USD.CC', { from, to }),
  'plain SELECT of the same': plain,
  'adjusted for a split, 4,680 bars': () => answer('AAPL.US', { from: '2026-06-25', to: '2026-07-14' }),
};
const figures = Object.fromEntries(
  Object.keys(ways).map((way): [string, Figures] => [way, { ms: [], cpu: [], text: '' }]),
);
for (const way of Object.values(ways)) for (let count = 0; count < READS; count += 1) await way();
const calls = provider.calls.length;
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [way, work] of Object.entries(ways)) await measure(figures[way] as Figures, work);
}
if (provider.calls.length !== calls) throw new Error('A warm read called the provider.');
const base = median((figures['plain SELECT of the same'] as Figures).cpu);
const rows = Object.entries(figures).map(([way, { ms, cpu, text }]) => {
  return [
    way,
    JSON.parse(text).items.length,
    (text.length / 1_000).toFixed(0),
    median(ms).toFixed(1),
    median(cpu).toFixed(1),
    (median(cpu) / base).toFixed(2),
  ];
});
printTable(['', 'candles', 'kB', 'ms', 'CPU ms', '÷ SELECT'], rows);
await pool.end();
await database.close();
await postgres.stop();
