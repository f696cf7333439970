/** A query compiled for matching: words and phrases that must be in a text, alternatives, and words that must not. */
export interface TextQuery {
  /** Each must be there; a list is a phrase of words in sequence. */
  required: readonly (readonly string[])[];
  excluded: readonly (readonly string[])[];
}

/** Words of a text: lower case, without accents. */
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
 * Compiles a query: all words must occur, `"a phrase"` in this order, `-word` and `-"a phrase"` not at all. A word with
 * a hyphen or a dot is a phrase.
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

/** A text prepared for many queries. */
export interface PreparedText {
  words: readonly string[];
  /** Where each word occurs. */
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

/** The word that an index finds the query by: the longest of the required ones, which is probably the rarest. */
export const rarestWord = ({ required }: TextQuery): string =>
  required.flat().reduce((longest, word) => (word.length > longest.length ? word : longest), '');
