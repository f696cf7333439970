import { Authorized, Body, Delete, Get, JsonController, Param, Post, Put, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../../http/caller.js';
import { CursorCodec } from '../../../../http/cursor.js';
import { IfMatch } from '../../../../http/entity-tag.js';
import { feature, featureCollection, geoJson, geoJsonType, WantsGeoJson } from '../../../../http/geojson.js';
import type { Page } from '../../../../http/page.js';
import { Reply } from '../../../../http/reply.js';
import type { GrantedItem } from '../../../../resources/granted-items.service.js';
import { SharedListQuery, withGrant } from '../../../../resources/resource-dto.js';
import type { Geofence } from '../geofence.js';
import { FenceOutlines } from './fence-outlines.service.js';
import { fenceFeature, GeofenceDto, GeofencePageDto, NewGeofenceDto } from './geofence.dto.js';
import { GeofencesService } from './geofences.service.js';

/** A geofence of the caller; of another account with the grant by which the caller sees it. */
type Listed = Partial<GrantedItem<Geofence>> & { item: Geofence };

const asGeoJson =
  'Circles are polygons; corridors are one polygon for each segment of their line. A moving geofence has its ' +
  'current position, and a null geometry while it is inactive.';

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
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: GeofencePageDto,
    alternatives: {
      [geoJsonType]: {
        description: `The page as a FeatureCollection with \`nextCursor\`. ${asGeoJson}`,
        geoJson: { features: [fenceFeature], collection: GeofencePageDto },
      },
    },
  })
  async listGeofences(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: SharedListQuery,
    @WantsGeoJson() asFeatures: boolean,
  ): Promise<Page<object> | Reply> {
    const { items, nextCursor }: Page<Listed> = query.shared
      ? await this.geofences.shared(caller, query)
      : await this.own(caller, query);
    if (!asFeatures) return { items: items.map(dtoOf), nextCursor };
    return geoJson(await featureCollection(items, (listed) => this.feature(listed), { nextCursor }));
  }

  @Post('')
  @Endpoint({
    summary: 'Create a geofence',
    description:
      'Creates a geofence. Entries, exits and dwells of vessels and aircraft are published to you as ' +
      '`geofence.entered`, `geofence.exited` and `geofence.dwelled`. The geofence is active within a ' +
      'second. It has at most 10,000 members at once; further entries are ignored.',
    returns: GeofenceDto,
    status: 201,
    idempotent: true,
    delegable: true,
    errors: ['quota_reached', 'not_found'],
  })
  async createGeofence(@CurrentCaller() { accountId }: Caller, @Body() input: NewGeofenceDto): Promise<Reply> {
    const created = await this.geofences.create(accountId, input);
    return Reply.created(GeofenceDto.from(created), `/api/v1/geospatial/geofences/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a geofence',
    description: 'Returns one of your geofences.',
    returns: GeofenceDto,
    alternatives: {
      [geoJsonType]: { description: `The geofence as a Feature. ${asGeoJson}`, geoJson: { features: [fenceFeature] } },
    },
    granted: 'read',
  })
  async getGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @WantsGeoJson() asFeatures: boolean,
  ): Promise<GeofenceDto | Reply> {
    const fence = await this.geofences.get(accountId, id);
    return asFeatures ? geoJson(this.feature({ item: fence })) : GeofenceDto.from(fence);
  }

  @Put('/:id')
  @Endpoint({
    summary: 'Replace a geofence',
    description:
      'Replaces the whole geofence; omitted fields return to their defaults. If the shape or policy changed, ' +
      'objects no longer inside produce an exit (`fence_changed`), objects newly inside are treated as ' +
      '`insideAtCreation` says, ' +
      'and objects still inside produce no event.',
    returns: GeofenceDto,
    ifMatch: true,
    granted: 'write',
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
    description:
      'Deletes the geofence permanently. Its members produce an exit (`fence_ended`). Its past events stay in ' +
      'the timeline.',
    ifMatch: true,
  })
  async deleteGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.geofences.remove(accountId, id, ifMatch);
  }

  private async own({ accountId }: Caller, { limit, cursor, order }: SharedListQuery): Promise<Page<Listed>> {
    const page = this.cursors.page(`geofences:${accountId}:${order}`, limit, cursor);
    const found = await this.geofences.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer<Geofence, Listed>(
      found,
      ({ id }) => [id],
      (item) => ({ item }),
    );
  }

  private feature(listed: Listed): string {
    const { id, shape } = listed.item;
    return feature(id, JSON.stringify(this.outlines.of(shape)), JSON.stringify(dtoOf(listed)));
  }
}

const dtoOf = ({ item, grant }: Listed): object =>
  grant === undefined ? GeofenceDto.from(item) : withGrant(GeofenceDto.from(item), grant);
