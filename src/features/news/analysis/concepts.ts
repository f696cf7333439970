import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';
import type { Word } from '../../../text/words.js';

/** Kind of a meaning: an event, the thing to which it happened, or a direction of change. */
export type ConceptKind = 'event' | 'thing' | 'change';

/** A meaning of words, such as `quake` for `tremor` and `Erdbeben`. */
export interface Concept {
  name: string;
  kind: ConceptKind;
}

/** A concept that a text names; `from` is the index of its first word, and `to` the index after its last word. */
export interface ConceptMatch {
  concept: Concept;
  from: number;
  to: number;
}

interface Table {
  words: ReadonlyMap<string, readonly Concept[]>;
  /** Beginnings of words that name a concept, by the first letters of the beginning. */
  beginnings: ReadonlyMap<string, ReadonlyArray<{ beginning: string; concept: Concept }>>;
  /** Phrases that name a concept, by their first word; `rest` has the other words. */
  phrases: ReadonlyMap<string, ReadonlyArray<{ rest: readonly string[]; concept: Concept }>>;
  /** Words of news that say little about a story. */
  generic: ReadonlySet<string>;
  /** Concepts that follow from two other concepts in one text. */
  pairs: ReadonlyArray<{ parts: readonly [string, string]; concept: Concept }>;
}

/** Number of letters by which beginnings are looked up; every beginning has at least this many. */
const KEY_LETTERS = 3;

/** Words by which a text is recognized as German, in which `die` is an article. */
const GERMAN = new Set('der das und von mit im bei nach auf ein eine den dem des zum zur'.split(' '));

const table = lazy(read);

function read(): Table {
  const generic = new Set<string>();
  const words = new Map<string, Concept[]>();
  const beginnings = new Map<string, Array<{ beginning: string; concept: Concept }>>();
  const phrases = new Map<string, Array<{ rest: string[]; concept: Concept }>>();
  const pairs: Array<{ parts: readonly [string, string]; concept: Concept }> = [];
  const put = <Value>(map: Map<string, Value[]>, key: string, value: Value) => {
    map.set(key, [...(map.get(key) ?? []), value]);
  };
  for (const line of readFileSync(new URL('concepts.tsv', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [name, kind, list] = line.split('\t') as [string, ConceptKind | 'generic', string];
    if (kind === 'generic') {
      for (const word of list.split(' ')) generic.add(word);
      continue;
    }
    const concept = { name, kind };
    for (const entry of list.split(' ')) {
      if (entry.includes('+')) pairs.push({ parts: entry.split('+') as [string, string], concept });
      else if (entry.includes('_')) {
        const [first, ...rest] = entry.split('_') as [string, ...string[]];
        put(phrases, first, { rest, concept });
      } else if (entry.endsWith('*'))
        put(beginnings, entry.slice(0, KEY_LETTERS), { beginning: entry.slice(0, -1), concept });
      else put(words, entry, concept);
    }
  }
  return { words, beginnings, phrases, pairs, generic };
}

const fits = (word: string | undefined, part: string): boolean =>
  word !== undefined && (part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part);

/** True for a word of news that says little about a story, such as `officials`. */
export const isGenericWord = (folded: string): boolean => table().generic.has(folded);

/** Returns the concepts that a folded word names by itself. */
export function conceptsOf(folded: string): Set<Concept> {
  const { words, beginnings } = table();
  const meant = new Set(words.get(folded));
  for (const { beginning, concept } of beginnings.get(folded.slice(0, KEY_LETTERS)) ?? [])
    if (folded.startsWith(beginning)) meant.add(concept);
  return meant;
}

/**
 * Finds the concepts that words name: phrases and words in the order of the text, then concepts that follow from two
 * others. A word may name several concepts. The time is linear in the number of words.
 */
export function findConcepts(words: readonly Word[]): ConceptMatch[] {
  const { phrases, pairs } = table();
  const found: ConceptMatch[] = [];
  const isGerman = words.some(({ folded }) => GERMAN.has(folded));
  let phraseEnd = 0;
  for (let from = 0; from < words.length; from += 1) {
    const { folded } = words[from] as Word;
    const phrase = phrases
      .get(folded)
      ?.filter(({ rest }) => rest.every((part, index) => fits(words[from + 1 + index]?.folded, part)))
      .sort((one, other) => other.rest.length - one.rest.length)[0];
    if (phrase !== undefined) {
      phraseEnd = from + 1 + phrase.rest.length;
      found.push({ concept: phrase.concept, from, to: phraseEnd });
    }
    // A word of a phrase names no other concept, such as `banks` in `bursts banks`; nor does a German article.
    if (from < phraseEnd || (isGerman && folded === 'die')) continue;
    for (const concept of conceptsOf(folded)) found.push({ concept, from, to: from + 1 });
  }
  for (const { parts, concept } of pairs) {
    const [one, other] = parts.map((part) => found.find((match) => match.concept.name === part));
    if (one !== undefined && other !== undefined) found.push({ concept, from: one.from, to: one.to });
  }
  return found;
}
