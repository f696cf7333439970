import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { FeedRefused } from './feed-refusal.js';

/** Maximum size of a document, compressed or not (bytes); a longer one is rejected. */
export const MAX_DOCUMENT = 5_000_000;
/** The XML declaration is searched for in this number of bytes. */
const DECLARATION_BYTES = 1_024;

export interface Body {
  bytes: Uint8Array;
  /** The header fields of the response; null if absent. */
  contentType: string | null;
  contentEncoding: string | null;
}

/**
 * Returns the text of a response: decompressed, then decoded by its byte order mark, the charset of `Content-Type`, the
 * XML declaration, or as UTF-8, in this order (RFC 7303 §3); as Windows-1252 if it is not valid UTF-8.
 * @throws FeedRefused `too_large`, `bad_compression`, `empty`
 */
export function decodeBody({ bytes, contentType, contentEncoding }: Body): string {
  if (bytes.length > MAX_DOCUMENT) throw new FeedRefused('too_large');
  const plain = decompressed(bytes, contentEncoding);
  if (plain.length === 0) throw new FeedRefused('empty');
  const order = utf32Order(plain);
  if (order !== undefined) return utf32Text(plain, order);
  const mark = markOf(plain);
  const labels = mark === undefined ? [charsetOf(contentType), wideCharset(plain), declaredIn(plain)] : [mark];
  const decoder = labels.map(decoderOf).find((one) => one !== undefined) ?? new TextDecoder('utf-8');
  // Documents in Windows-1252 that claim to be UTF-8 are common, and are practically never valid UTF-8.
  if (decoder.encoding === 'utf-8' && !isUtf8(plain)) return new TextDecoder('windows-1252').decode(plain);
  return decoder.decode(plain);
}

function decompressed(bytes: Uint8Array, encodings: string | null): Uint8Array {
  const options = { maxOutputLength: MAX_DOCUMENT };
  const names = (encodings ?? '').toLowerCase().split(',');
  let plain = bytes;
  try {
    // The encoding listed last was applied last. At most two are undone.
    for (const name of names.reverse().slice(0, 2)) plain = oneStep(plain, name.trim(), options);
    // Files such as feed.xml.gz are often served without `Content-Encoding`.
    return plain[0] === 0x1f && plain[1] === 0x8b ? gunzipSync(plain, options) : plain;
  } catch (error) {
    throw new FeedRefused(
      (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_compression',
    );
  }
}

function oneStep(bytes: Uint8Array, encoding: string, options: { maxOutputLength: number }): Uint8Array {
  if (encoding === 'gzip' || encoding === 'x-gzip')
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, options) : bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes, options);
  if (encoding === 'zstd') return zstdDecompressSync(bytes, options);
  // `deflate` is the zlib format (RFC 9110 §8.4.1.2); some servers send it without the zlib header.
  if (encoding === 'deflate')
    return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
  return bytes;
}

function markOf([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

/** Detects UTF-16 without a byte order mark: `<` or `{` next to a zero byte. */
function wideCharset([a, b]: Uint8Array): string | undefined {
  if (a === 0 && (b === 0x3c || b === 0x7b)) return 'utf-16be';
  if (b === 0 && (a === 0x3c || a === 0x7b)) return 'utf-16le';
  return undefined;
}

/**
 * Detects UTF-32, which `TextDecoder` does not support: by its byte order mark, or by `<` or `{` beside three zero
 * bytes.
 */
function utf32Order([a, b, c, d]: Uint8Array): 'little' | 'big' | undefined {
  const isStart = (byte: number | undefined) => byte === 0x3c || byte === 0x7b;
  if (c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (isStart(a) && b === 0))) return 'little';
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && isStart(d)))) return 'big';
  return undefined;
}

/** Decodes UTF-32 without its byte order mark. Invalid code points become U+FFFD. */
function utf32Text(bytes: Uint8Array, order: 'little' | 'big'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (at > 0 || code !== 0xfeff) characters.push(isCharacter ? String.fromCodePoint(code) : '\ufffd');
  }
  return characters.join('');
}

function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';,]{1,40})/i.exec(contentType ?? '')?.[1];
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  return /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,40})["']/i.exec(start)?.[1];
}

/** Returns the decoder of a charset. @returns undefined for an unknown charset */
function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
