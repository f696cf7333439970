// Pseudo-random numbers that depend only on a key and an index, so that any of them can be computed directly.

/**
 * Returns a whole number from 0 to 2³² − 1: two rounds of multiply and xor-shift, with the constants of Ellis'
 * lowbias32 search.
 */
export function mix(key: number, index: number): number {
  let bits = key ^ Math.imul(index, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Returns the key of a text for a seed: FNV-1a over its UTF-16 code units, then mixed. */
export function keyOf(seed: number, text: string): number {
  let bits = mix(0x811c9dc5, seed);
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return mix(bits, text.length);
}

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export const unit = (key: number, index: number): number => mix(key, index) / 4_294_967_296;

/** Upper bound of `spread`. */
export const WIDEST = Math.sqrt(3);

/**
 * Returns a uniformly distributed number between −√3 and √3: mean 0, variance 1. It is bounded, so values derived from
 * it are bounded too.
 */
export const spread = (key: number, index: number): number => (unit(key, index) * 2 - 1) * WIDEST;

/** Returns a number from `low` to `high` (both above 0), uniformly distributed in the logarithm. */
export const between = (key: number, index: number, low: number, high: number): number =>
  low * (high / low) ** unit(key, index);
