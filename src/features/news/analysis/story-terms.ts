import { isFrequentWord, isPersonName } from '../../../text/frequent-words.js';
import { type HeadlineName, isStopWord } from '../../../text/headline.js';
import { isCapitalized, marksNames, type Word, wordsOf } from '../../../text/words.js';
import { findConcepts, isGenericWord } from './concepts.js';
import { namesIn } from './names-in.js';
import { findQuantities } from './quantities.js';

/**
 * Class of a term. `n`: a name; `m`: a name that is also a frequent word or a name of many people; `r`: a rare word;
 * `w`: a frequent word; `i`: an instrument; `p`: a place; `c`: a country; `k`: the country of a place; `q`: a quantity;
 * `a`: the initials of a name of several words. Concepts: `e`: an event; `t`: a thing; `d`: a direction of change.
 */
export type TermClass = 'n' | 'm' | 'r' | 'w' | 'i' | 'p' | 'c' | 'k' | 'q' | 'e' | 't' | 'd' | 'a';

/** A term by which reports of one story in different words are recognized. */
export interface StoryTerm {
  /** False: the term is only in the first sentence of the summary. */
  isInTitle: boolean;
  termClass: TermClass;
  /** The key is the same for equal terms of any class and part: `talara`, `place:cebu`, `event:quake`. */
  key: string;
  /** Measure of a quantity; set only for quantities. */
  measure?: string;
  value?: number;
  isRounded?: boolean;
}

/**
 * Number of characters at the start of a summary that may contain its first sentence, and minimum length of a first
 * sentence.
 */
const MAX_SENTENCE = 240;
const MIN_SENTENCE = 30;
const SENTENCE_END = /[.!?](?=\s+["“„«(]?\p{Lu})/gu;
/** Matches the dateline before a sentence: `DUBAI, Nov 14 (Agency) -`. */
const DATELINE = /^[\p{Lu}][\p{L} .,/]{1,40}(?:\d{1,2} )?(?:\([^)]{1,20}\) ?)?[-–—] /u;
const MAX_TERMS = 48;
const MIN_LETTERS = 3;
const SUFFIX = /(?:ings?|ed|es|s|ers?|ly|en|e|ungen|ung)$/;
const MIN_STEM = 4;
const CONCEPT_CLASS = { event: 'e', thing: 't', change: 'd' } as const;

/** Words that are in the names of many places. */
const PLACE_WORDS = new Set(
  'strait gulf sea canal bay lake river cape mount port island islands city channel peninsula'.split(' '),
);
/** Words of names that abbreviations may leave out. */
const SMALL = new Set('of the and for de la du des der die das und y e et del'.split(' '));
const MIN_RUN = 2;
const MAX_RUN = 5;

/** Returns a word without its ending, so that forms of one word have the same stem; a short word is unchanged. */
export const stemOf = (word: string): string => {
  const stem = word.replace(SUFFIX, '');
  return stem.length >= MIN_STEM ? stem : word;
};

/**
 * Returns the terms of a report as stored texts, first the terms of the title, then the terms of the first sentence of
 * the summary: names, quantities, concepts and words. Reports of one story in different words have many equal terms.
 * @param title without the name of the publisher
 */
export function storyTerms(title: string, summary: string | null): string[] {
  const terms = new Map<string, string>();
  addTerms(title, 't', terms);
  const sentence = firstSentence((summary ?? '').slice(0, MAX_SENTENCE).replace(DATELINE, ''));
  if (sentence !== '') addTerms(sentence, 's', terms);
  return [...terms.values()].slice(0, MAX_TERMS);
}

/**
 * Returns the text up to the end of its first sentence. A sentence shorter than `MIN_SENTENCE`, such as an
 * interjection, does not count.
 */
function firstSentence(text: string): string {
  SENTENCE_END.lastIndex = MIN_SENTENCE;
  const end = SENTENCE_END.exec(text);
  return end === null ? text : text.slice(0, end.index + 1);
}

function addTerms(text: string, part: 't' | 's', terms: Map<string, string>): void {
  const words = wordsOf(text);
  const names = namesIn(text, words);
  const concepts = findConcepts(words);
  const quantities = findQuantities(text, words, concepts);
  const isCased = marksNames(words);
  const put = (termClass: TermClass, key: string) => {
    const known = terms.get(key);
    // A country that the title names replaces the country of a place in the title.
    if (known === undefined || (termClass === 'c' && known.startsWith('tk') && part === 't'))
      terms.set(key, `${part}${termClass}:${key}`);
  };
  const nameAt = new Map(names.map((name) => [name.from, name]));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    const quantity = quantities.find(({ start, end }) => word.start >= start && word.end <= end);
    if (quantity !== undefined) {
      const { measure, value, isRounded } = quantity;
      put('q', `${measure}:${value}${isRounded ? '~' : ''}`);
      continue;
    }
    const name = nameAt.get(index);
    if (name !== undefined) {
      putName(name, put);
      index = name.to - 1;
      continue;
    }
    const meant = concepts.filter(({ from, to }) => from <= index && index < to);
    for (const { concept, from } of meant)
      if (from === index) put(CONCEPT_CLASS[concept.kind], `${concept.kind}:${concept.name}`);
    if (meant.length > 0) continue;
    putWord(word, isCased && (startsSentence(text, words, index) ? startsName(words.slice(index)) : true), put);
  }
  if (isCased) for (const letters of abbreviationsIn(words)) put('a', letters);
}

