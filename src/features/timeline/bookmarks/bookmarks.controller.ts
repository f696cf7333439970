import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { BookmarkChangesDto, BookmarkDto, BookmarkPageDto, NewBookmarkDto } from './bookmark.dto.js';
import { Bookmarks } from './bookmarks.records.js';

const path = '/timeline/bookmarks';

@Service()
@Authorized()
@JsonController(path)
export class BookmarksController extends OwnedController<Bookmarks> {
  constructor(bookmarks: Bookmarks, cursors: CursorCodec) {
    super(bookmarks, cursors, { path, list: 'timeline-bookmarks', from: BookmarkDto.from });
  }

  @ListOwned({ summary: 'List your bookmarks', returns: BookmarkPageDto })
  listBookmarks(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a bookmark',
    description:
      'Marks an event of your timeline. A copy of the event is kept with the bookmark, also when the timeline ' +
      'no longer holds the event. An event has at most one bookmark of yours.',
    returns: BookmarkDto,
    errors: ['unprocessable', 'conflict'],
  })
  createBookmark(caller: Caller, input: NewBookmarkDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a bookmark',
    description: 'Returns one of your bookmarks, with a copy of its event.',
    returns: BookmarkDto,
  })
  getBookmark(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a bookmark',
    description: 'Updates the note. `version` rises only if it changed.',
    returns: BookmarkDto,
  })
  updateBookmark(caller: Caller, id: string, changes: BookmarkChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a bookmark',
    description: 'Deletes the bookmark and its copy of the event permanently.',
  })
  deleteBookmark(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
