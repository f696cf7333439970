import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import type { EntityMention } from '../../../extraction/entity-mention.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import type { Word } from '../../../text/words.js';
import { SanctionsLists } from '../sanctions/sanctions-lists.service.js';
import type { ListedEntity, SanctionsSnapshot } from '../sanctions/sanctions-snapshot.js';

/** Number of entries added before the event loop continues. */
const ENTRIES_PER_TURN = 200;
const CONFIDENCE = 0.85;

/**
 * Finds names of sanctions lists in texts. Only complete names of at least two words are found, since single words
 * usually have another meaning.
 */
@Service()
export class ListedNames {
  private matcher?: { of: SanctionsSnapshot; names: Promise<PhraseMatcher<ListedEntity>> };

  constructor(private readonly lists: SanctionsLists) {}

  async find(text: string, words: readonly Word[]): Promise<EntityMention[]> {
    const matcher = await this.current();
    return matcher.find(words).flatMap(({ from, to, values: [entity] }): EntityMention[] => {
      const [first, last] = [words[from], words[to - 1]];
      if (entity === undefined || first === undefined || last === undefined) return [];
      const passage = { text: text.slice(first.start, last.end), start: first.start, end: last.end };
      return [
        {
          kind: 'sanctioned',
          key: `sanctioned:${entity.id}`,
          name: entity.name,
          ...passage,
          confidence: CONFIDENCE,
          foundBy: 'list',
        },
      ];
    });
  }

  private async current(): Promise<PhraseMatcher<ListedEntity>> {
    const snapshot = await this.lists.current();
    if (this.matcher?.of !== snapshot) this.matcher = { of: snapshot, names: build(snapshot.entities) };
    return this.matcher.names;
  }
}

async function build(entities: readonly ListedEntity[]): Promise<PhraseMatcher<ListedEntity>> {
  const matcher = new PhraseMatcher<ListedEntity>();
  for (const [number, entity] of entities.entries()) {
    if (number % ENTRIES_PER_TURN === 0) await setImmediate();
    for (const name of new Set([entity.name, ...entity.aliases].map(asWritten)))
      if (/\S\s+\S/.test(name)) matcher.add(name, entity);
  }
  return matcher;
}

/**
 * Converts a listed name to its usual spelling in texts: `PUTIN, Vladimir` becomes `Vladimir Putin`. Lists use
 * capitals, which would match only capitals.
 */
function asWritten(name: string): string {
  const [last, first, ...others] = name.split(/,\s*/);
  const inOrder =
    first !== undefined && others.length === 0 && !/^(?:inc|ltd|llc|s\.?a|co)\b/i.test(first)
      ? `${first} ${last}`
      : name;
  return inOrder.replace(/\p{L}+/gu, (word) =>
    word.length > 1 && word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word,
  );
}
