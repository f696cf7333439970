import { parentPort, workerData } from 'node:worker_threads';
import { type ListFiles, parseList } from './parse-list.js';

parentPort?.postMessage(parseList(workerData as ListFiles));
