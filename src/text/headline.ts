import { signatureSimilarity } from './min-hash.js';
import { isCapitalized, marksNames, type Word, wordsOf } from './words.js';

const TAG =
  /^(?:\[[^\]]{1,20}\]|\(?(?:update|correction|breaking|exclusive|live|watch|video|opinion|analysis|explainer|wrapup|refile|urgent|just in|photos?|alert)(?:\s+(?:news|updates?|\d{1,2}))?\)?)\s*(?:[-–—:|]\s*|(?<=\])\s+)/i;
/**
 * The text after the last separator is the publisher's name if it is this short and the text before it is a headline of
 * its own.
 */
const MAX_PUBLISHER_WORDS = 4;
const MIN_HEADLINE_WORDS = 4;
/** A name begins with a capital, unless all is in lower case, and has no number by itself. */
const PUBLISHER =
  /^(.*\S)\s+(?:[-–—|•·]|::)\s+(?!.*(?<![\p{L}\d])\d)((?:[^\p{Ll}\s]|(?=[^\p{Lu}]*$)(?<!\p{Lu}.*)).*)$/su;

/** Words that carry no content, in the languages that most feeds are in. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how if in into ' +
    'is it its may might more most new no not now of off on or our out over ' +
    'says said say she should so than that the their them then there these they this those to under up us was ' +
    'we were what when where which while who why will with would you your after before amid about against ' +
    'between during per vs via just ' +
    'der die das und den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er ' +
    'hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum ' +
    'le la les de du des et en un une que qui dans pour sur au aux avec par plus ne pas ce cette son sa ses ' +
    'est sont il elle ' +
    'el los las y o del al se su por con para una como lo mas il lo gli e di da che non per si della delle dei ' +
    'nel alla os as do dos da das em no na um uma'
  ).split(' '),
);

/** Scripts without spaces between words: their runs are compared by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const scales: Readonly<Record<string, string>> = {
  million: 'm',
  mln: 'm',
  mn: 'm',
  billion: 'bn',
  bln: 'bn',
  b: 'bn',
  trillion: 'tn',
  trn: 'tn',
  thousand: 'k',
  percent: 'pct',
  pct: 'pct',
};
const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Marks of tokens that distinguish stories: numbers and names. */
const NUMBER = '#';
const NAME = '@';

/**
 * Returns a title without tags such as `UPDATE 1-` before it and without the names of publishers and sections behind
 * it.
 */
export function bareHeadline(title: string): string {
  let headline = title.replace(TAG, '').trim() || title.trim();
  for (;;) {
    const [, rest, last] = PUBLISHER.exec(headline) ?? [];
    if (rest === undefined || last === undefined) return headline;
    if (wordsOf(last).length > MAX_PUBLISHER_WORDS || wordsOf(rest).length < MIN_HEADLINE_WORDS) return headline;
    headline = rest;
  }
}

/**
 * Returns a headline with one spelling of numbers, abbreviations and apostrophes, so that each is one word: `1,200` as
 * `1200`, `$1.5bn` as `$1d5 bn`, `D.C.` as `DC`, `won’t` as `wont`, `Iran’s` as `Iran`.
 */
