import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Candle } from '../../markets/candle.js';

/** A price as the evaluation of rules observed it; null if the source had no price. Times in milliseconds. */
export interface RecordedPrice {
  kind: 'price';
  order: number;
  at: number;
  price: number | null;
}

/** A final candle as the evaluation of rules observed it. */
export interface RecordedCandle {
  kind: 'candle';
  order: number;
  candle: Candle;
}

/** Earlier prices with which the windows of a symbol were filled. */
export interface RecordedHistory {
  kind: 'history';
  order: number;
  prices: Array<{ at: number; price: number }>;
}

export type RecordedEntry = RecordedPrice | RecordedCandle | RecordedHistory;

const kinds = ['price', 'candle', 'history'] as const;
/** Number of fractions of a millisecond in an order; a time in milliseconds leaves 12 bits of a number for them. */
const STEPS = 4_096;
/** Maximum number of entries within one millisecond that have distinct orders. */
export const MAX_PER_MILLISECOND = STEPS / 2 - 1;
/** Bytes before the numbers of an entry: its order, its kind and the count of its numbers. */
const HEAD_BYTES = 11;
const NUMBER_BYTES = 8;

/**
 * Returns the position of an entry among the entries of all symbols, as one number: its whole part is the engine's time
 * (ms), its fraction contains the number of the entry within this millisecond and whether timers due at this time had
 * already fired.
 */
export const orderOf = (now: number, place: number, hasFired: boolean): number =>
  now + (2 * place + (hasFired ? 1 : 0)) / STEPS;

/** Returns the engine's time (ms) of an order. */
export const timeOf = (order: number): number => Math.floor(order);

/** Whether timers that were due at the time of an order had already fired. False for an order without a fraction. */
export const hasFiredBefore = (order: number): boolean => ((order - timeOf(order)) * STEPS) % 2 === 1;

/** Writes entries of one symbol to a buffer. */
export class EntryWriter {
  private bytes = new DataView(new ArrayBuffer(1_024));
  private length = 0;
  count = 0;

  add(entry: RecordedEntry): void {
    const numbers = numbersOf(entry);
    this.grow(HEAD_BYTES + numbers.length * NUMBER_BYTES);
    this.bytes.setFloat64(this.length, entry.order);
    this.bytes.setUint8(this.length + 8, kinds.indexOf(entry.kind));
    this.bytes.setUint16(this.length + 9, numbers.length);
    this.length += HEAD_BYTES;
    for (const number of numbers) {
      this.bytes.setFloat64(this.length, number);
      this.length += NUMBER_BYTES;
    }
    this.count += 1;
  }

  /** Returns the entries, compressed. */
  packed(): Buffer {
    return deflateRawSync(new Uint8Array(this.bytes.buffer, 0, this.length), { level: 1 });
  }

  private grow(bytes: number): void {
    if (this.length + bytes <= this.bytes.byteLength) return;
    const larger = new Uint8Array(2 * (this.length + bytes));
    larger.set(new Uint8Array(this.bytes.buffer, 0, this.length));
    this.bytes = new DataView(larger.buffer);
  }
}

/** Returns the entries that `EntryWriter.packed` compressed, in order. */
export function unpacked(packed: Uint8Array): RecordedEntry[] {
  const raw = inflateRawSync(packed);
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const entries: RecordedEntry[] = [];
  for (let place = 0; place < bytes.byteLength; ) {
    const order = bytes.getFloat64(place);
    const kind = kinds[bytes.getUint8(place + 8)];
    const count = bytes.getUint16(place + 9);
    place += HEAD_BYTES;
    const numbers = Array.from({ length: count }, (_, index) => bytes.getFloat64(place + index * NUMBER_BYTES));
    place += count * NUMBER_BYTES;
    if (kind !== undefined) entries.push(entryOf(kind, order, numbers));
  }
  return entries;
}

/** Returns the numbers of an entry; NaN represents null. */
function numbersOf(entry: RecordedEntry): number[] {
  if (entry.kind === 'price') return [entry.at, entry.price ?? Number.NaN];
  if (entry.kind === 'history') return entry.prices.flatMap(({ at, price }) => [at, price]);
  const { time, open, high, low, close, volume } = entry.candle;
  return [time.getTime(), open, high, low, close, volume ?? Number.NaN];
}

function entryOf(kind: RecordedEntry['kind'], order: number, numbers: number[]): RecordedEntry {
  const [first = 0, second = 0, high = 0, low = 0, close = 0, volume = Number.NaN] = numbers;
  if (kind === 'price') return { kind, order, at: first, price: Number.isNaN(second) ? null : second };
  if (kind === 'candle')
    return {
      kind,
      order,
      candle: { time: new Date(first), open: second, high, low, close, volume: Number.isNaN(volume) ? null : volume },
    };
  const prices = Array.from({ length: numbers.length / 2 }, (_, index) => ({
    at: numbers[2 * index] as number,
    price: numbers[2 * index + 1] as number,
  }));
  return { kind, order, prices };
}
