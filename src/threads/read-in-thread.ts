import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a temporary thread and returns the one message that it posts: for large files that are rarely read.
 * @param input passed to the module as `workerData`
 * @throws the module's error; Error when it ends without a message
 */
export async function readInThread<Output>(module: URL, input?: unknown): Promise<Output> {
  // A small heap for new objects makes the thread collect garbage while it reads, instead of leaving more than a
  // hundred megabytes behind.
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread ended before it had read everything');
  });
  const [output] = (await Promise.race([once(worker, 'message'), ended])) as [Output];
  return output;
}
