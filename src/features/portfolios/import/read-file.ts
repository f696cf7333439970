import { UnreadableFile } from '../../../text/unreadable-file.js';
import { EntryChunks } from './file/entry-chunks.js';
import {
  type FileFault,
  type ImportEntry,
  type KeepEntry,
  MAX_INSTRUMENTS,
  type ReadFile,
  type ReadOptions,
  type ReadSummary,
  refuseTooMany,
} from './file/import-entry.js';
import { readFlexXml } from './formats/flex-xml.js';
import { readJsonFile } from './formats/json-file.js';
import { readTableFile } from './formats/table-file.js';
import { decodedText } from './text/decoded-text.js';

/** The result of reading a file in a thread. The entries are transferred without cost for the event loop. */
export interface ReadResult extends ReadSummary {
  /** The entries, written by `EntryChunks`. */
  chunks: Uint8Array[];
}

/**
 * Reads a file of transactions in any of the formats. Encoding, format, delimiter, and the style of numbers and dates
 * are detected unless the options name them.
 */
export function readFile(bytes: Uint8Array, options: ReadOptions): ReadFile {
  const entries: ImportEntry[] = [];
  const summary = readEntries(bytes, options, (entry) => entries.push(entry));
  return { ...summary, entries };
}

/** Reads a file as `readFile`, in a thread. A file that cannot be read is returned as a `FileFault`. */
export function readFileInThread({
  bytes,
  options,
}: {
  bytes: Uint8Array;
  options: ReadOptions;
}): ReadResult | FileFault {
  try {
    const entries = new EntryChunks();
    const summary = readEntries(bytes, options, entries.add);
    return { ...summary, chunks: entries.done() };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { fault: error.message, row: error.row, column: error.column };
  }
}

function readEntries(bytes: Uint8Array, options: ReadOptions, keep: KeepEntry): ReadSummary {
  const { text, encoding } = decodedText(bytes, options.encoding);
  if (text.trim() === '') throw new UnreadableFile('The file is empty.');
  if (text.includes('\0'))
    throw new UnreadableFile(
      'The file holds zero bytes: it is not text, or has another encoding; name it with `encoding`.',
    );
  const first = text.trimStart()[0];
  const read = first === '{' || first === '[' ? readJsonFile : first === '<' ? readFlexXml : readTableFile;
  const file = { ...read(text, options, keep), encoding };
  refuseTooMany(file.rows);
  if (file.instruments.length > MAX_INSTRUMENTS)
    throw new UnreadableFile(`The file names more than ${MAX_INSTRUMENTS} instruments; split it.`);
  return file;
}
