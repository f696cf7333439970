// Reads a large report on the shares of insiders in a thread.
import { parentPort, workerData } from 'node:worker_threads';
import { readInsiderForm } from './insider-form.js';

const { bytes, filedOn } = workerData as { bytes: Uint8Array; filedOn: string };
parentPort?.postMessage(readInsiderForm(new TextDecoder().decode(bytes), filedOn) ?? null);