export const plainSpelling = (headline: string): string =>
  headline
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)[.,](?=\d)/g, 'd')
    .replace(/(?<=\d)\s*%/g, ' pct')
    .replace(/(?<=\d)(?=(?:bn|mn|tn|m|b|k|million|billion)\b)/gi, ' ')
    .replace(/\b(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/(?<=\p{L})['’]s\b/giu, '')
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '');

/**
 * A name in a headline: indices of its first word and of the one after its last, and its meaning, such as `iran` for
 * `Iranian`.
 */
export interface HeadlineName {
  from: number;
  to: number;
  token: string;
}

/**
 * Returns the content words of a headline, each once: folded, without stop words, numbers marked with `#` and names
 * with `@`.
 * @param names known names in their order; other capitalized words count as names where capitals mark names
 */
export function headlineTokens(words: readonly Word[], names: readonly HeadlineName[]): string[] {
  const isCased = marksNames(words);
  // The first word has a capital anyway, unless the next one has one too: `Loudoun County`.
  const firstName = words[1] !== undefined && isCapitalized(words[1]) ? 0 : 1;
  const tokens = new Set<string>();
  const known = new Map(names.map((name) => [name.from, name]));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    const name = known.get(index);
    if (name === undefined) for (const token of tokensOf(word, isCased && index >= firstName)) tokens.add(token);
    else {
      tokens.add(`${NAME}${name.token}`);
      index = name.to - 1;
    }
  }
  return [...tokens];
}

function tokensOf(word: Word, mayBeName: boolean): string[] {
  const { folded, text } = word;
  const number = numberIn(folded);
  if (number !== undefined) return [`${NUMBER}${number}`];
  if (UNSPACED.test(folded)) return pairsOf(folded);
  if (Object.hasOwn(scales, folded)) return [scales[folded] as string];
  if (folded.length < 2 || stopWords.has(folded)) return [];
  return [mayBeName && /^\p{Lu}/u.test(text) ? `${NAME}${stem(folded)}` : stem(folded)];
}

/** Without the ending of plurals, verbs and possessives: `rates` and `rate` are one. */
const stem = (word: string): string => (word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word);

function numberIn(word: string): string | undefined {
  if (/\d/.test(word)) return word.replace(/(\d)(?:st|nd|rd|th)$/, '$1');
  const numeral = numerals.indexOf(word);
  return numeral > 1 ? String(numeral) : undefined;
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

const isMarked = (token: string): boolean => token.startsWith(NUMBER) || token.startsWith(NAME);
const bare = (token: string): string => (isMarked(token) ? token.slice(1) : token);

/** Content words and signature (`minHash`) of a headline. */
export interface HeadlineKeys {
  titleKey: string;
  tokens: readonly string[];
  minhash: ArrayLike<number>;
}

/** Jaccard similarity of content words from which on two headlines report the same. */
const SAME_JACCARD = 0.6;
const MIN_SHARED_WORDS = 3;
/**
 * Share of the shorter headline's content words in the longer one, which may be cut in the former, and how many they
 * are at least.
 */
const SAME_OVERLAP = 0.8;
const MIN_OVERLAP_WORDS = 4;
/** Headlines with fewer content words are compared by their characters. */
const FEW_WORDS = 5;
const SAME_SIGNATURE = 0.42;

/**
 * Returns how similar two headlines are (0–1) if they report the same, 0 otherwise. They do not if both have names or
 * both have numbers that the other one lacks: `Apple at 52-week high` and `Alphabet at 52-week high` are different news
 * in the same words. Of short ones, which are compared by their characters, a name or number of one is enough if the
 * other has other words.
 */
export function sameStory(one: HeadlineKeys, other: HeadlineKeys): number {
  if (one.titleKey === other.titleKey) return 1;
  const [words, otherWords] = [new Set(one.tokens.map(bare)), new Set(other.tokens.map(bare))];
  const only = one.tokens.filter((token) => !otherWords.has(bare(token)));
  const otherOnly = other.tokens.filter((token) => !words.has(bare(token)));
  const differ = (mark: string) =>
    only.some((token) => token.startsWith(mark)) && otherOnly.some((token) => token.startsWith(mark));
  if (differ(NUMBER) || differ(NAME)) return 0;
  const shared = words.size - only.length;
  const jaccard = shared / Math.max(1, words.size + otherOnly.length);
  const fewer = Math.min(words.size, otherWords.size);
  if (jaccard >= SAME_JACCARD && shared >= MIN_SHARED_WORDS) return jaccard;
  if (shared >= MIN_OVERLAP_WORDS && shared >= SAME_OVERLAP * fewer) return jaccard;
  const bothDiffer = only.length > 0 && otherOnly.length > 0;
  if (fewer >= FEW_WORDS || (bothDiffer && [...only, ...otherOnly].some(isMarked))) return 0;
  const similarity = signatureSimilarity(one.minhash, other.minhash);
  return similarity >= SAME_SIGNATURE ? similarity : 0;
}
