import { createHash, hash } from 'node:crypto';

/** Number of rows, bytes and digest of a table in a backup. */
export interface TableSum {
  rows: number;
  bytes: number;
  /** SHA-256 of the output of COPY, in hexadecimal. */
  sha256: string;
}

const LINE_FEED = 10;

/**
 * Computes rows, bytes and digest of the output of COPY. Each row is one line, because line feeds in values are
 * escaped.
 */
export class ContentSum {
  private readonly hash = createHash('sha256');
  private rows = 0;
  private bytes = 0;

  add(chunk: Buffer): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) this.rows += 1;
  }

  /** Returns the result. Call it only once, at the end. */
  total(): TableSum {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** Number of rows and checksum of a table, independent of the order of rows. */
export interface RowsSum {
  rows: number;
  bytes: number;
  /** Sum of the SHA-256 digests of all rows, word by word, in hexadecimal. */
  sum: string;
}

/** Computes the checksum of the rows in the output of COPY. */
export class RowSum {
  private readonly words = new Uint32Array(8);
  private rows = 0;
  private bytes = 0;
  /** The beginning of a row that continues in the next chunk. */
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

/** Returns the checksum of the rows in all chunks. */
export async function sumOf(chunks: AsyncIterable<Buffer>): Promise<RowsSum> {
  const sum = new RowSum();
  for await (const chunk of chunks) sum.add(chunk);
  return sum.total();
}

export const isSame = (one: RowsSum, other: Omit<RowsSum, 'bytes'>): boolean =>
  one.rows === other.rows && one.sum === other.sum;

/** The progress of a transfer. */
export interface TransferState {
  /** Table that is being read. */
  table: string;
  /** Number of finished tables. */
  finished: number;
  tables: number;
  bytes: number;
}

export type OnProgress = (state: TransferState) => void;
