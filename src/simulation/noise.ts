// Numbers that look random and depend on nothing but a key and an index: any of them can be had without those before
// it.

/**
 * A whole number from 0 to 2³² − 1: two rounds of multiply and xor-shift, with the constants of Ellis' lowbias32
 * search.
 */
export function mix(key: number, index: number): number {
  let bits = key ^ Math.imul(index, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A key for a text under a seed: FNV-1a over its UTF-16 units, mixed. */
export function keyOf(seed: number, text: string): number {
  let bits = mix(0x811c9dc5, seed);
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return mix(bits, text.length);
}

/** From 0, which may come, to 1, which does not. */
export const unit = (key: number, index: number): number => mix(key, index) / 4_294_967_296;

/** The greatest that `spread` returns. */
export const WIDEST = Math.sqrt(3);

/** Evenly between −√3 and √3: mean 0, variance 1. Bounded, so that what is built of it has bounds as well. */
export const spread = (key: number, index: number): number => (unit(key, index) * 2 - 1) * WIDEST;

/** From `low` to `high` (both above 0), evenly in the logarithm. */
export const between = (key: number, index: number, low: number, high: number): number =>
  low * (high / low) ** unit(key, index);