const startsSentence = (text: string, words: readonly Word[], index: number): boolean =>
  index === 0 || /[.!?:("“„»]/.test(text.slice(words[index - 1]?.end, words[index]?.start));

/**
 * Returns true if the first word of a sentence, which always has a capital, is a name: if it is not a frequent word, or
 * if the next word has a capital, too.
 */
const startsName = ([first, second]: readonly Word[]): boolean =>
  first !== undefined &&
  (!(isFrequentWord(first.folded) || isFrequentWord(stemOf(first.folded))) ||
    (second !== undefined && /^\p{Lu}/u.test(second.text) && isCapitalized(second)));

/**
 * Returns the initials of names of several words, without and with the initials of small words: `bj` and `boj` for
 * `Bank of Japan`.
 */
function abbreviationsIn(words: readonly Word[]): string[] {
  const found: string[] = [];
  let [letters, all, small] = ['', '', ''];
  for (const { text, folded } of [...words, { text: '', folded: '' }])
    if (/^\p{Lu}/u.test(text)) {
      letters += folded[0];
      all += small + folded[0];
      small = '';
    } else if (SMALL.has(folded)) small += letters === '' ? '' : folded[0];
    else {
      if (letters.length >= MIN_RUN && letters.length <= MAX_RUN) found.push(letters, all);
      [letters, all, small] = ['', '', ''];
    }
  return found;
}

function putName({ token, country }: HeadlineName, put: (termClass: TermClass, key: string) => void): void {
  if (token.startsWith('symbol:')) put('i', token);
  else if (token.startsWith('country:')) put('c', token);
  else {
    put('p', placeKey(token.slice('place:'.length)));
    if (country !== undefined) put('k', `country:${country}`);
  }
}

/** Returns the word that distinguishes a place: `hormuz` for `strait of hormuz`. */
function placeKey(name: string): string {
  const [best] = name
    .split(' ')
    .filter((word) => !isFrequentWord(word) && !PLACE_WORDS.has(word) && word.length > MIN_LETTERS)
    .sort((one, other) => other.length - one.length);
  return best === undefined ? name : stemOf(best);
}

function putWord({ text, folded }: Word, mayBeName: boolean, put: (termClass: TermClass, key: string) => void): void {
  if (saysLittle(folded) || (folded.length < MIN_LETTERS && !/^\p{Lu}{2}$/u.test(text)) || /^\d+$/.test(folded)) return;
  const isName = /^\p{Lu}/u.test(text) && (mayBeName || !isFrequentWord(folded));
  const stem = stemOf(folded);
  const isFrequent = isFrequentWord(folded) || isFrequentWord(stem);
  if (isName) put(isFrequent || isPersonName(folded) ? 'm' : 'n', stem);
  else put(isFrequent ? 'w' : 'r', stem);
}

/** True if each of two titles has names, and no name of one title is in the other. */
export function haveOtherNames(terms: readonly string[], otherTerms: readonly string[]): boolean {
  const [own, others] = [terms, otherTerms].map((list) => list.filter((term) => term.startsWith('t'))) as [
    string[],
    string[],
  ];
  const lacks = (list: readonly string[], names: readonly string[]) => {
    const keys = new Set(list.map((term) => term.slice(3)));
    return names.length > 0 && names.every((name) => !keys.has(name));
  };
  const namesOf = (list: readonly string[]) =>
    list.filter((term) => /^t[nipc]/.test(term)).map((term) => term.slice(3));
  return lacks(others, namesOf(own)) && lacks(own, namesOf(others));
}

/** True for a word that says little about a story: a stop word, or a generic word of news. */
export const saysLittle = (folded: string): boolean => isStopWord(folded) || isGenericWord(folded);

/** Parses a stored term. */
export function readTerm(term: string): StoryTerm {
  const key = term.slice(3);
  const read: StoryTerm = { isInTitle: term[0] === 't', termClass: term[1] as TermClass, key };
  if (read.termClass !== 'q') return read;
  const colon = key.lastIndexOf(':');
  return {
    ...read,
    measure: key.slice(0, colon),
    value: Number.parseFloat(key.slice(colon + 1)),
    isRounded: key.endsWith('~'),
  };
}
