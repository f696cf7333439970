import { Service } from 'typedi';
import type { EntityMention } from '../../../extraction/entity-mention.js';
import { mergeMentions } from '../../../extraction/extract-entities.js';
import type { CountryMention, PlaceMention } from '../../../gazetteer/find-places.js';
import type { Requester } from '../../../http/requester.js';
import { wordsOf } from '../../../text/words.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { InstrumentMention } from '../../markets/directory/find-instruments.js';
import { ListedNames } from './listed-names.service.js';
import { readTextInThread } from './read-text.js';

/** The entities named in a text; each list is in the order of the text. */
export interface Extraction {
  entities: EntityMention[];
  identifiers: EntityMention[];
  places: PlaceMention[];
  countries: CountryMention[];
  symbols: InstrumentMention[];
}

const named = new Set<EntityMention['kind']>(['person', 'organization', 'vessel', 'aircraft', 'sanctioned']);

/** Finds entities, places and instruments that texts name. */
@Service()
export class ExtractionService {
  constructor(
    private readonly listed: ListedNames,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** Extracts the entities of a text. @throws Problem `overloaded` */
  async extract(text: string, requester: Requester): Promise<Extraction> {
    const read = await this.heavyWork.run(requester, (inThread) => inThread(readTextInThread, text));
    const listed = await this.listed.find(text, wordsOf(text));
    const found = mergeMentions(
      read.entities.filter(({ foundBy }) => foundBy !== 'context'),
      listed,
      read.entities,
    );
    return {
      entities: found.filter(({ kind }) => named.has(kind)),
      identifiers: found.filter(({ kind }) => !named.has(kind)),
      places: read.places,
      countries: read.countries,
      // A word inside a longer name is not an instrument: `Eastern` in `Eastern Falcon`.
      symbols: read.symbols.filter(
        ({ start, end }) =>
          !found.some(
            (mention) => mention.start < end && start < mention.end && mention.end - mention.start > end - start,
          ),
      ),
    };
  }
}
