import type { EntityMention } from '../../../extraction/entity-mention.js';
import { extractEntities } from '../../../extraction/extract-entities.js';
import { type FoundPlaces, findPlaces } from '../../../gazetteer/find-places.js';
import { wordsOf } from '../../../text/words.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { outsideOfAddresses } from '../../markets/directory/address-parts.js';
import { findInstruments, type InstrumentMention } from '../../markets/directory/find-instruments.js';

/** The findings in a text, except the names of sanctions lists. */
export interface ReadText extends FoundPlaces {
  entities: EntityMention[];
  symbols: InstrumentMention[];
}

/**
 * Finds entities, places and instruments in a text. The time is linear in the text; the first call also reads the names
 * of places and instruments.
 */
export function readText(text: string): ReadText {
  const words = wordsOf(text);
  const found = findPlaces(text, words);
  const symbols = outsideOfAddresses(findInstruments(text, words), found.places);
  return { entities: extractEntities(text, words), symbols, ...found };
}

export const readTextInThread = threadFunction<typeof readText>(new URL(import.meta.url), 'readText');
