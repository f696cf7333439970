import { readFtmList } from './ftm-list.js';
import { CONSOLIDATED_FILES, type OfacFileNames, SDN_FILES } from './ofac-files.js';
import { type OfacFiles, type ReadList, readOfacLists } from './ofac-list.js';

/** A fetched list: its format and the contents of its files by name. */
export interface ListFiles {
  format: 'ofac' | 'ftm';
  /** Prefix of the ids of the entries. */
  prefix: string;
  files: Readonly<Record<string, Uint8Array>>;
}

/** Decodes UTF-8, or else Windows-1252, which older lists use. */
function textOf(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Parses a list. The time is linear in its size. */
export function parseList({ format, prefix, files }: ListFiles): ReadList {
  if (format === 'ftm') return readFtmList(textOf(Object.values(files)[0]), prefix);
  const filesOf = (names: OfacFileNames): OfacFiles => {
    const [main, alt, add, comments] = names.map((name) => textOf(files[name])) as [string, string, string, string];
    return { main, alt, add, comments };
  };
  return readOfacLists([filesOf(SDN_FILES), filesOf(CONSOLIDATED_FILES)]);
}
