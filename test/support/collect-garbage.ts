import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

const gc = runInNewContext('gc') as () => void;

/**
 * Collects garbage now, so that a test can tell what is still held. Buffers that the first round finds are given back
 * with the second.
 */
export function collect(): void {
  gc();
  gc();
}
