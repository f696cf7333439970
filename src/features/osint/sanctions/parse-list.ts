import { readFtmList } from './ftm-list.js';
import { type ReadList, readOfacList } from './ofac-list.js';

/** A list as it was fetched: its files by name, and what is in them. */
export interface ListFiles {
  format: 'ofac' | 'ftm';
  /** Begins the ids of its entries. */
  prefix: string;
  files: Readonly<Record<string, Uint8Array>>;
}

/** Text in UTF-8; older lists are in Windows-1252. */
function textOf(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a list. Cost: linear in its bytes. */
export function parseList({ format, prefix, files }: ListFiles): ReadList {
  if (format === 'ftm') return readFtmList(textOf(Object.values(files)[0]), prefix);
  return readOfacList({
    sdn: textOf(files['SDN.CSV']),
    alt: textOf(files['ALT.CSV']),
    add: textOf(files['ADD.CSV']),
    comments: textOf(files['SDN_COMMENTS.CSV']),
  });
}
