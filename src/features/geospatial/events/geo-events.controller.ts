import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import type { Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import { Endpoint, type FeatureDescription } from '../../../openapi/endpoint.js';
import type { GeoEvent } from '../geo-event.js';
import { feature, featureCollection, geoJson, geoJsonType, pointGeometry, WantsGeoJson } from '../geojson.js';
import { readArea } from '../geometry/read-area.js';
import { EventSearch } from './event-search.service.js';
import { GeoEventDto, GeoEventPageDto, GeoEventsQuery } from './geo-event.dto.js';
import { severityRules } from './severity.js';

const eventFeatures: FeatureDescription = {
  dto: GeoEventDto,
  without: ['id', 'position', 'geometry'],
  geometry: ['Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'],
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
};

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
    description: `Current and past events: earthquakes, storms, fires, conflicts, and detections in the movements of vessels and aircraft. Latest start first. An ongoing event is kept for as long as its source lists it (at most 10,000 per source that did not change for a year). An ended event is kept for a year after its end and its last change, conflict and unrest for 30 days. With a circle or polygon filter a page may contain fewer items than requested: follow \`nextCursor\` until it is null. ${severityRules}`,
    returns: GeoEventPageDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection with `nextCursor`. The geometry of a feature is that of the event, or its position.',
        geoJson: { features: [eventFeatures], collection: GeoEventPageDto },
      },
    },
  })
  async listGeoEvents(@QueryParams() query: GeoEventsQuery, @WantsGeoJson() wantsGeoJson: boolean): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const scope = `geo-events:${JSON.stringify(request)}`;
    const [ms, id] = cursor === undefined ? [] : this.cursors.decode(scope, cursor);
    const after = id === undefined ? undefined : { startedAt: new Date(ms as number), id: id as string };
    const { from, to, order, type: types, minSeverity, provider, ongoing } = request;
    const { events, next } = await this.search.list(
      { area: readArea(request), ...timeWindow({ from, to }), types, minSeverity, providers: provider, ongoing, order },
      limit,
      after,
    );
    const nextCursor = next === undefined ? null : this.cursors.encode(scope, [next.startedAt.getTime(), next.id]);
    if (!wantsGeoJson) return { items: events.map(GeoEventDto.from), nextCursor };
    return geoJson(await featureCollection(events, (event) => eventFeature(event, GeoEventDto.from(event)), { nextCursor }));
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a geo event',
    description: 'The current state of one event.',
    returns: GeoEventDto,
    alternatives: { [geoJsonType]: { description: 'The event as a Feature.', geoJson: { features: [eventFeatures] } } },
  })
  async getGeoEvent(@Param('id') id: string, @WantsGeoJson() wantsGeoJson: boolean): Promise<GeoEventDto | Reply> {
    const event = await this.search.get(id);
    const dto = GeoEventDto.from(event);
    return wantsGeoJson ? geoJson(eventFeature(event, dto)) : dto;
  }
}

/** An event as a GeoJSON Feature with its geometry, or else its position. The `properties` are the other fields of the JSON form. */
function eventFeature({ position, geometry }: GeoEvent, dto: { id: string; position: object; geometry: object | null }): string {
  const { position: _, geometry: __, id, ...properties } = dto;
  return feature(id, geometry === null ? pointGeometry(position.lat, position.lon) : JSON.stringify(geometry), JSON.stringify(properties));
}
