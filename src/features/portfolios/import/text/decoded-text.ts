import { UnreadableFile } from '../../../../text/unreadable-file.js';

/** Number of bytes that are checked for UTF-16 without a byte order mark. */
const PROBE_BYTES = 1_000;

export interface DecodedText {
  text: string;
  encoding: string;
}

/**
 * Returns the text of a file without its byte order mark. If no encoding is named, it is detected by the mark, then by
 * zero bytes (UTF-16), then by validity (UTF-8); other files are Windows-1252.
 * @throws UnreadableFile when the bytes are not valid in the named or detected encoding
 */
export function decodedText(bytes: Uint8Array, named: string | null): DecodedText {
  if (named !== null) return { text: decode(bytes, named), encoding: named };
  const marked = markOf(bytes) ?? withoutMark(bytes);
  if (marked !== undefined) return { text: decode(bytes, marked), encoding: marked };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: decode(bytes, 'windows-1252'), encoding: 'windows-1252' };
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`The file is not text in ${encoding}; name its encoding with \`encoding\`.`);
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/**
 * Returns the encoding of UTF-16 without a byte order mark, in which Western text has a zero in every second byte;
 * undefined for other files.
 */
function withoutMark(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, PROBE_BYTES);
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
  const many = length / 4;
  if ((zeros[1] as number) > many) return 'utf-16le';
  return (zeros[0] as number) > many ? 'utf-16be' : undefined;
}
