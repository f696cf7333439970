import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import type { Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { FormatQuery } from '../area-query.dto.js';
import { featureCollection, geoJson, geoJsonType, WantsGeoJson } from '../geojson.js';
import { readArea } from '../geometry/read-area.js';
import { EventSearch } from './event-search.service.js';
import { GeoEventDto, GeoEventPageDto, GeoEventsQuery } from './geo-event.dto.js';
import { eventFeature } from './geo-event-features.js';
import { severityRules } from './severity.js';

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
    summary: 'List events of the world',
    description: `What happens and happened: earthquakes, storms, fires, conflict, and what is noticed in the movements of ships and aircraft. Latest start first. An event that goes on is kept for as long as its source lists it, however old it is (of one source at most 10,000 that it has not changed for a year); one that is over is kept for a year after its end and its last change, news of protest and conflict for 30 days. A page of a circle or polygon may hold fewer items than asked for: follow \`nextCursor\` until it is null. ${severityRules}`,
    returns: GeoEventPageDto,
    alternatives: { [geoJsonType]: 'A FeatureCollection: of each event its own geometry, or its place. `nextCursor` is a member of it.' },
  })
  async listGeoEvents(@QueryParams() query: GeoEventsQuery, @WantsGeoJson() wantsGeoJson: boolean): Promise<Page<object> | Reply> {
    const { limit, cursor, format: _, ...request } = query;
    const scope = `geo-events:${JSON.stringify(request)}`;
    const [ms, id] = cursor === undefined ? [] : this.cursors.decode(scope, cursor);
    const after = id === undefined ? undefined : { startedAt: new Date(ms as number), id: id as string };
    const { from, to, type: types, minSeverity, provider, ongoing } = request;
    const { events, next } = await this.search.list(
      { area: readArea(request), ...timeWindow({ from, to }), types, minSeverity, providers: provider, ongoing },
      limit,
      after,
    );
    const nextCursor = next === undefined ? null : this.cursors.encode(scope, [next.startedAt.getTime(), next.id]);
    if (!wantsGeoJson) return { items: events.map(GeoEventDto.from), nextCursor };
    return geoJson(await featureCollection(events, (event) => eventFeature(event, GeoEventDto.from(event)), { nextCursor }));
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a timeline event of the world',
    description: 'One event, as it is known now.',
    returns: GeoEventDto,
    alternatives: { [geoJsonType]: 'The event as a Feature.' },
  })
  async getGeoEvent(@Param('id') id: string, @QueryParams() _query: FormatQuery, @WantsGeoJson() wantsGeoJson: boolean): Promise<GeoEventDto | Reply> {
    const event = await this.search.get(id);
    const dto = GeoEventDto.from(event);
    return wantsGeoJson ? geoJson(eventFeature(event, dto)) : dto;
  }
}
