import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { BookmarkDto } from './bookmark.dto.js';
import { Bookmarks } from './bookmarks.service.js';

/** The timeline bookmarks of an account. */
@Service()
export class BookmarksData extends AccountData {
  readonly section = 'timelineBookmarks';
  readonly description = 'Its timeline bookmarks, with copies of the events.';
  readonly item = BookmarkDto;

  constructor(private readonly bookmarks: Bookmarks) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.bookmarks.list(accountId, this.maxItems)).map(BookmarkDto.from);
  }
}
