import { fitsCase, type Word, wordsOf } from './words.js';

export interface PhraseMatch<Value> {
  /** Index of the first word, and index after the last word. */
  from: number;
  to: number;
  /** Values of all phrases with this spelling, in the order in which they were added. */
  values: Value[];
}

interface Node<Value> {
  next?: Map<string, Node<Value>>;
  phrases?: Array<{ written: readonly string[]; value: Value }>;
}

/**
 * Finds the phrases of a list in a text by whole words, ignoring accents and punctuation. Capitals of a phrase must
 * also be in the text (`fitsCase`). The time is linear in the length of the text and independent of the number of
 * phrases, which are a few words long.
 */
export class PhraseMatcher<Value> {
  /** Values of all phrases, in the order in which they were added. */
  readonly values: Value[] = [];
  private readonly root: Node<Value> = {};

  /** Adds a phrase; a phrase without a letter or digit is ignored. */
  add(phrase: string, value: Value): void {
    const words = wordsOf(phrase);
    if (words.length === 0) return;
    this.values.push(value);
    let node = this.root;
    for (const { folded } of words) {
      node.next ??= new Map();
      const next: Node<Value> = node.next.get(folded) ?? {};
      node.next.set(folded, next);
      node = next;
    }
    node.phrases ??= [];
    node.phrases.push({ written: words.map(({ text }) => text), value });
  }

  /** Returns matches from left to right: the longest at each word, without overlaps. */
  find(words: readonly Word[]): Array<PhraseMatch<Value>> {
    const found: Array<PhraseMatch<Value>> = [];
    for (let from = 0; from < words.length; ) {
      const match = this.longestAt(words, from);
      if (match !== undefined) found.push(match);
      from = match?.to ?? from + 1;
    }
    return found;
  }

  private longestAt(words: readonly Word[], from: number): PhraseMatch<Value> | undefined {
    let longest: PhraseMatch<Value> | undefined;
    let node: Node<Value> | undefined = this.root;
    for (let at = from; at < words.length; at += 1) {
      node = node.next?.get((words[at] as Word).folded);
      if (node === undefined) break;
      const fitting = node.phrases?.filter(({ written }) =>
        written.every((word, index) => fitsCase(words[from + index] as Word, word)),
      );
      if (fitting !== undefined && fitting.length > 0)
        longest = { from, to: at + 1, values: fitting.map(({ value }) => value) };
    }
    return longest;
  }
}
