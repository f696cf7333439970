import { parentPort, workerData } from 'node:worker_threads';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { TableKind } from '../reference-table.js';
import { readTable } from './read-tables.js';

const { kind, bytes } = workerData as { kind: TableKind; bytes: Uint8Array };

try {
  parentPort?.postMessage(readTable(kind, bytes));
} catch (error) {
  // An error loses its class on the way to another thread, so that its code is sent.
  parentPort?.postMessage({ failure: error instanceof UpstreamError ? error.code : 'bad_answer' });
}
