import { EntryChunks } from '../../../src/features/portfolios/import/file/entry-chunks.js';
import type { ImportEntry, ReadFile, ReadOptions } from '../../../src/features/portfolios/import/file/import-entry.js';
import { readFile } from '../../../src/features/portfolios/import/read-file.js';

/** Returns a function that reads the text of a file, whose format is recognized unless the options name it. */
export const readerFor =
  (baseCurrency: string) =>
  (text: string, changes: Partial<ReadOptions> = {}): ReadFile =>
    readFile(Buffer.from(text), {
      format: null,
      encoding: null,
      delimiter: null,
      decimalSign: null,
      dateOrder: null,
      currency: null,
      baseCurrency,
      columns: {},
      ...changes,
    });

/** Returns the entries of a file as `finishRows` takes them. */
export function chunksOf({ entries }: ReadFile): Uint8Array[] {
  const chunks = new EntryChunks();
  for (const entry of entries) chunks.add(entry);
  return chunks.done();
}

/** Returns some fields of entries. */
export const pick = (entries: readonly ImportEntry[], ...fields: Array<keyof ImportEntry>) =>
  entries.map((entry) => fields.map((field) => entry[field]));

/** Returns the places and codes of the issues of a file. */
export const issuesOf = ({ issues }: ReadFile) => issues.map(({ row, column, code }) => [row, column, code]);
