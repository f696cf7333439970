import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
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
import type { GeoEvent } from '../geo-event.js';
import { centerOf, readArea, sortCenterOf } from '../geometry/read-area.js';
import { nearby } from '../nearby.js';
import { distanceCursorOf } from '../within-area.js';
import { EventSearch } from './event-search.service.js';
import { eventFeatures, GeoEventDto, GeoEventPageDto, GeoEventsQuery } from './geo-event.dto.js';
import { severityRules } from './severity.js';

type EventsRequest = Omit<GeoEventsQuery, 'limit' | 'cursor'>;

@Service()
@Authorized()
@JsonController('/geospatial/events')
export class GeoEventsController {
  constructor(
    private readonly search: EventSearch,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List geo events',
    description: `Returns current and past events: earthquakes, storms, fires, conflicts, and detections in the movements of vessels and aircraft. Latest start first, or nearest first with \`sort=distance\`. An ongoing event is kept for as long as its source lists it (at most 10,000 per source that did not change for a year). An ended event is kept for a year after its end and its last change, conflict and unrest for 30 days. With a circle or polygon filter a page may contain fewer items than requested: follow \`nextCursor\` until it is null. ${severityRules}`,
    returns: GeoEventPageDto,
    alternatives: {
      [geoJsonType]: {
        description:
          'A FeatureCollection with `nextCursor`. The geometry of a feature is that of the event, or its position.',
        geoJson: { features: [eventFeatures], collection: GeoEventPageDto },
      },
    },
  })
  async listGeoEvents(
    @QueryParams() query: GeoEventsQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const scope = `geo-events:${JSON.stringify(request)}`;
    const after = cursor === undefined ? undefined : this.cursors.decode(scope, cursor);
    const found = await this.find(request, limit, after);
    const nextCursor = found.next === undefined ? null : this.cursors.encode(scope, found.next);
    const events = found.events.map((event) => nearby(event, centerOf(request)));
    if (!wantsGeoJson) return { items: events.map(GeoEventDto.from), nextCursor };
    return geoJson(
      await featureCollection(events, (event) => eventFeature(event, GeoEventDto.from(event)), { nextCursor }),
    );
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a geo event',
    description: 'Returns the current state of one event.',
    returns: GeoEventDto,
    alternatives: { [geoJsonType]: { description: 'The event as a Feature.', geoJson: { features: [eventFeatures] } } },
  })
  async getGeoEvent(@Param('id') id: string, @WantsGeoJson() wantsGeoJson: boolean): Promise<GeoEventDto | Reply> {
    const event = await this.search.get(id);
    const dto = GeoEventDto.from(event);
    return wantsGeoJson ? geoJson(eventFeature(event, dto)) : dto;
  }

  /** Finds a page of events, by start or by distance, and the cursor of the next page. */
  private async find(
    request: EventsRequest,
    limit: number,
    after: (string | number)[] | undefined,
  ): Promise<{ events: GeoEvent[]; next?: (string | number)[] }> {
    const { from, to, order, type: types, minSeverity, provider: providers, ongoing } = request;
    const [area, center] = [readArea(request), sortCenterOf(request)];
    const filter = { area, ...timeWindow({ from, to }), types, minSeverity, providers, ongoing, order };
    if (area !== undefined && center !== undefined) {
      const { events, next } = await this.search.nearest(filter, area, center, limit, distanceCursorOf(after));
      return { events, next: next && [next.distance, next.id] };
    }
    const { events, next } = await this.search.list(
      filter,
      limit,
      after && { startedAt: new Date(after[0] as number), id: after[1] as string },
    );
    return { events, next: next && [next.startedAt.getTime(), next.id] };
  }
}

/**
 * Formats an event as a GeoJSON Feature with its geometry, or else its position. The `properties` are the other fields
 * of its JSON.
 */
function eventFeature(
  { position, geometry }: GeoEvent,
  dto: { id: string; position: object; geometry: object | null },
): string {
  const { position: _, geometry: __, id, ...properties } = dto;
  return feature(
    id,
    geometry === null ? pointGeometry(position.lat, position.lon) : JSON.stringify(geometry),
    JSON.stringify(properties),
  );
}
