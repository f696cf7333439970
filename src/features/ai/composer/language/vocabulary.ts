import { lazy } from '../../../../async/lazy.js';

/**
 * Returns the Damerau–Levenshtein distance (adjacent transpositions count as one), or `limit + 1` if it is greater than
 * `limit`.
 */
export function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + same,
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        best = Math.min(best, (before[column - 2] as number) + 1);
      next.push(best);
      least = Math.min(least, best);
    }
    if (least > limit) return limit + 1;
    [before, last] = [last, next];
  }
  return last[other.length] as number;
}

const MIN_CORRECTED = 4;
/** Minimum number of consonants of a word that is written without vowels. */
const MIN_CONSONANTS = 4;
/** Minimum number of letters that are cut off a word. */
const MIN_CUT = 2;
/** Returns the first letter and the consonants of a word; a letter that is repeated in a row occurs once. */
const consonantsOf = (word: string): string =>
  `${word.charAt(0)}${word.slice(1).replace(/[aeiou]/g, '')}`.replace(/(.)\1+/g, '$1');
const SAFE_LENGTH = 5;
const LONG = 8;
/**
 * Words of four letters that are corrected if two adjacent letters are exchanged. Other short words are not, because
 * they may be names.
 */
const SHORT = new Set(
  'year days hour week last this past data open near news rate risk ship port rose fell'.split(' '),
);

/** The words by which questions are recognized; also finds the word that a misspelled one means. */
export class Vocabulary {
  private readonly known = new Set<string>();
  private readonly byLength = new Map<number, string[]>();
  private readonly corrected = new Map<string, string | undefined>();

  constructor(words: Iterable<string>) {
    for (const word of [...new Set(words)].sort()) {
      this.known.add(word);
      if (word.length < MIN_CORRECTED) continue;
      const same = this.byLength.get(word.length) ?? [];
      same.push(word);
      this.byLength.set(word.length, same);
    }
  }

  has(word: string): boolean {
    return this.known.has(word);
  }

  /**
   * Returns the word of the vocabulary that differs by one typing error, or by two for a word of eight letters or more;
   * undefined without one. For a word of four letters only a missing letter or exchanged letters count, because short
   * words resemble too many others.
   */
  correct(word: string): string | undefined {
    if (word.length < MIN_CORRECTED || /\d/.test(word)) return undefined;
    if (!this.corrected.has(word)) {
      // The cache is simply cleared when it is full, so that it does not grow with the words of all questions.
      if (this.corrected.size > 5_000) this.corrected.clear();
      this.corrected.set(word, this.nearest(word));
    }
    return this.corrected.get(word);
  }

  private nearest(word: string): string | undefined {
    const limit = word.length >= LONG ? 2 : 1;
    let best: { word: string; distance: number } | undefined;
    const least = word.length < SAFE_LENGTH ? word.length + 1 : word.length - limit;
    // Longer candidates are preferred, because letters are left out more often than added.
    for (let length = word.length + limit; length >= least; length -= 1) {
      for (const candidate of this.byLength.get(length) ?? []) {
        // The first letter is rarely mistyped; this also excludes unrelated words.
        if (candidate[0] !== word[0] && candidate[1] !== word[0]) continue;
        const found = distance(word, candidate, limit);
        if (found <= limit && (best === undefined || found < best.distance))
          best = { word: candidate, distance: found };
      }
    }
    return best?.word ?? (word.length < SAFE_LENGTH ? this.turned(word) : undefined) ?? this.withoutRepetition(word);
  }

  /**
   * Returns the word that was written without its vowels, `tnkrs`, or without its end, `crit`; undefined if no
   * word, or more than one, is meant.
   */
  writtenOut(word: string): string | undefined {
    if (word.length < MIN_CORRECTED || !/^[a-z]+$/.test(word) || this.known.has(word)) return undefined;
    const consonants = consonantsOf(word);
    const same = consonants.length < MIN_CONSONANTS ? [] : (this.consonants().get(consonants) ?? []);
    const [only, ...others] = same.filter((known) => known.length > word.length);
    if (only !== undefined) return others.every((other) => other.startsWith(only)) ? only : undefined;
    const longer = (this.byStart().get(word.slice(0, MIN_CORRECTED)) ?? []).filter(
      (known) => known.startsWith(word) && known.length >= word.length + MIN_CUT,
    );
    const [shortest] = longer;
    return shortest !== undefined && longer.every((known) => known.startsWith(shortest.replace(/[sey]$/, '')))
      ? shortest
      : undefined;
  }

  /** Words by their consonants, the shortest first. */
  private readonly consonants = lazy(() => this.groupedBy(consonantsOf));
  private readonly byStart = lazy(() => this.groupedBy((word) => word.slice(0, MIN_CORRECTED)));

  private groupedBy(key: (word: string) => string): ReadonlyMap<string, readonly string[]> {
    const words = [...this.known].filter((word) => word.length > MIN_CORRECTED);
    words.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
    return Map.groupBy(words, key);
  }

  /** Returns the short word in which a letter was repeated: `whyy`. */
  private withoutRepetition(word: string): string | undefined {
    const plain = word.replace(/(.)\1+/g, '$1');
    return plain !== word && plain.length >= 3 && this.known.has(plain) ? plain : undefined;
  }

  /** Returns the short word in which two adjacent letters were exchanged: `yaer`. */
  private turned(word: string): string | undefined {
    for (let at = 0; at + 1 < word.length; at += 1) {
      const other = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
      if (this.known.has(other) && SHORT.has(other)) return other;
    }
    return undefined;
  }
}
