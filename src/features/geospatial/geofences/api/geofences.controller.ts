import { Authorized, Body, Delete, Get, JsonController, Param, Post, Put, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../../http/caller.js';
import { CursorCodec } from '../../../../http/cursor.js';
import { IfMatch } from '../../../../http/entity-tag.js';
import type { Page } from '../../../../http/page.js';
import { Reply } from '../../../../http/reply.js';
import { Endpoint } from '../../../../openapi/endpoint.js';
import { FormatQuery } from '../../area-query.dto.js';
import { feature, featureCollection, geoJson, geoJsonType, WantsGeoJson } from '../../geojson.js';
import type { Geofence } from '../geofence.js';
import { FenceOutlines } from './fence-outlines.service.js';
import { GeofenceDto, GeofencePageDto, GeofencesQuery, NewGeofenceDto } from './geofence.dto.js';
import { GeofencesService } from './geofences.service.js';

const asGeoJson =
  'Circles and corridors as polygons, corridors one for each part of their line; a moving fence where it is now, without a geometry while it sleeps.';

@Service()
@Authorized()
@JsonController('/geospatial/geofences')
export class GeofencesController {
  constructor(
    private readonly geofences: GeofencesService,
    private readonly outlines: FenceOutlines,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your geofences',
    description: 'Oldest first. Follow `nextCursor` until it is null.',
    returns: GeofencePageDto,
    alternatives: { [geoJsonType]: { description: `The page as a FeatureCollection with \`nextCursor\`. ${asGeoJson}` } },
  })
  async listGeofences(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: GeofencesQuery,
    @WantsGeoJson() asFeatures: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor } = query;
    const page = this.cursors.page(`geofences:${accountId}`, limit, cursor);
    const found = await this.geofences.list(accountId, page.fetch, page.after?.[0] as string | undefined);
    const answer = page.answer(found, ({ id }) => [id], GeofenceDto.from);
    if (!asFeatures) return answer;
    const { nextCursor } = answer;
    return geoJson(await featureCollection(found.slice(0, limit), (fence) => this.feature(fence), { nextCursor }));
  }

  @Post('')
  @Endpoint({
    summary: 'Make a geofence',
    description:
      'From then on every coming, going and long stay of a ship or an aircraft is an event of yours: `geofence.entered`, `geofence.exited`, `geofence.dwelled`. It is watched within a second. ' +
      'It follows at most 10,000 objects at once.',
    returns: GeofenceDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createGeofence(@CurrentCaller() { accountId }: Caller, @Body() input: NewGeofenceDto): Promise<Reply> {
    const created = await this.geofences.create(accountId, input);
    return Reply.created(GeofenceDto.from(created), `/api/v1/geospatial/geofences/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Read a geofence',
    description: 'One of your geofences.',
    returns: GeofenceDto,
    alternatives: { [geoJsonType]: { description: `The fence as a Feature. ${asGeoJson}` } },
  })
  async getGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() _query: FormatQuery,
    @WantsGeoJson() asFeatures: boolean,
  ): Promise<GeofenceDto | Reply> {
    const fence = await this.geofences.get(accountId, id);
    return asFeatures ? geoJson(this.feature(fence)) : GeofenceDto.from(fence);
  }

  @Put('/:id')
  @Endpoint({
    summary: 'Replace a geofence',
    description:
      'All of it: what is left out is as the defaults say. Where its shape or policy is another, who is outside now is told as gone (`fence_changed`), and who is inside now is as `insideAtCreation` says; ' +
      'who stays inside stays without a word.',
    returns: GeofenceDto,
    ifMatch: true,
  })
  async replaceGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() input: NewGeofenceDto,
    @IfMatch() ifMatch?: string,
  ): Promise<GeofenceDto> {
    return GeofenceDto.from(await this.geofences.replace(accountId, id, input, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a geofence',
    description: 'For good. Who is inside is told as gone (`fence_ended`). What was told of it stays in the timeline.',
  })
  async deleteGeofence(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.geofences.remove(accountId, id);
  }

  private feature(fence: Geofence): string {
    return feature(fence.id, JSON.stringify(this.outlines.of(fence.shape)), JSON.stringify(GeofenceDto.from(fence)));
  }
}
