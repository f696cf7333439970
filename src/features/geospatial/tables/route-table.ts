import { gunzipSync } from 'node:zlib';
import { rowStarts } from '../reference-table.js';

const LINE_END = 0x0a;
const TAB = 0x09;

/**
 * A table of routes in memory: the text of its rows in the order of their callsigns, and the place of each row. Half a
 * million rows are some 12 MB.
 */
export class RouteTable {
  private readonly text: Buffer;
  private readonly starts: Uint32Array;

  /** @param content rows of callsign and airports, compressed with gzip */
  constructor(
    content: Uint8Array,
    readonly source: string,
  ) {
    this.text = gunzipSync(content);
    this.starts = rowStarts(this.text);
  }

  get size(): number {
    return this.starts.length;
  }

  /** Returns the ICAO codes of the airports of a callsign in capital letters; undefined for an unknown one. */
  find(callsign: string): string[] | undefined {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.callsignAt(middle) < callsign) low = middle + 1;
      else high = middle;
    }
    if (low > high || this.callsignAt(low) !== callsign) return undefined;
    const start = (this.starts[low] as number) + callsign.length + 1;
    const end = this.text.indexOf(LINE_END, start);
    return this.text.toString('latin1', start, end < 0 ? undefined : end).split('-');
  }

  private callsignAt(row: number): string {
    const start = this.starts[row] as number;
    return this.text.toString('latin1', start, this.text.indexOf(TAB, start));
  }
}
