import { signatureSimilarity } from './min-hash.js';
import { isCapitalized, marksNames, type Word, wordsOf } from './words.js';

const TAG =
  /^(?:\[[^\]]{1,20}\]|\(?(?:update|correction|breaking|exclusive|live|watch|video|opinion|analysis|explainer|wrapup|refile|urgent|just in|photos?|alert)(?:\s+(?:news|updates?|\d{1,2}))?\)?)\s*(?:[-–—:|]\s*|(?<=\])\s+)/i;
/**
 * The text after the last separator counts as the publisher's name if it has at most `MAX_PUBLISHER_WORDS`, and the
 * text before it has at least `MIN_HEADLINE_WORDS`.
 */
const MAX_PUBLISHER_WORDS = 4;
const MIN_HEADLINE_WORDS = 4;
/**
 * Matches a headline with a publisher's name after a separator. The name begins with a capital, unless the whole
 * headline is in lower case, and contains no separate number.
 */
const PUBLISHER =
  /^(.*\S)\s+(?:[-–—|•·]|::)\s+(?!.*(?<![\p{L}\d])\d)((?:[^\p{Ll}\s]|(?=[^\p{Lu}]*$)(?<!\p{Lu}.*)).*)$/su;

/** Words without content, in the most frequent languages of feeds. */
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

/** Matches scripts without spaces between words; texts in them are compared by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
/** True for a word without content, such as `the`. */
export const isStopWord = (folded: string): boolean => stopWords.has(folded);

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

/** Prefixes of tokens that distinguish stories: numbers and names. */
const NUMBER = '#';
const NAME = '@';

/** Returns a title without leading tags such as `UPDATE 1-` and without names of publishers and sections at its end. */
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
 * Returns a headline with a uniform spelling of numbers, abbreviations and apostrophes, so that each is one word:
 * `1,200` becomes `1200`, `$1.5bn` becomes `$1d5 bn`, `D.C.` becomes `DC`, `won’t` becomes `wont`, `Iran’s` becomes
 * `Iran`.
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
 * A name in a headline: the indexes of its first word and after its last word, and a token for its meaning, such as
 * `iran` for `Iranian`.
 */
export interface HeadlineName {
  from: number;
  to: number;
  token: string;
  /** Country of a place (ISO 3166-1 alpha-2), if known. */
  country?: string;
}

/**
 * Returns the distinct content words of a headline: normalized, without stop words, numbers prefixed with `#` and names
 * with `@`.
 * @param names known names in the order of the headline; other capitalized words count as names if capitals mark names
 */
export function headlineTokens(words: readonly Word[], names: readonly HeadlineName[]): string[] {
  const isCased = marksNames(words);
  // The first word always has a capital, so it counts as a name only if the second word has one too: `Loudoun County`.
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

/** Returns a word without the ending of plurals and verbs, so that `rates` and `rate` are equal. */
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

/** Content words of a headline and its signature (`minHash`). */
export interface HeadlineKeys {
  titleKey: string;
  tokens: readonly string[];
  minhash: ArrayLike<number>;
}

/** Minimum Jaccard similarity of the content words of two headlines that report the same story. */
const SAME_JACCARD = 0.6;
const MIN_SHARED_WORDS = 3;
/**
 * Minimum fraction of the shorter headline's content words that the longer one contains, because the shorter one may be
 * cut off; and the minimum number of these words.
 */
const SAME_OVERLAP = 0.8;
const MIN_OVERLAP_WORDS = 4;
/** Headlines with fewer content words are compared by their characters. */
const FEW_WORDS = 5;
const SAME_SIGNATURE = 0.42;

/**
 * Returns the similarity of two headlines (0–1) if they report the same story, otherwise 0. They do not report the same
 * story if each has names, or each has numbers, that the other one lacks: `Apple at 52-week high` and `Alphabet at
 * 52-week high` are different stories in the same words. For short headlines, which are compared by their characters, a
 * name or number of one is enough if the other one has other words.
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
