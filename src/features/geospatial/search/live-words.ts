import SearchableMap from 'minisearch/SearchableMap';
import type { TextClause } from '../../../search/search-query.js';
import { containsText, foldedWordsOf, type Tolerance } from '../../../search/text-match.js';
import { allowedErrors } from '../../../search/typing-errors.js';
import { wordsOf } from '../../../text/words.js';

/** Where the texts of live objects are: as of `LiveLayer` and its columns. */
export interface TextColumns {
  /** Slots from here on have never been used. */
  readonly slots: number;
  /** -1 for a free slot. */
  keyAt(slot: number): number;
  /** The searchable texts of a slot, by column. */
  readonly texts: ReadonlyArray<(slot: number) => string | null>;
}

/** Slots compared or indexed before other work gets its turn. */
const SLICE = 20_000;
const INDEXED_IN_SLICE = 2_000;

/**
 * Which live objects have a word in their names. The index follows the columns: before each search it compares the texts of every slot with those
 * that it has indexed, by reference, which costs a millisecond or two for 200,000 objects and nothing while nobody searches.
 */
export class LiveWords {
  /** The slots of a word; a single one is stored without a Set, since most names are unique. */
  private readonly words = new SearchableMap<number | Set<number>>();
  /** The key + 1 with which a slot is indexed; 0 for none. */
  private keys = new Float64Array(0);
  /** The texts with which a slot is indexed, by column. */
  private readonly indexed: Array<Array<string | null>>;
  private following?: Promise<void>;

  constructor(private readonly columns: TextColumns) {
    this.indexed = columns.texts.map(() => []);
  }

  /** Number of distinct words. */
  get size(): number {
    return this.words.size;
  }

  /** Resolves when the index is as the columns are. Callers share one pass. */
  follow(): Promise<void> {
    this.following ??= this.compare().finally(() => {
      this.following = undefined;
    });
    return this.following;
  }

  /** The slots whose texts contain a text. */
  withText(clause: TextClause, tolerance: Tolerance): Set<number> {
    const words = foldedWordsOf(clause.text);
    const sets = words.map((word, index) => this.withWord(word, clause.isPrefix && index === words.length - 1, tolerance === 'similar' && !clause.isQuoted));
    const [first, ...others] = sets.sort((one, other) => one.size - other.size);
    if (first === undefined || others.length === 0) return first ?? new Set();
    return new Set([...first].filter((slot) => others.every((set) => set.has(slot)) && this.contains(slot, clause, tolerance)));
  }

  private contains(slot: number, clause: TextClause, tolerance: Tolerance): boolean {
    return this.indexed.some((texts) =>
      containsText(
        wordsOf(texts[slot] ?? '').map(({ folded }) => folded),
        clause,
        tolerance,
      ),
    );
  }

  private withWord(word: string, isPrefix: boolean, isTolerant: boolean): Set<number> {
    const found = new Set<number>();
    const take = (slots: number | Set<number> | undefined) => {
      if (typeof slots === 'number') found.add(slots);
      else if (slots !== undefined) for (const slot of slots) found.add(slot);
    };
    if (isPrefix) for (const slots of this.words.atPrefix(word).values()) take(slots);
    else take(this.words.get(word));
    const errors = isTolerant ? allowedErrors(word) : 0;
    if (errors > 0) for (const [slots] of this.words.fuzzyGet(word, errors).values()) take(slots);
    return found;
  }

  private async compare(): Promise<void> {
    const { slots } = this.columns;
    if (this.keys.length < slots) {
      const grown = new Float64Array(Math.max(1_024, 2 * slots));
      grown.set(this.keys);
      this.keys = grown;
    }
    let changed = 0;
    for (let slot = 0; slot < slots; slot += 1) {
      if (this.isCurrent(slot)) {
        if (slot % SLICE !== SLICE - 1) continue;
      } else {
        this.replace(slot);
        changed += 1;
        if (changed % INDEXED_IN_SLICE !== 0) continue;
      }
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  private isCurrent(slot: number): boolean {
    if (this.keys[slot] !== this.columns.keyAt(slot) + 1) return false;
    return this.columns.texts.every((textAt, column) => (this.indexed[column]?.[slot] ?? null) === textAt(slot));
  }

  private replace(slot: number): void {
    const key = this.columns.keyAt(slot);
    for (const [column, textAt] of this.columns.texts.entries()) {
      const indexed = this.indexed[column] as Array<string | null>;
      const text = key < 0 ? null : textAt(slot);
      for (const word of wordsIn(indexed[slot])) this.remove(word, slot);
      indexed[slot] = text;
    }
    // Words that two texts share were removed with the first.
    for (const indexed of this.indexed) for (const word of wordsIn(indexed[slot])) this.add(word, slot);
    this.keys[slot] = key + 1;
  }

  private add(word: string, slot: number): void {
    const slots = this.words.get(word);
    if (slots instanceof Set) slots.add(slot);
    else this.words.set(word, slots === undefined || slots === slot ? slot : new Set([slots, slot]));
  }

  private remove(word: string, slot: number): void {
    const slots = this.words.get(word);
    if (slots instanceof Set) slots.delete(slot);
    if (slots === slot || (slots instanceof Set && slots.size === 0)) this.words.delete(word);
  }
}

const wordsIn = (text: string | null | undefined): string[] => (text == null || text === '' ? [] : wordsOf(text).map((word) => word.folded));
