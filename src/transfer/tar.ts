const BLOCK = 512;
/** Maximum size of an entry, which is read into memory as a whole (bytes). */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** A file of an archive. */
export interface TarEntry {
  name: string;
  content: Buffer;
}

/**
 * Returns the bytes of a file in a tar archive (POSIX ustar). @param seconds modification time in seconds since 1970
 */
export function tarEntry({ name, content }: TarEntry, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100 || content.length > MAX_ENTRY_BYTES)
    throw new Error(`${name} does not fit into the archive.`);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(content.length, 11) + octal(seconds, 11), 100);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc(-content.length & (BLOCK - 1))]);
}

/** The blocks that end an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK);

/** Returns the sum of the bytes of a header; the field of the sum itself counts as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += header[at] as number;
  return sum;
}

/** An archive is incomplete or was not written by this program. */
export class BadArchive extends Error {}

/** Yields the files of a tar archive in order. @throws BadArchive */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(chunks);
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const [sum, size] = [Number.parseInt(text(148, 8), 8), Number.parseInt(text(124, 12), 8)];
    if (sum !== checksumOf(header) || !(size <= MAX_ENTRY_BYTES))
      throw new BadArchive('the header of a file in it was changed');
    const name = text(0, 100);
    const content = await bytes.take(size);
    await bytes.take(-size & (BLOCK - 1));
    yield { name, content };
  }
  // Reads to the end, because the checksum of the compression follows the last bytes.
  await bytes.drain();
}

/** Reads bytes from chunks of any length. */
class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.rest.length === 0) {
        const { done, value } = await this.source.next();
        if (done) throw new BadArchive('it ends too early');
        this.rest = value;
      }
      const part = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(part.length);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async drain(): Promise<void> {
    while (!(await this.source.next()).done);
  }
}
