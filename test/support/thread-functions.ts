// Functions that the tests in test/threads run in threads.
import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { resourceLimits, threadId } from 'node:worker_threads';
import { threadFunction } from '../../src/threads/thread-call.js';

export const double = (value: number): number => 2 * value;
export const whichThread = (): number => threadId;
/** Returns the priority of the thread; on Linux each thread has its own. */
export const ownPriority = (): number => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
export const sumOf = ({ numbers }: { numbers: Float64Array }): number => numbers.reduce((sum, value) => sum + value, 0);
export const fail = (message: string): never => {
  throw new RangeError(message);
};
export const exit = (): never => process.exit(1);
/** Uses the CPU forever; only the end of its thread ends it. */
export const hang = (): never => {
  for (;;);
};
/** Keeps objects of this many megabytes. */
export function grow(megabytes: number): number {
  const kept = Array.from({ length: megabytes }, () =>
    Array.from({ length: 16_384 }, (_, index) => ({ index, half: index / 2 })),
  );
  return kept.length;
}
let kept: Uint8Array[] = [];
/** Returns bytes in the forms that can be transferred between threads, and keeps references to them. */
export function makeBytes(): { one: Uint8Array; list: Uint8Array[]; text: string } {
  kept = [Uint8Array.of(1), Uint8Array.of(2, 3), Uint8Array.of(4)];
  return { one: kept[0] as Uint8Array, list: kept.slice(1), text: 'not bytes' };
}
/** Returns the lengths of the kept bytes, which are 0 after a transfer. */
export const keptLengths = (): number[] => kept.map(({ byteLength }) => byteLength);
export const newObjectsMb = (): number => resourceLimits.maxYoungGenerationSizeMb ?? Number.POSITIVE_INFINITY;

const here = new URL(import.meta.url);
export const inThread = {
  double: threadFunction<typeof double>(here, 'double'),
  whichThread: threadFunction<(input: undefined) => number>(here, 'whichThread'),
  ownPriority: threadFunction<(input: undefined) => number>(here, 'ownPriority'),
  sumOf: threadFunction<typeof sumOf>(here, 'sumOf'),
  fail: threadFunction<typeof fail>(here, 'fail'),
  exit: threadFunction<(input: undefined) => number>(here, 'exit'),
  grow: threadFunction<typeof grow>(here, 'grow'),
  newObjectsMb: threadFunction<(input: undefined) => number>(here, 'newObjectsMb'),
  makeBytes: threadFunction<(input: undefined) => ReturnType<typeof makeBytes>>(here, 'makeBytes'),
  keptLengths: threadFunction<(input: undefined) => number[]>(here, 'keptLengths'),
  hang: threadFunction<(input: undefined) => number>(here, 'hang'),
};
