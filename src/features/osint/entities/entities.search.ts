import { Service } from 'typedi';
import type { FieldName, TextClause } from '../../../search/search-query.js';
import { type SearchAnswer, type SearchRequest, SearchSource } from '../../../search/search-source.js';
import { SetQuery } from '../../../search/set-query.js';
import { containsText } from '../../../search/text-match.js';
import { wordsOf } from '../../../text/words.js';
import { EntitiesService } from './entities.service.js';

/**
 * Searches the entries of sanctions lists by their names. Entities of live state and of catalogs have their own search
 * sources.
 */
@Service()
export class EntitySearch extends SearchSource {
  readonly type = 'entity';
  readonly title = 'The sanctioned entities';
  readonly fields: readonly FieldName[] = [];

  constructor(private readonly entities: EntitiesService) {
    super();
  }

  async search({ query, terms, tolerance, limit }: SearchRequest): Promise<SearchAnswer> {
    const text = terms.map((term) => term.text).join(' ');
    const found = text === '' ? [] : await this.entities.search(text, ['sanctioned'], Math.max(limit, 1));
    const withText = (clause: TextClause) =>
      new Set(
        found.filter(({ name }) =>
          containsText(
            wordsOf(name).map(({ folded }) => folded),
            clause,
            tolerance,
          ),
        ),
      );
    const asked = new SetQuery(query, { withText, matchesField: () => false });
    const matches = found.filter((entity) => asked.matches(entity));
    const candidates = matches.map(({ id, name, detail }) => ({
      id,
      title: name,
      text: detail,
      href: `/api/v1/osint/entities/${encodeURIComponent(id)}`,
    }));
    return { candidates: candidates.slice(0, limit), total: matches.length };
  }
}
