// Reads a long response with an economic series in a thread: parsing 100,000 values takes some 400 ms.
import { parentPort, workerData } from 'node:worker_threads';
import { type ContentResponse, outcomeOf } from './economy-content.js';

const { response, bytes } = workerData as { response: ContentResponse; bytes: Uint8Array };
parentPort?.postMessage(outcomeOf(response, bytes));
