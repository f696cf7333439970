import { type Word, wordsOf } from '../text/words.js';
import type { EntityMention } from './entity-mention.js';
import { patterns } from './identifiers.js';
import { namedByWords } from './named-by-words.js';

/** Length of the text before an identifier that is read for its context (UTF-16 units). */
const BEFORE = 16;

/**
 * Finds what a text names: numbers and addresses by their form, with check digits and checksums where they have any,
 * and people, organizations and vessels by the words around them. No two passages overlap. Deterministic; the cost is
 * linear in the text.
 */
export function extractEntities(text: string, words: readonly Word[] = wordsOf(text)): EntityMention[] {
  return mergeMentions([...identifiersIn(text)], namedByWords(text, words));
}

/** Mentions in the order of the text. Of those that overlap the first in the order of the lists stays. */
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
