// What test/threads has threads run.
import { threadId } from 'node:worker_threads';
import { threadFunction } from '../../src/threads/thread-call.js';

export const double = (value: number): number => 2 * value;
export const whichThread = (): number => threadId;
export const sumOf = ({ numbers }: { numbers: Float64Array }): number => numbers.reduce((sum, value) => sum + value, 0);
export const fail = (message: string): never => {
  throw new RangeError(message);
};
export const exit = (): never => process.exit(1);
/** Takes CPU for ever: only the end of its thread ends it. */
export const hang = (): never => {
  for (;;);
};

const here = new URL(import.meta.url);
export const inThread = {
  double: threadFunction<typeof double>(here, 'double'),
  whichThread: threadFunction<(input: undefined) => number>(here, 'whichThread'),
  sumOf: threadFunction<typeof sumOf>(here, 'sumOf'),
  fail: threadFunction<typeof fail>(here, 'fail'),
  exit: threadFunction<(input: undefined) => number>(here, 'exit'),
  hang: threadFunction<(input: undefined) => number>(here, 'hang'),
};
