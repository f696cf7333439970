/** A query compiled for matching: words and phrases that must be in a text, alternatives, and words that must not. */
export interface TextQuery {
  /** Words and phrases that must occur; a list with several words is a phrase. */
  required: readonly (readonly string[])[];
  excluded: readonly (readonly string[])[];
}

/** Returns the words of a text in lower case, without accents. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Compiles a query: all words must occur, `"a phrase"` in this order; `-word` and `-"a phrase"` must not occur. A word
 * with a hyphen or a dot counts as a phrase.
 * @returns undefined without a required word
 */
export function parseTextQuery(text: string): TextQuery | undefined {
  const required: string[][] = [];
  const excluded: string[][] = [];
  for (const [, minus = '', phrase, word = ''] of text.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)) {
    const words = wordsOf(phrase ?? word);
    if (words.length > 0) (minus === '-' ? excluded : required).push(words);
  }
  return required.length === 0 ? undefined : { required, excluded };
}

/** A text prepared for matching against many queries. */
export interface PreparedText {
  words: readonly string[];
  /** Positions of each word in the text. */
  places: ReadonlyMap<string, readonly number[]>;
}

export function prepareText(text: string): PreparedText {
  const words = wordsOf(text);
  const places = new Map<string, number[]>();
  words.forEach((word, index) => {
    const there = places.get(word);
    if (there === undefined) places.set(word, [index]);
    else there.push(index);
  });
  return { words, places };
}

export const matches = ({ required, excluded }: TextQuery, text: PreparedText): boolean =>
  required.every((phrase) => contains(text, phrase)) && !excluded.some((phrase) => contains(text, phrase));

const contains = ({ words, places }: PreparedText, phrase: readonly string[]): boolean =>
  places.get(phrase[0] as string)?.some((start) => phrase.every((word, offset) => words[start + offset] === word)) ??
  false;

/** Returns the word by which the query is indexed: the longest required word, which is probably the rarest. */
export const rarestWord = ({ required }: TextQuery): string =>
  required.flat().reduce((longest, word) => (word.length > longest.length ? word : longest), '');
