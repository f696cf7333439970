import { gunzipSync } from 'node:zlib';
import { rowStarts } from '../reference-table.js';
import type { ListedAircraft } from './aircraft-identities.js';

const LINE_END = 0x0a;
/** Length of an address at the beginning of a row. */
const ADDRESS = 6;

/**
 * A table of aircraft in memory: the text of its rows in the order of their addresses, and the place of each row. A
 * million rows are some 50 MB, and none of them is an object.
 */
export class AircraftTable {
  private readonly text: Buffer;
  private readonly starts: Uint32Array;
  private readonly keys: Int32Array;
  /** Operators and types of aircraft that were looked up; each is one text for all aircraft that have it. */
  private readonly names = new Map<string, string>();

  /** @param content rows of address, registration, type, operator and `1` for military, compressed with gzip */
  constructor(
    content: Uint8Array,
    readonly source: string,
  ) {
    this.text = gunzipSync(content);
    this.starts = rowStarts(this.text);
    this.keys = Int32Array.from(this.starts, (at) =>
      Number.parseInt(this.text.toString('latin1', at, at + ADDRESS), 16),
    );
  }

  get size(): number {
    return this.keys.length;
  }

  find(key: number): ListedAircraft | undefined {
    let [low, high] = [0, this.keys.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    if (this.keys[low] !== key) return undefined;
    const end = this.text.indexOf(LINE_END, this.starts[low]);
    const row = this.text.toString('utf8', this.starts[low], end < 0 ? undefined : end);
    const [, registration = '', type = '', operator = '', military] = row.split('\t');
    const names = { type: this.once(type), operator: this.once(operator) };
    return { registration, ...names, isMilitary: military === '1', source: this.source };
  }

  private once(name: string): string {
    const known = this.names.get(name);
    if (known === undefined) this.names.set(name, name);
    return known ?? name;
  }
}
