// Reads a report on the holdings of a fund in a thread: parsing one of 15 MB takes a second.
import { parentPort, workerData } from 'node:worker_threads';
import { readNport } from './nport.js';

parentPort?.postMessage(readNport(new TextDecoder().decode(workerData as Uint8Array)) ?? null);
