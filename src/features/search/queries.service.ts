import { Service } from 'typedi';
import { preferencesOf } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { closestName } from '../../config/closest-name.js';
import { parseQuery } from '../../search/parse-query.js';
import { QueryError } from '../../search/query-tokens.js';
import {
  EVERYTHING,
  isEverything,
  NOTHING,
  replaceFields,
  type SearchQuery,
  type TextClause,
  textsOf,
} from '../../search/search-query.js';
import { type SearchSource, SearchSources } from '../../search/search-source.js';

/** A query as an account wrote it, parsed. */
export interface ReadQuery {
  query: SearchQuery;
  /** The terms of a match, to be highlighted. */
  terms: TextClause[];
  /** The query when it is one word, which may be an identifier. */
  identifier?: string;
}

/** Reads queries in the time zone of the account. */
@Service()
export class QueriesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sources: SearchSources,
  ) {}

  /**
   * @param pointer where the query is, for errors: `query/q`, `/q`
   * @throws Problem `invalid_request` that names the position
   */
  async read(accountId: string, text: string, pointer: string, isUnfinished = false): Promise<ReadQuery> {
    const account = await this.accounts.recent(accountId);
    const timeZone = account === undefined ? 'UTC' : preferencesOf(account).timeZone;
    try {
      const query = parseQuery(text, { timeZone, isUnfinished, types: this.sources.all.map(({ type }) => type) });
      if (!isUnfinished && isEverything(query)) throw new QueryError(0, 'a word, a phrase or a field is missing');
      const terms = textsOf(query);
      const words = text.trim().split(/\s+/);
      return { query, terms, identifier: words.length === 1 ? words[0] : undefined };
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      throw new Problem('invalid_request', {
        detail: 'The query is not valid; see errors.',
        errors: [{ pointer, detail: `at character ${error.at + 1}: ${error.detail}` }],
      });
    }
  }

  /** @throws Problem `invalid_request` for a type that does not exist @param pointer of the list of types */
  assertTypes(types: readonly string[] | undefined, pointer: string): void {
    const known = this.sources.all.map(({ type }) => type);
    const errors = (types ?? []).flatMap((type, index) => {
      if (known.includes(type)) return [];
      const closest = closestName(type, known);
      return [
        {
          pointer: `${pointer}/${index}`,
          detail: closest === undefined ? `must be one of ${known.join(', ')}` : `is no type; did you mean ${closest}?`,
        },
      ];
    });
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'Some types of results do not exist; see errors.', errors });
  }
}

/** The query for one source: its type is resolved, and fields that its resources do not have match nothing. */
export const queryFor = (query: SearchQuery, { type, fields }: SearchSource): SearchQuery =>
  replaceFields(query, (clause) => {
    if (clause.field === 'type') return clause.values.includes(type) ? EVERYTHING : NOTHING;
    return fields.includes(clause.field) ? clause : NOTHING;
  });
