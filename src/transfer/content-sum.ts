import { createHash } from 'node:crypto';

/** What a table holds, to compare it after a transfer. */
export interface TableSum {
  rows: number;
  bytes: number;
  /** Of the text that COPY writes, in hexadecimal. */
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

/** The sum of all chunks. */
export async function sumOf(chunks: AsyncIterable<Buffer>): Promise<TableSum> {
  const sum = new ContentSum();
  for await (const chunk of chunks) sum.add(chunk);
  return sum.total();
}

export const isSame = (one: TableSum, other: TableSum): boolean => one.rows === other.rows && one.sha256 === other.sha256;

/** How far a transfer is. */
export interface TransferState {
  /** The table that is being read. */
  table: string;
  /** Of all tables, those finished. */
  finished: number;
  tables: number;
  bytes: number;
}

export type OnProgress = (state: TransferState) => void;
