import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects garbage now, so that a test can tell what is still held. */
export const collect: () => void = runInNewContext('gc');
