import { UnreadableFile } from '../../../text/unreadable-file.js';
import {
  type FileFault,
  type InstrumentReference,
  MAX_INSTRUMENTS,
  MAX_ROWS,
  type ReadFile,
  type ReadOptions,
} from './file/import-entry.js';
import { readFlexXml } from './formats/flex-xml.js';
import { readJsonFile } from './formats/json-file.js';
import { readTableFile } from './formats/table-file.js';
import { decodedText } from './text/decoded-text.js';

/**
 * The result of reading a file in a thread. The entries are bytes of JSON, which are transferred without cost for the
 * event loop.
 */
export interface ReadResult extends Omit<ReadFile, 'entries'> {
  entries: Uint8Array;
  instruments: InstrumentReference[];
}

/**
 * Reads a file of transactions in any of the formats. Encoding, format, delimiter, and the style of numbers and dates
 * are detected unless the options name them.
 */
export function readFile(bytes: Uint8Array, options: ReadOptions): ReadFile {
  const { text, encoding } = decodedText(bytes, options.encoding);
  if (text.trim() === '') throw new UnreadableFile('The file is empty.');
  if (text.includes('\0'))
    throw new UnreadableFile(
      'The file holds zero bytes: it is not text, or has another encoding; name it with `encoding`.',
    );
  const first = text.trimStart()[0];
  const read = first === '{' || first === '[' ? readJsonFile : first === '<' ? readFlexXml : readTableFile;
  const file = { ...read(text, options), encoding };
  if (file.rows > MAX_ROWS) throw new UnreadableFile(`The file has more than ${MAX_ROWS} rows; split it.`);
  if (file.instruments.length > MAX_INSTRUMENTS)
    throw new UnreadableFile(`The file names more than ${MAX_INSTRUMENTS} instruments; split it.`);
  return file;
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
    const { entries, ...rest } = readFile(bytes, options);
    return { ...rest, entries: new TextEncoder().encode(JSON.stringify(entries)) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { fault: error.message, row: error.row, column: error.column };
  }
}
