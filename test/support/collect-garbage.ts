import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

const gc = runInNewContext('gc') as () => void;

/**
 * Collects garbage, so that a test can measure what is still referenced. The second round frees buffers that the first
 * one finalized.
 */
export function collect(): void {
  gc();
  gc();
}
