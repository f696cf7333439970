import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { NewScreenDto, ScreenChangesDto, ScreenDto, ScreenPageDto } from './screen.dto.js';
import { ScreensService } from './screens.records.js';

const path = '/markets/screens';

@Service()
@Authorized()
@JsonController(path)
export class ScreensController extends OwnedController<ScreensService> {
  constructor(screens: ScreensService, cursors: CursorCodec) {
    super(screens, cursors, { path, list: 'screens', from: ScreenDto.from });
  }

  @ListOwned({ summary: 'List your screens', returns: ScreenPageDto })
  listScreens(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Save a screen',
    description:
      'Saves a condition on the instruments of a universe, with the order and the columns of its results. Unknown ' +
      'fields are rejected, and so is a condition that can never be true (422). Watchlists and portfolios are looked ' +
      'up when the screen is run.',
    returns: ScreenDto,
    errors: ['unprocessable'],
  })
  createScreen(caller: Caller, input: NewScreenDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a screen',
    description: 'Returns one of your screens. `GET /markets/screens/{id}/results` runs it.',
    returns: ScreenDto,
    granted: 'read',
  })
  getScreen(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a screen',
    description: 'Updates the fields you send. Null for `condition` or `limit` removes it.',
    returns: ScreenDto,
    errors: ['unprocessable'],
  })
  updateScreen(caller: Caller, id: string, changes: ScreenChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete a screen', description: 'Deletes the screen permanently.' })
  deleteScreen(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
