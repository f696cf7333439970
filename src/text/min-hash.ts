/** Number of values in a signature. */
export const SIGNATURE_LENGTH = 64;
const SHINGLE = 4;

/**
 * Multipliers and increments of the 64 hash functions. They must be the same in every process and release, because
 * signatures are stored.
 */
const { multipliers, increments } = hashFunctions();

function hashFunctions(): { multipliers: Uint32Array; increments: Uint32Array } {
  const [multipliers, increments] = [new Uint32Array(SIGNATURE_LENGTH), new Uint32Array(SIGNATURE_LENGTH)];
  let state = 0x9e3779b9;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state);
  };
  for (let index = 0; index < SIGNATURE_LENGTH; index += 1) {
    multipliers[index] = next() | 1;
    increments[index] = next();
  }
  return { multipliers, increments };
}

/** The finalizer of MurmurHash3, which distributes an integer over 32 bits. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Returns the MinHash signature of the 4-character shingles of a text (signed 32-bit integers, as stored in databases).
 * The fraction of equal values in two signatures estimates the Jaccard similarity of the texts. Pass normalized words,
 * so that case and accents have no effect.
 */
export function minHash(text: string): Int32Array {
  const signature = new Int32Array(SIGNATURE_LENGTH).fill(-1);
  const seen = new Set<number>();
  const last = Math.max(0, text.length - SHINGLE);
  for (let at = 0; at <= last; at += 1) {
    let shingle = 0;
    for (let unit = at; unit < at + SHINGLE; unit += 1)
      shingle = Math.imul(shingle, 0x01000193) ^ (text.charCodeAt(unit) || 0);
    if (seen.has(shingle)) continue;
    seen.add(shingle);
    const hash = mixed(shingle);
    for (let index = 0; index < SIGNATURE_LENGTH; index += 1) {
      const value = mixed((Math.imul(hash, multipliers[index] as number) + (increments[index] as number)) | 0);
      // Values are compared as unsigned integers; their sign has no meaning.
      if (value >>> 0 < (signature[index] as number) >>> 0) signature[index] = value;
    }
  }
  return signature;
}

/** Returns the fraction of equal values (0–1) of two signatures. */
export function signatureSimilarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let equal = 0;
  for (let index = 0; index < SIGNATURE_LENGTH; index += 1) if (one[index] === other[index]) equal += 1;
  return equal / SIGNATURE_LENGTH;
}

/** Returns a hash of two values of a signature, as an index below `size` (a power of two). */
export const bandHash = (one: number, other: number, size: number): number =>
  mixed(Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca77)) & (size - 1);
