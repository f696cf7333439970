import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a temporary thread and returns its one message: for large files that are rarely read.
 * @param input passed to the module as `workerData`
 * @throws what the module throws; Error when it ends without an answer
 */
export async function readInThread<Output>(module: URL, input?: unknown): Promise<Output> {
  // With little room for what is new the thread clears away as it reads, instead of leaving more than a hundred
  // megabytes behind.
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread ended before it had read everything');
  });
  const [output] = (await Promise.race([once(worker, 'message'), ended])) as [Output];
  return output;
}
