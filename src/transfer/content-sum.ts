import { createHash, hash } from 'node:crypto';

/** The content of a table in a backup. */
export interface TableSum {
  rows: number;
  bytes: number;
  /** Digest of the text that COPY writes, in hexadecimal. */
  sha256: string;
}

const LINE_FEED = 10;

/** Adds up the text that COPY writes of a table: one line a row, since line feeds in values are escaped. */
export class ContentSum {
  private readonly hash = createHash('sha256');
  private rows = 0;
  private bytes = 0;

  add(chunk: Buffer): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) this.rows += 1;
  }

  /** Call it once, at the end. */
  total(): TableSum {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** Sum of the rows of a table, independent of their order. */
export interface RowsSum {
  rows: number;
  bytes: number;
  /** Sum of the SHA-256 of all rows, word by word, in hexadecimal. */
  sum: string;
}

/** Adds up the rows that COPY writes of a table. */
export class RowSum {
  private readonly words = new Uint32Array(8);
  private rows = 0;
  private bytes = 0;
  /** The beginning of a row whose end is in a later chunk. */
  private begun: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    const text = this.begun.length === 0 ? chunk : Buffer.concat([this.begun, chunk]);
    let start = 0;
    for (let end = text.indexOf(LINE_FEED); end >= 0; end = text.indexOf(LINE_FEED, start)) {
      const digest = hash('sha256', text.subarray(start, end), 'buffer');
      for (let word = 0; word < 8; word += 1) (this.words[word] as number) += digest.readUInt32LE(4 * word);
      this.rows += 1;
      start = end + 1;
    }
    this.begun = text.subarray(start);
  }

  total(): RowsSum {
    return { rows: this.rows, bytes: this.bytes, sum: Buffer.from(this.words.buffer).toString('hex') };
  }
}

/** The sum of the rows in all chunks. */
export async function sumOf(chunks: AsyncIterable<Buffer>): Promise<RowsSum> {
  const sum = new RowSum();
  for await (const chunk of chunks) sum.add(chunk);
  return sum.total();
}

export const isSame = (one: RowsSum, other: Omit<RowsSum, 'bytes'>): boolean =>
  one.rows === other.rows && one.sum === other.sum;

/** The progress of a transfer. */
export interface TransferState {
  /** The table that is being read. */
  table: string;
  /** The number of finished tables. */
  finished: number;
  tables: number;
  bytes: number;
}

export type OnProgress = (state: TransferState) => void;
