import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { savedSearches } from '../search.schema.js';
import type { SavedSearch } from './saved-search.js';

@Service()
export class SavedSearchRepository extends OwnedTable<SavedSearch> {
  constructor(database: Database) {
    super(database, savedSearches);
  }

  /** Returns a saved search of any account; for internal use. */
  async any(id: string): Promise<SavedSearch | undefined> {
    const [search] = await this.items(eq(savedSearches.id, id));
    return search;
  }
}
