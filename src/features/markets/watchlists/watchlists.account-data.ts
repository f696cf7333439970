import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { WatchlistDto } from './watchlist.dto.js';
import { WatchlistsService } from './watchlists.service.js';

/** The watchlists of an account. */
@Service()
export class WatchlistsData extends AccountData {
  readonly section = 'watchlists';
  readonly description = 'Lists of symbols that the account follows.';
  readonly item = WatchlistDto;

  constructor(private readonly watchlists: WatchlistsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.watchlists.list(accountId, this.maxItems)).map(WatchlistDto.from);
  }
}
