import type { ImportEntry } from './import-entry.js';

/** Number of entries in one chunk. */
export const ENTRIES_PER_CHUNK = 1_000;

/**
 * Stores entries as UTF-8 bytes of JSON lists: bytes are transferred between threads, while strings would be copied,
 * and they need a fraction of the memory of the entries.
 */
export class EntryChunks {
  private readonly chunks: Uint8Array[] = [];
  private readonly utf8 = new TextEncoder();
  private entries: ImportEntry[] = [];

  readonly add = (entry: ImportEntry): void => {
    this.entries.push(entry);
    if (this.entries.length === ENTRIES_PER_CHUNK) this.flush();
  };

  /** Returns all chunks. */
  done(): Uint8Array[] {
    if (this.entries.length > 0) this.flush();
    return this.chunks;
  }

  private flush(): void {
    this.chunks.push(this.utf8.encode(JSON.stringify(this.entries)));
    this.entries = [];
  }
}

const utf8 = new TextDecoder();

/** Returns the entries of a chunk. */
export const entriesOf = (chunk: Uint8Array): ImportEntry[] => JSON.parse(utf8.decode(chunk)) as ImportEntry[];

/** Returns false if no entry of a chunk holds the text; the text must need no escape in JSON. */
export const mayHold = ({ buffer, byteOffset, byteLength }: Uint8Array, text: string): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(text);
