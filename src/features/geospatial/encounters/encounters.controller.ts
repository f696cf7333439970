import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../api/endpoint.js';
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
import type { Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import { centerOf, readArea, sortCenterOf } from '../geometry/read-area.js';
import { entityOf } from '../layer.js';
import { nearby } from '../nearby.js';
import { distanceCursorOf } from '../within-area.js';
import { EncounterDto, EncounterPageDto, EncountersQuery } from './encounter.dto.js';
import type { Encounter } from './encounter.js';
import { Encounters } from './encounters.service.js';

const encounterFeatures: FeatureDescription = {
  dto: EncounterDto,
  without: ['id', 'position'],
  geometry: ['Point'],
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981',
};

type EncountersRequest = Omit<EncountersQuery, 'limit' | 'cursor'>;

@Service()
@Authorized()
@JsonController('/geospatial/encounters')
export class EncountersController {
  constructor(
    private readonly encounters: Encounters,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List encounters of vessels',
    description:
      'Returns current and past encounters: two vessels that lie or drift within 500 m of each other in the ' +
      'open sea for two hours. Latest start first, or nearest first with `sort=distance`. An encounter is ' +
      'listed from its detection, two hours after its start, until a year after its end. With a circle or ' +
      'polygon filter a page may contain fewer items than requested: follow `nextCursor` until it is null.',
    returns: EncounterPageDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of points with `nextCursor`.',
        geoJson: { features: [encounterFeatures], collection: EncounterPageDto },
      },
    },
  })
  async listEncounters(
    @QueryParams() query: EncountersQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const scope = `encounters:${JSON.stringify(request)}`;
    const after = cursor === undefined ? undefined : this.cursors.decode(scope, cursor);
    const found = await this.find(request, limit, after);
    const nextCursor = found.next === undefined ? null : this.cursors.encode(scope, found.next);
    const items = found.items.map((item) => EncounterDto.from(nearby(item, centerOf(request))));
    if (!wantsGeoJson) return { items, nextCursor };
    return geoJson(await featureCollection(items, encounterFeature, { nextCursor }));
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get an encounter of vessels',
    description: 'Returns the current state of one encounter.',
    returns: EncounterDto,
    alternatives: {
      [geoJsonType]: { description: 'The encounter as a Feature.', geoJson: { features: [encounterFeatures] } },
    },
  })
  async getEncounter(@Param('id') id: string, @WantsGeoJson() wantsGeoJson: boolean): Promise<EncounterDto | Reply> {
    const dto = EncounterDto.from(await this.encounters.get(id));
    return wantsGeoJson ? geoJson(encounterFeature(dto)) : dto;
  }

  /** Finds a page of encounters, by start or by distance, and the cursor of the next page. */
  private async find(
    request: EncountersRequest,
    limit: number,
    after: (string | number)[] | undefined,
  ): Promise<{ items: Encounter[]; next?: (string | number)[] }> {
    const { from, to, order, mmsi, ongoing } = request;
    const [area, center] = [readArea(request), sortCenterOf(request)];
    const filter = {
      area,
      ...timeWindow({ from, to }),
      entities: mmsi?.map((one) => entityOf('vessels', Number(one))),
      ongoing,
      order,
    };
    if (area !== undefined && center !== undefined) {
      const { items, next } = await this.encounters.nearest(filter, area, center, limit, distanceCursorOf(after));
      return { items, next: next && [next.distance, next.id] };
    }
    const { items, next } = await this.encounters.list(
      filter,
      limit,
      after && { startedAt: new Date(after[0] as number), id: after[1] as string },
    );
    return { items, next: next && [next.startedAt.getTime(), next.id] };
  }
}

/** Formats an encounter as a GeoJSON Feature. The `properties` are the other fields of its JSON. */
function encounterFeature({ id, position: { lat, lon }, ...properties }: EncounterDto): string {
  return feature(id, pointGeometry(lat, lon), JSON.stringify(properties));
}
