import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExecutionContext } from 'ava';

const folder = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'recorded');

/** Number of significant digits kept, because the last ones depend on the order of additions. */
const DIGITS = 10;

/**
 * Compares results with the recorded ones in test/fixtures/recorded, row by row. A recording contains the results of a
 * reviewed version for fixed input, so that any change of a result is noticed. `RECORD=1` writes it again: review the
 * difference before you commit it.
 * @param name name of the file, without its extension
 * @param rows results by a short description of their input
 */
export function matchesRecording(t: ExecutionContext, name: string, rows: ReadonlyMap<string, unknown>): void {
  const path = join(folder, `${name}.json`);
  const actual = Object.fromEntries([...rows].map(([key, value]) => [key, plain(value)]));
  if (process.env.RECORD !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    const lines = Object.entries(actual).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
  }
  t.true(existsSync(path), `${path} exists`);
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  t.deepEqual(Object.keys(actual), Object.keys(recorded));
  for (const [key, value] of Object.entries(actual)) t.deepEqual(value, recorded[key], key);
}

/** Returns the value as JSON would contain it, with numbers of ten digits. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    if (typeof inner === 'number' && !Number.isInteger(inner))
      return Number.isFinite(inner) ? Number(inner.toPrecision(DIGITS)) : String(inner);
    if (inner instanceof Map || inner instanceof Set) return [...inner];
    if (ArrayBuffer.isView(inner) && !(inner instanceof DataView)) return Array.from(inner as Float64Array);
    return inner;
  });
  return text === undefined ? null : JSON.parse(text);
}

/** Returns the length and digest of a long text. */
export const digestOf = (text: string): string =>
  `${text.length} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

/** Number of items of a long list that are recorded themselves. */
const MAX_ITEMS = 8;
/** Cursors contain ids, which differ in every run. */
const CURSOR = /^[\w-]{40,}$/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Returns a response as the values of its fields in order, without names and ids. A long list is represented by its
 * first and last items and a digest of all.
 */
export function condensed(value: unknown): unknown {
  if (typeof value === 'string') return CURSOR.test(value) ? '<cursor>' : value.replace(ID, '<id>');
  if (Array.isArray(value)) {
    const items = value.map(condensed);
    if (items.length <= MAX_ITEMS) return items;
    return [items.length, digestOf(JSON.stringify(plain(items))), ...items.slice(0, 2), ...items.slice(-2)];
  }
  return value instanceof Object ? Object.values(value).map(condensed) : value;
}

/** Length from which a response is represented by its beginning and a digest. */
const MAX_LENGTH = 1_500;
const BEGINNING = 300;

/** Returns a condensed response (`condensed`), shortened if it is long. */
export function brief(value: unknown): unknown {
  const short = condensed(value);
  const text = JSON.stringify(plain(short)) ?? '';
  return text.length <= MAX_LENGTH ? short : [digestOf(text), text.slice(0, BEGINNING)];
}
