/**
 * Damerau–Levenshtein distance (adjacent transpositions count once), or `limit + 1` when it is greater than `limit`.
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
const SAFE_LENGTH = 5;
const LONG = 8;
/** Short words that are worth a correction: names have letters in other orders, too. */
const SHORT = new Set(
  'year days hour week last this past data open near news rate risk ship port rose fell'.split(' '),
);

/** The words that questions are recognized by; finds the one that a misspelled word means. */
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
   * The word of the vocabulary that differs by one typing error, or two in words of eight letters or more; undefined
   * when there is none. A word of four letters must lack a letter or have two exchanged, because short words are near
   * to too many others.
   */
  correct(word: string): string | undefined {
    if (word.length < MIN_CORRECTED || /\d/.test(word)) return undefined;
    if (!this.corrected.has(word)) {
      // Only a memory: it starts again instead of growing with the words of all questions.
      if (this.corrected.size > 5_000) this.corrected.clear();
      this.corrected.set(word, this.nearest(word));
    }
    return this.corrected.get(word);
  }

  private nearest(word: string): string | undefined {
    const limit = word.length >= LONG ? 2 : 1;
    let best: { word: string; distance: number } | undefined;
    const least = word.length < SAFE_LENGTH ? word.length + 1 : word.length - limit;
    // Letters are left out more often than added.
    for (let length = word.length + limit; length >= least; length -= 1) {
      for (const candidate of this.byLength.get(length) ?? []) {
        // The first letter is rarely the mistyped one; this also keeps other words away.
        if (candidate[0] !== word[0] && candidate[1] !== word[0]) continue;
        const found = distance(word, candidate, limit);
        if (found <= limit && (best === undefined || found < best.distance))
          best = { word: candidate, distance: found };
      }
    }
    return best?.word ?? (word.length < SAFE_LENGTH ? this.turned(word) : undefined);
  }

  /** The short word of which two neighbouring letters were exchanged: `yaer`. */
  private turned(word: string): string | undefined {
    for (let at = 0; at + 1 < word.length; at += 1) {
      const other = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
      if (this.known.has(other) && SHORT.has(other)) return other;
    }
    return undefined;
  }
}
