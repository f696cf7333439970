import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../../http/caller.js';
import { CursorCodec } from '../../../../http/cursor.js';
import { type Page, PageQuery } from '../../../../http/page.js';
import type { Layer } from '../../layer.js';
import { FenceHistory } from './fence-history.service.js';
import {
  GeofenceMemberDto,
  GeofenceMemberPageDto,
  GeofenceTransitionDto,
  GeofenceTransitionPageDto,
  GeofenceTransitionsQuery,
} from './geofence-history.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/geofences')
export class GeofenceHistoryController {
  constructor(
    private readonly history: FenceHistory,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:id/inside')
  @Endpoint({
    summary: 'List the members of a geofence',
    description:
      'Returns the objects inside: vessels before aircraft, ordered by MMSI or address. Objects that have ' +
      'not been inside for `minStaySeconds` are left out.',
    returns: GeofenceMemberPageDto,
    granted: 'read',
  })
  async listGeofenceMembers(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor }: PageQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`geofence-inside:${accountId}:${id}`, limit, cursor);
    const after = page.after && { layer: page.after[0] as Layer, key: page.after[1] as number };
    const found = await this.history.members(accountId, id, page.fetch, after);
    return page.answer(found, ({ layer, key }) => [layer, key], GeofenceMemberDto.from);
  }

  @Get('/:id/transitions')
  @Endpoint({
    summary: 'List transitions at a geofence',
    description: 'Returns entries, exits and dwells, latest first, for as long as the event log keeps them.',
    returns: GeofenceTransitionPageDto,
    granted: 'read',
  })
  async listGeofenceTransitions(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: GeofenceTransitionsQuery,
  ): Promise<Page<object>> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`geofence-transitions:${accountId}:${id}:${JSON.stringify(request)}`, limit, cursor);
    const before = page.after && { time: new Date(page.after[0] as number), position: page.after[1] as number };
    const found = await this.history.transitions(accountId, id, request, page.fetch, before);
    return page.answer(found, ({ time, position }) => [time.getTime(), position], GeofenceTransitionDto.from);
  }
}
