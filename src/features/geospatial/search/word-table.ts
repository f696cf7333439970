import { allowedErrors, errorsIn } from '../../../search/typing-errors.js';

/**
 * Number of words added since the last sort after which the list is sorted again: a minimum, and a fraction of the
 * sorted words.
 */
const MIN_RECENT = 2_000;
const RECENT_SHARE = 1 / 8;
/** Number of slots up to which the slots of a word are a list; above it they are a Set. */
const MAX_LISTED = 16;

type Slots = number | number[] | Set<number>;

/**
 * Finds the slots of words by whole words, by their beginnings, and by similar words. It consists of a map and a sorted
 * list, which need a third of the memory of a radix tree, because most names are unique.
 */
export class WordTable {
  private readonly slots = new Map<string, Slots>();
  /** Words in sorted order. Words without slots are skipped, and removed when the list is sorted again. */
  private sorted: string[] = [];
  private readonly recent = new Set<string>();

  get size(): number {
    return this.slots.size;
  }

  add(word: string, slot: number): void {
    const there = this.slots.get(word);
    if (there === undefined) this.insert(word, slot);
    else if (there instanceof Set) there.add(slot);
    else if (Array.isArray(there)) {
      if (there.includes(slot)) return;
      if (there.length < MAX_LISTED) there.push(slot);
      else this.slots.set(word, new Set([...there, slot]));
    } else if (there !== slot) this.slots.set(word, [there, slot]);
  }

  remove(word: string, slot: number): void {
    const there = this.slots.get(word);
    if (there instanceof Set) there.delete(slot);
    else if (Array.isArray(there) && there.includes(slot)) there.splice(there.indexOf(slot), 1);
    const isEmpty =
      there === slot || (there instanceof Set ? there.size === 0 : Array.isArray(there) && there.length === 0);
    if (isEmpty) this.slots.delete(word);
  }

  /** Adds the slots of a word to `found`. */
  collect(word: string, found: Set<number>): void {
    const there = this.slots.get(word);
    if (typeof there === 'number') found.add(there);
    else if (there !== undefined) for (const slot of there) found.add(slot);
  }

  /** Adds to `found` the slots of all words that begin with `beginning`. */
  collectBeginning(beginning: string, found: Set<number>): void {
    for (const word of this.beginningWith(beginning)) this.collect(word, found);
  }

  /**
   * Adds to `found` the slots of the words that begin with the first letter of `wanted` and differ from it by at most
   * the allowed number of errors.
   */
  collectSimilar(wanted: string, isPrefix: boolean, isLenient: boolean | undefined, found: Set<number>): void {
    if (allowedErrors(wanted, isLenient) === 0) return;
    for (const word of this.beginningWith(wanted.slice(0, 1)))
      if (errorsIn(word, wanted, isPrefix, isLenient) !== undefined) this.collect(word, found);
  }

  private *beginningWith(beginning: string): Generator<string> {
    for (let at = this.firstFrom(beginning); at < this.sorted.length && this.sorted[at]?.startsWith(beginning); at += 1)
      yield this.sorted[at] as string;
    for (const word of this.recent) if (word.startsWith(beginning)) yield word;
  }

  /** Returns the index of the first sorted word that is not less than `text`. */
  private firstFrom(text: string): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] as string) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insert(word: string, slot: number): void {
    this.slots.set(word, slot);
    if (this.sorted[this.firstFrom(word)] === word) return;
    this.recent.add(word);
    if (this.recent.size > Math.max(MIN_RECENT, this.sorted.length * RECENT_SHARE)) this.sort();
  }

  private sort(): void {
    const recent = [...this.recent].filter((word) => this.slots.has(word)).sort();
    const merged: string[] = [];
    let next = 0;
    for (const word of this.sorted) {
      while (next < recent.length && (recent[next] as string) < word) merged.push(recent[next++] as string);
      if (this.slots.has(word)) merged.push(word);
    }
    while (next < recent.length) merged.push(recent[next++] as string);
    this.sorted = merged;
    this.recent.clear();
  }
}
