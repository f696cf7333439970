import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import type { Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { AreaQuery } from '../area-query.dto.js';
import { feature, featureCollection, geoJson, geoJsonType, pointGeometry, WantsGeoJson } from '../geojson.js';
import { readArea } from '../geometry/read-area.js';
import { NewPinDto, PinChangesDto, PinDto, PinPageDto } from './pin.dto.js';
import type { Pin } from './pin.js';
import { PinsService } from './pins.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/pins')
export class PinsController {
  constructor(
    private readonly pins: PinsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your pins',
    description: 'Oldest first, without those that have expired. Follow `nextCursor` until it is null.',
    returns: PinPageDto,
    alternatives: { [geoJsonType]: 'A FeatureCollection of points. `nextCursor` is a member of it.' },
  })
  async listPins(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: AreaQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, format: _, ...request } = query;
    const page = this.cursors.page(`pins:${accountId}:${JSON.stringify(request)}`, limit, cursor);
    const found = await this.pins.list(accountId, readArea(request), page.fetch, page.after?.[0] as string | undefined);
    const answer = page.answer(found, ({ id }) => [id], PinDto.from);
    return wantsGeoJson ? geoJson(await featureCollection(found.slice(0, limit), featureOf, { nextCursor: answer.nextCursor })) : answer;
  }

  @Post('')
  @Endpoint({
    summary: 'Set a pin',
    description: 'A place and what is to be said of it, for you alone. With `expiresAt` it goes by itself.',
    returns: PinDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createPin(@CurrentCaller() { accountId }: Caller, @Body() input: NewPinDto): Promise<Reply> {
    const created = await this.pins.create(accountId, input);
    return Reply.created(PinDto.from(created), `/api/v1/geospatial/pins/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Read a pin', description: 'One of your pins.', returns: PinDto })
  async getPin(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<PinDto> {
    return PinDto.from(await this.pins.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Change a pin',
    description: 'Changes what is sent. What is as it was already leaves the version as it is.',
    returns: PinDto,
    ifMatch: true,
  })
  async updatePin(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: PinChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<PinDto> {
    return PinDto.from(await this.pins.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({ summary: 'Delete a pin', description: 'For good.' })
  async deletePin(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.pins.remove(accountId, id);
  }
}

function featureOf(pin: Pin): string {
  const { id, position, ...properties } = PinDto.from(pin);
  return feature(id, pointGeometry(position.lat, position.lon), JSON.stringify(properties));
}
