import { createHash } from 'node:crypto';

/** Kinds of reference tables that operators configure. */
export type TableKind = 'aircraft' | 'airports' | 'routes';

/** The validators of a file, which are sent with its next request. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

/** A table as its source delivers it. */
export interface ReadTable {
  /** The rows, as `tableText` writes them, compressed with gzip. */
  content: Uint8Array;
  records: number;
  /** Number of rows that are invalid, or that contradict another row with the same key. */
  skipped: number;
}

/** Stores the tables that sources have read. */
export abstract class ReferenceTableSink {
  /** Returns the validators of a stored table; undefined without one. */
  abstract validators(name: string): Promise<Validators | undefined>;
  abstract store(name: string, kind: TableKind, table: ReadTable, validators: Validators): Promise<void>;
}

const LINE_END = 0x0a;

/** Returns the place of each row in a text that `tableText` has written. */
export function rowStarts(text: Buffer): Uint32Array {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    starts.push(at);
    const end = text.indexOf(LINE_END, at);
    if (end < 0) break;
    at = end;
  }
  return Uint32Array.from(starts);
}

/** Joins rows of cells to text: cells by tabs, rows by line ends. Both are removed from cells. */
export const tableText = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((cells) => cells.map((cell) => cell.replace(/[\t\n\r]+/g, ' ').trim()).join('\t')).join('\n');

/** Names of publishers whose addresses are known, and of the simulator, which lists the routes of its flights. */
export const publishers = ['standingdata', 'ourairports', 'simulator'] as const;

/** Returns the name under which a table is stored. The text of other sources is hashed, since it may contain a key. */
export const tableName = (kind: TableKind, line: string): string =>
  `${kind}:${(publishers as readonly string[]).includes(line) ? line : createHash('sha256').update(line).digest('hex').slice(0, 16)}`;

/** Returns the source that responses name for a stored table. */
export function sourceOfTable(name: string): string {
  const publisher = publishers.find((one) => name.endsWith(`:${one}`));
  return publisher ?? 'table';
}
