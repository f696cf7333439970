import { Service } from 'typedi';
import type { FusedResult } from './rank-fusion.js';
import { SavedSearchesService } from './saved/saved-searches.records.js';
import { SearchService } from './search.service.js';

/** Lets other features run searches. */
@Service()
export class SearchApi {
  constructor(
    private readonly searches: SearchService,
    private readonly saved: SavedSearchesService,
  ) {}

  /**
   * Returns the best results of a saved search that happened or were changed at `since` or later.
   * @throws Problem `not_found`
   */
  async newest(accountId: string, savedSearchId: string, since: Date): Promise<FusedResult[]> {
    const { q, types } = await this.saved.get(accountId, savedSearchId);
    return this.searches.since(accountId, { q, type: types.length === 0 ? undefined : types }, since);
  }
}
