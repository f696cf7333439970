import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { SavedSearchDto } from './saved-search.dto.js';
import { SavedSearchesService } from './saved-searches.service.js';

/** The saved searches of an account. */
@Service()
export class SavedSearchesData extends AccountData {
  readonly section = 'savedSearches';
  readonly description = 'Searches that the account saved.';
  readonly item = SavedSearchDto;

  constructor(private readonly searches: SavedSearchesService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.searches.list(accountId, this.maxItems)).map(SavedSearchDto.from);
  }
}
