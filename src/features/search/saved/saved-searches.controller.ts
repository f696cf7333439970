import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { NewSavedSearchDto, SavedSearchChangesDto, SavedSearchDto, SavedSearchPageDto } from './saved-search.dto.js';
import { SavedSearchesService } from './saved-searches.records.js';

const path = '/search/saved';

@Service()
@Authorized()
@JsonController(path)
export class SavedSearchesController extends OwnedController<SavedSearchesService> {
  constructor(searches: SavedSearchesService, cursors: CursorCodec) {
    super(searches, cursors, { path, list: 'saved-searches', from: SavedSearchDto.from });
  }

  @ListOwned({ summary: 'List your saved searches', returns: SavedSearchPageDto })
  listSavedSearches(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Save a search',
    description: 'Saves a query under a name. The query is checked; an error names its position.',
    returns: SavedSearchDto,
    delegable: true,
  })
  createSavedSearch(caller: Caller, input: NewSavedSearchDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a saved search',
    description: 'Returns one of your saved searches. Pass its `q` and `type` to `GET /search` to run it.',
    returns: SavedSearchDto,
    granted: 'read',
  })
  getSavedSearch(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a saved search',
    description: 'Updates the fields you send. A new query is checked; an error names its position.',
    returns: SavedSearchDto,
    granted: 'write',
  })
  updateSavedSearch(caller: Caller, id: string, { type, ...changes }: SavedSearchChangesDto, ifMatch?: string) {
    const types = type === undefined ? {} : { type: type ?? [] };
    return this.changed(caller, id, { ...changes, ...types }, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete a saved search', description: 'Deletes the saved search permanently.' })
  deleteSavedSearch(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
