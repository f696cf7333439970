import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { type Page, PageQuery } from '../../../http/page.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import type { Layer } from '../layer.js';
import { FenceBacktest } from './fence-backtest.service.js';
import { FenceHistory } from './fence-history.service.js';
import {
  GeofenceBacktestDto,
  GeofenceBacktestRequestDto,
  GeofenceHappeningsQuery,
  GeofenceMemberDto,
  GeofenceMemberPageDto,
  GeofenceTransitionDto,
  GeofenceTransitionPageDto,
} from './geofence-history.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/geofences')
export class GeofenceHistoryController {
  constructor(
    private readonly history: FenceHistory,
    private readonly backtest: FenceBacktest,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:id/inside')
  @Endpoint({
    summary: 'See what is inside a geofence',
    description: 'Ships before aircraft, by their numbers. What has come too recently for `minStaySeconds` is not among them.',
    returns: GeofenceMemberPageDto,
  })
  async listGeofenceInsiders(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor }: PageQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`geofence-inside:${accountId}:${id}`, limit, cursor);
    const after = page.after && { layer: page.after[0] as Layer, key: page.after[1] as number };
    const found = await this.history.inside(accountId, id, page.fetch, after);
    return page.answer(found, ({ layer, key }) => [layer, key], GeofenceMemberDto.from);
  }

  @Get('/:id/transitions')
  @Endpoint({
    summary: 'List what happened at a geofence',
    description: 'Comings, goings and long stays, latest first, for as long as the event log keeps them.',
    returns: GeofenceTransitionPageDto,
  })
  async listGeofenceTransitions(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: GeofenceHappeningsQuery,
  ): Promise<Page<object>> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`geofence-transitions:${accountId}:${id}:${JSON.stringify(request)}`, limit, cursor);
    const before = page.after && { time: new Date(page.after[0] as number), position: page.after[1] as number };
    const found = await this.history.happenings(accountId, id, request, page.fetch, before);
    return page.answer(found, ({ time, position }) => [time.getTime(), position], GeofenceTransitionDto.from);
  }

  @Post('/:id/backtest')
  @Endpoint({
    summary: 'Try a geofence on the past',
    description:
      'What would have been published of it, by the tracks that are kept; nothing is published. The engine of the geofences runs over the kept points, and over as many points between them as reports were left out, evenly spaced: where none was left out, nothing is made up. Nothing leaves a fence as `lost`. What was inside at the beginning, by its last ' +
      'point of the two hours before, is as `insideAtCreation` says. Of ships and aircraft that have a point in the boxes around the fence the whole way is looked at.',
    returns: GeofenceBacktestDto,
    status: 200,
  })
  async backtestGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() range: GeofenceBacktestRequestDto,
  ): Promise<GeofenceBacktestDto> {
    return GeofenceBacktestDto.from(await this.backtest.run(accountId, id, range));
  }
}
