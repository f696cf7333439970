import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../api/endpoint.js';
import { Problem } from '../../../api/problem.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import {
  feature,
  featureCollection,
  geoJson,
  geoJsonType,
  pointGeometry,
  WantsGeoJson,
} from '../../../http/geojson.js';
import type { Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { centerOf, readArea, sortCenterOf } from '../geometry/read-area.js';
import { type Nearby, nearby } from '../nearby.js';
import { type PositionInput, positionOf } from '../point.dto.js';
import type { Position } from '../position.js';
import { distanceCursorOf } from '../within-area.js';
import { NewPinDto, PinChangesDto, PinDto, PinPageDto, PinsQuery } from './pin.dto.js';
import type { Pin } from './pin.js';
import { PinsService } from './pins.records.js';

const pinFeature: FeatureDescription = {
  dto: PinDto,
  without: ['id', 'position'],
  geometry: ['Point'],
  id: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e',
};

const path = '/geospatial/pins';

@Service()
@Authorized()
@JsonController(path)
export class PinsController extends OwnedController<PinsService> {
  constructor(pins: PinsService, cursors: CursorCodec) {
    super(pins, cursors, { path, list: 'pins', from: PinDto.from });
  }

  @Get('')
  @Endpoint({
    summary: 'List your pins',
    description:
      'Returns pages, oldest first, or nearest first with `sort=distance`; without expired pins. Follow ' +
      '`nextCursor` until it is null.',
    returns: PinPageDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of points with `nextCursor`.',
        geoJson: { features: [pinFeature], collection: PinPageDto },
      },
    },
  })
  async listPins(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: PinsQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`pins:${accountId}:${JSON.stringify(request)}`, limit, cursor);
    const [area, sortCenter] = [readArea(request), sortCenterOf(request)];
    const found =
      area === undefined || sortCenter === undefined
        ? await this.records.within(accountId, area, page.fetch, page.after?.[0] as string | undefined, request.order)
        : await this.records.nearest(accountId, area, sortCenter, page.fetch, distanceCursorOf(page.after));
    const items = found.map((pin) => nearby(pin, centerOf(request)));
    const answer = page.answer(
      items,
      (pin) => ('distance' in pin ? [pin.distance as number, pin.id] : [pin.id]),
      PinDto.from,
    );
    return wantsGeoJson
      ? geoJson(await featureCollection(items.slice(0, limit), featureOf, { nextCursor: answer.nextCursor }))
      : answer;
  }

  @CreateOwned({
    summary: 'Create a pin',
    description: 'Creates a private note at a place. It is deleted automatically at `expiresAt`.',
    returns: PinDto,
  })
  createPin(caller: Caller, input: NewPinDto) {
    return this.created(caller, { ...input, position: placeOf(input.position) });
  }

  @GetOwned({ summary: 'Get a pin', description: 'Returns one of your pins.', returns: PinDto })
  getPin(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a pin',
    description: 'Updates the fields you send. `version` rises only if something changed.',
    returns: PinDto,
  })
  updatePin(caller: Caller, id: string, changes: PinChangesDto, ifMatch?: string) {
    const position = changes.position && placeOf(changes.position);
    return this.changed(caller, id, { ...changes, position }, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete a pin', description: 'Deletes the pin permanently.' })
  deletePin(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}

/** Returns the position of a request. @throws Problem `invalid_request` for a `Point` that is not on the Earth */
function placeOf(given: PositionInput): Position {
  const position = positionOf(given);
  if (position !== undefined) return position;
  const detail = 'must have a longitude from -180 to 180, then a latitude from -90 to 90';
  throw new Problem('invalid_request', {
    detail: 'Some fields are not valid; see errors.',
    errors: [{ pointer: '/position/coordinates', detail }],
  });
}

function featureOf(pin: Nearby<Pin>): string {
  const { id, position, ...properties } = PinDto.from(pin);
  return feature(id, pointGeometry(position.lat, position.lon), JSON.stringify(properties));
}
