import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { randomNumbers } from './random-numbers.js';

const folder = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'vectors');

/** Longer values are recorded as their digest. */
const MAX_KEPT_LENGTH = 120;

/** Whether results are recorded instead of compared. */
const isRecording = process.env.VECTORS === 'record';

export interface VectorRandom {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer between two bounds (both inclusive). */
  whole(first: number, last: number): number;
  /** Returns a number between two bounds. */
  between(low: number, high: number): number;
  /** Returns one of the values. */
  one<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
  /** Returns a list of `length` values. */
  list<T>(length: number, make: (index: number) => T): T[];
}

/** Returns generators of pseudo-random inputs, the same in every run for the same seed. */
export function vectorRandom(seed: number): VectorRandom {
  const numbers = randomNumbers(1 + ((seed * 7_919 + 104_729) % 2_147_483_646));
  const next = () => Math.min(numbers(), 1 - Number.EPSILON);
  for (let skipped = 0; skipped < 3; skipped += 1) next();
  const whole = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    one: (values) => values[whole(0, values.length - 1)] as (typeof values)[number],
    chance: (probability) => next() < probability,
    list: (length, make) => Array.from({ length }, (_, index) => make(index)),
  };
}

/**
 * Registers a test that compares results with recorded ones, which had been compared with independent references. A
 * change that is not meant to change results must keep all of them. `VECTORS=record npm test -- FILE` records them
 * again; review the difference before you commit it.
 * @param file file below test/fixtures/vectors, without `.json`; one for each title
 * @param cases functions that compute the results, by unique readable names. A thrown error is a result too: its
 * message is compared. Numbers are compared to 12 significant digits, because processors may differ in the last ones.
 */
export function vectorTest(
  title: string,
  file: string,
  cases: () => Iterable<readonly [name: string, result: () => unknown]>,
): void {
  test(title, async (t) => {
    const path = join(folder, `${file}.json`);
    const present: Record<string, string> = {};
    for (const [name, result] of cases()) {
      if (name in present) throw new Error(`Two cases are called ${name}`);
      present[name] = recordOf(await resultOf(result));
    }
    if (isRecording) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(
        path,
        `${JSON.stringify(Object.fromEntries(Object.entries(present).map(([name, text]) => [name, kept(text)])), undefined, 1)}\n`,
      );
    }
    const recorded = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
    t.deepEqual(Object.keys(present), Object.keys(recorded), `the cases of ${file}.json`);
    for (const [name, text] of Object.entries(present)) {
      if (kept(text) !== recorded[name]) t.fail(`${name}: recorded ${recorded[name]}, now ${text.slice(0, 600)}`);
    }
    t.pass();
  });
}

async function resultOf(result: () => unknown): Promise<unknown> {
  try {
    return await result();
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}

const kept = (text: string) =>
  text.length <= MAX_KEPT_LENGTH
    ? text
    : `${text.length} characters, sha256 ${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;

/** Returns JSON that also distinguishes undefined, NaN, dates, maps, sets and bytes. */
function recordOf(value: unknown): string {
  return JSON.stringify(value, plain) ?? 'undefined';
}

function plain(this: unknown, key: string, json: unknown): unknown {
  const value = (this as Record<string, unknown>)[key];
  if (typeof value === 'number') return Number.isFinite(value) ? Number(value.toPrecision(12)) : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined) return '(undefined)';
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : [...(value as Float64Array)];
  return json;
}
