import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that show the image; all others, such as texts, times and animations, are removed. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);
/** Maximum width and height (pixels). */
export const MAX_PNG_SIDE = 2_000;
/** Length of a chunk without its data (bytes): length, type and checksum. */
const FRAME = 12;

/**
 * Returns a PNG image with the chunks that show it, or a sentence that says why the bytes are no such image.
 * Format: https://www.w3.org/TR/png-3/
 */
export function cleanPng(bytes: Buffer): Buffer | string {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'is not a PNG image';
  const parts: Buffer[] = [SIGNATURE];
  const types: string[] = [];
  for (let at = SIGNATURE.length; types.at(-1) !== 'IEND'; ) {
    if (at + FRAME > bytes.length) return 'is a PNG image without its end';
    const length = bytes.readUInt32BE(at);
    if (at + FRAME + length > bytes.length) return 'is a PNG image without its end';
    const type = bytes.toString('latin1', at + 4, at + 8);
    const checked = bytes.subarray(at + 4, at + 8 + length);
    if (crc32(checked) !== bytes.readUInt32BE(at + 8 + length)) return `is a PNG image with a damaged chunk ${type}`;
    if (types.length === 0) {
      const problem = type === 'IHDR' && length === 13 ? sizeProblem(checked) : 'is a PNG image without a header';
      if (problem !== undefined) return problem;
    } else if (type === 'IHDR') return 'is a PNG image with two headers';
    types.push(type);
    if (kept.has(type)) parts.push(bytes.subarray(at, at + FRAME + length));
    at += FRAME + length;
  }
  return types.includes('IDAT') ? Buffer.concat(parts) : 'is a PNG image without pixels';
}

/** Returns why the image of a header (type and data) is too large; undefined if it is not. */
function sizeProblem(header: Buffer): string | undefined {
  const sides = [header.readUInt32BE(4), header.readUInt32BE(8)];
  return sides.every((side) => side >= 1 && side <= MAX_PNG_SIDE)
    ? undefined
    : `must be 1 to ${MAX_PNG_SIDE} pixels wide and high, and is ${sides.join(' × ')}`;
}
