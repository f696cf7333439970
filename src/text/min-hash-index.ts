import { bandHash, SIGNATURE_LENGTH } from './min-hash.js';

/**
 * Number of signature values in a band, and number of bands. Two texts with a similarity of 0.35 share two bands with a
 * probability of 0.91; with a similarity of 0.5 it is 0.999.
 */
const ROWS = 2;
const BANDS = SIGNATURE_LENGTH / ROWS;
/** Minimum number of bands that a candidate must share. About one in a hundred unrelated headlines shares one band. */
const MIN_SHARED_BANDS = 2;
/**
 * Maximum number of texts of a band that are compared, the newest first, so that a phrase in thousands of texts costs
 * only a limited time.
 */
const MAX_CHAIN = 512;
const NO_ENTRY = -1;

/**
 * Finds texts with similar MinHash signatures, by locality-sensitive hashing with chains in typed arrays. It contains
 * the last `capacity` texts; each new one then replaces the oldest. A text takes about 520 bytes.
 */
export class MinHashIndex {
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly signatures: Int32Array;
  /** Number of each text in the order of insertion, by slot. */
  private readonly numbers: Float64Array;
  private readonly shared: Uint8Array;
  private added = 0;

  /** @param capacity maximum number of texts, a power of two */
  constructor(private readonly capacity: number) {
    this.heads = new Int32Array(capacity * BANDS).fill(NO_ENTRY);
    this.next = new Int32Array(capacity * BANDS);
    this.signatures = new Int32Array(capacity * SIGNATURE_LENGTH);
    this.numbers = new Float64Array(capacity).fill(-1);
    this.shared = new Uint8Array(capacity);
  }

  /** Adds a text. @returns its slot (0 to capacity − 1), in which it replaces the oldest text once the index is full */
  add(signature: ArrayLike<number>): number {
    const slot = this.added % this.capacity;
    this.numbers[slot] = this.added;
    this.added += 1;
    this.signatures.set(signature, slot * SIGNATURE_LENGTH);
    for (let band = 0; band < BANDS; band += 1) {
      const head = this.headOf(signature, band);
      this.next[slot * BANDS + band] = this.heads[head] as number;
      this.heads[head] = slot * BANDS + band;
    }
    return slot;
  }

  /** Returns the slots of texts that are probably similar, in ascending order. */
  candidates(signature: ArrayLike<number>): number[] {
    const touched: number[] = [];
    for (let band = 0; band < BANDS; band += 1) this.countBand(signature, band, touched);
    const found = touched.filter((slot) => (this.shared[slot] as number) >= MIN_SHARED_BANDS);
    for (const slot of touched) this.shared[slot] = 0;
    return found.sort((one, other) => one - other);
  }

  private headOf(signature: ArrayLike<number>, band: number): number {
    return (
      band * this.capacity +
      bandHash(signature[band * ROWS] as number, signature[band * ROWS + 1] as number, this.capacity)
    );
  }

  private countBand(signature: ArrayLike<number>, band: number, touched: number[]): void {
    let entry = this.heads[this.headOf(signature, band)] as number;
    let before = this.added;
    for (let length = 0; entry !== NO_ENTRY && length < MAX_CHAIN; length += 1) {
      const slot = Math.floor(entry / BANDS);
      const number = this.numbers[slot] as number;
      // A chain leads from newer to older texts. A greater number means that a newer text has replaced the text in this
      // slot; the rest of the chain is even older, so it was replaced too.
      if (number >= before) return;
      before = number;
      if (this.hasBand(signature, slot, band)) {
        if (this.shared[slot] === 0) touched.push(slot);
        this.shared[slot] = (this.shared[slot] as number) + 1;
      }
      entry = this.next[entry] as number;
    }
  }

  private hasBand(signature: ArrayLike<number>, slot: number, band: number): boolean {
    const at = slot * SIGNATURE_LENGTH + band * ROWS;
    return this.signatures[at] === signature[band * ROWS] && this.signatures[at + 1] === signature[band * ROWS + 1];
  }
}
