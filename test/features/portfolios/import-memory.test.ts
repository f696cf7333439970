import test from 'ava';
import type { ReadOptions } from '../../../src/features/portfolios/import/file/import-entry.js';
import { finishingInThread, readingInThread } from '../../../src/features/portfolios/import/import-in-thread.js';
import type { ReadResult } from '../../../src/features/portfolios/import/read-file.js';
import { ThreadPool } from '../../../src/threads/thread-pool.js';

const ROWS = 100_000;
/** Heap of a thread (MB) beside its new objects. The text of the file alone takes 8 MB of it. */
const MAX_HEAP_MB = 80;
const options: ReadOptions = {
  format: null,
  encoding: null,
  delimiter: null,
  decimalSign: null,
  dateOrder: null,
  currency: null,
  baseCurrency: 'USD',
  columns: {},
};

test('a file of 100,000 rows is read and checked in little memory', async (t) => {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const tradedAt = new Date(Date.UTC(2015, 0, 1) + index * 1_000_000).toISOString();
    return `buy,${tradedAt},KO.US,${1 + (index % 17)}.25,${(100 + (index % 977) / 7).toFixed(4)},USD,1.25,row ${index}\n`;
  });
  const bytes = Buffer.from(`type,tradedAt,symbol,quantity,price,currency,fee,note\n${rows.join('')}`);
  const pool = new ThreadPool({ does: 'imports', threads: 1, maxHeapMb: MAX_HEAP_MB });
  t.teardown(() => pool.close());
  const { chunks, labels, format } = (await pool.run(readingInThread, { bytes, options })) as ReadResult;
  const finished = await pool.run(finishingInThread, {
    chunks,
    labels,
    format,
    resolved: [{ symbol: 'KO.US', currency: 'USD', firstDay: null }],
    currency: null,
    cryptoAssets: new Set<string>(),
    renamings: new Map<string, number>(),
    now: Date.UTC(2026, 0, 1),
  });
  t.like(finished, { rows: ROWS, rejected: 0 });
  const megabytes = (parts: readonly Uint8Array[]) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6;
  t.true(megabytes(chunks) < 30, `${megabytes(chunks)} MB of entries`);
  t.true(megabytes(finished.chunks) < 30, `${megabytes(finished.chunks)} MB of rows`);
});
