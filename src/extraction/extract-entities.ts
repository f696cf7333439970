import { type Word, wordsOf } from '../text/words.js';
import type { EntityMention } from './entity-mention.js';
import { patterns } from './identifiers.js';
import { namedByWords } from './named-by-words.js';

/** Number of characters before an identifier that are examined as its context (UTF-16 code units). */
const BEFORE = 16;

/**
 * Finds entities in a text: numbers and addresses by their form and, if they have them, check digits and checksums;
 * people, organizations and vessels by the words around them. Passages do not overlap. Deterministic; the time is
 * linear in the length of the text.
 */
export function extractEntities(text: string, words: readonly Word[] = wordsOf(text)): EntityMention[] {
  return mergeMentions([...identifiersIn(text)], namedByWords(text, words));
}

/**
 * Returns mentions in the order of the text. If mentions overlap, only the one of the earliest list stays.
 */
export function mergeMentions<Mention extends { start: number; end: number }>(
  ...lists: ReadonlyArray<readonly Mention[]>
): Mention[] {
  const all = lists.flat();
  const taken = new Uint8Array(all.reduce((most, { end }) => Math.max(most, end), 0));
  const kept = all.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}

function* identifiersIn(text: string): Generator<EntityMention> {
  for (const { form, read } of patterns) {
    for (const match of text.matchAll(form)) {
      const passage = match.groups?.id ?? match[0];
      const start = match.index + match[0].length - passage.length;
      const found = read(passage, text.slice(Math.max(0, start - BEFORE), start));
      if (found) yield { ...found, text: passage, start, end: start + passage.length };
    }
  }
}
