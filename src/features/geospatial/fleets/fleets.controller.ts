import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { FleetChangesDto, FleetDto, FleetPageDto, NewFleetDto } from './fleet.dto.js';
import { Fleets } from './fleets.records.js';

const path = '/geospatial/fleets';

@Service()
@Authorized()
@JsonController(path)
export class FleetsController extends OwnedController<Fleets> {
  constructor(fleets: Fleets, cursors: CursorCodec) {
    super(fleets, cursors, { path, list: 'fleets', from: FleetDto.from });
  }

  @ListOwned({ summary: 'List your fleets', returns: FleetPageDto })
  listFleets(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a fleet',
    description:
      'Creates a named group of up to 1,000 vessels and aircraft. `GET /geospatial/vessels`, `/aircraft` and ' +
      '`/stream` ' +
      'take it as `fleetId`.',
    returns: FleetDto,
    delegable: true,
  })
  createFleet(caller: Caller, fleet: NewFleetDto) {
    return this.created(caller, fleet);
  }

  @GetOwned({ summary: 'Get a fleet', description: 'Returns one of your fleets.', returns: FleetDto, granted: 'read' })
  getFleet(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a fleet',
    description: 'Updates the fields you send; `members` replaces all members.',
    returns: FleetDto,
    granted: 'write',
  })
  updateFleet(caller: Caller, id: string, changes: FleetChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete a fleet', description: 'Deletes the fleet permanently.' })
  deleteFleet(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
