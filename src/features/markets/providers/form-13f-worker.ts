// Reads a report on the holdings of an institution in a thread: those of the largest ones have more than 10 MB.
import { parentPort, workerData } from 'node:worker_threads';
import { readForm13f } from './form-13f.js';

const { bytes, filedOn, cusips } = workerData as { bytes: Uint8Array; filedOn: string; cusips: string[] };
parentPort?.postMessage(readForm13f(new TextDecoder().decode(bytes), filedOn, new Set(cusips)) ?? null);
