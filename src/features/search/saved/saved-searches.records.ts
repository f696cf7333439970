import { Service } from 'typedi';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { QueriesService } from '../queries.service.js';
import { SearchConfig } from '../search.config.js';
import { SavedSearchDto } from './saved-search.dto.js';
import type { SavedSearch, SavedSearchContent } from './saved-search.js';
import { SavedSearchRepository } from './saved-search.repository.js';

/** Manages the saved searches of accounts. Queries are checked when they are saved. */
@Service()
export class SavedSearchesService extends OwnedRecords<SavedSearch, SavedSearchContent> {
  constructor(
    parts: OwnedParts,
    repository: SavedSearchRepository,
    config: SearchConfig,
    private readonly queries: QueriesService,
  ) {
    super(parts, {
      table: repository,
      noun: 'saved search',
      plural: 'saved searches',
      limitName: 'saved_searches',
      limit: () => config.savedSearches,
      exported: { section: 'savedSearches', description: 'Searches that the account saved.', item: SavedSearchDto },
      shared: { name: 'saved_search', path: '/search/saved', access: ['read', 'write'] },
    });
  }

  /**
   * Changes a saved search; the version increases even if nothing differs.
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`
   */
  override async change(
    accountId: string,
    id: string,
    changes: Partial<SavedSearchContent>,
    ifMatch?: string,
  ): Promise<SavedSearch> {
    await this.assertValid(accountId, changes);
    return super.change(accountId, id, changes, ifMatch);
  }

  /**
   * Returns the content of a new saved search.
   * @throws Problem `invalid_request` that names the position of the error in the query
   */
  protected async fresh(accountId: string, content: SavedSearchContent): Promise<ContentOf<SavedSearch>> {
    await this.assertValid(accountId, content);
    const { name, q, type } = content;
    return { name, q, types: [...new Set(type)] };
  }

  protected revised(_search: SavedSearch, { name, q, type }: Partial<SavedSearchContent>): Partial<SavedSearch> {
    return { name, q, types: type && [...new Set(type)], updatedAt: this.now() };
  }

  private async assertValid(accountId: string, { q, type }: Partial<SavedSearchContent>): Promise<void> {
    this.queries.assertTypes(type, '/type');
    if (q !== undefined) this.queries.assertPossible(await this.queries.read(accountId, q, '/q'), '/q');
  }
}
