import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../api/endpoint.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { feature, featureCollection, geoJson, geoJsonType, pointGeometry, WantsGeoJson } from '../../http/geojson.js';
import type { Page } from '../../http/page.js';
import type { Reply } from '../../http/reply.js';
import { TimelinePageDto, TimelineQuery } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

const eventFeatures: FeatureDescription = {
  dto: CloudEventDto,
  without: ['id'],
  geometry: ['Point'],
  nullGeometry: 'for an event without a place',
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
};

@Service()
@Authorized()
@JsonController('/timeline')
export class TimelineController {
  constructor(
    private readonly timeline: TimelineService,
    private readonly envelopes: EventEnvelopes,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List timeline events',
    description: 'Lists all events that you may see (public ones and your own), newest first by default.',
    returns: TimelinePageDto,
    lane: 'searches',
    alternatives: {
      [geoJsonType]: {
        description:
          'A FeatureCollection of points with `nextCursor`; the geometry of an event without a place is null.',
        geoJson: { features: [eventFeatures], collection: TimelinePageDto },
      },
    },
  })
  async listTimeline(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: TimelineQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`timeline:${accountId}:${JSON.stringify(request)}`, limit, cursor);
    const before = page.after && { time: new Date(page.after[0] as number), position: page.after[1] as number };
    const events = await this.timeline.list(accountId, request, page.fetch, before);
    const answer = page.answer(
      events,
      ({ time, position }) => [time.getTime(), position],
      (event) => CloudEventDto.from(this.envelopes.of(event)),
    );
    if (!wantsGeoJson) return answer;
    return geoJson(
      await featureCollection(events.slice(0, limit), (event) => this.featureOf(event), {
        nextCursor: answer.nextCursor,
      }),
    );
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a timeline event',
    description: 'Returns one event, public or your own.',
    returns: CloudEventDto,
  })
  async getTimelineEvent(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<CloudEventDto> {
    return CloudEventDto.from(this.envelopes.of(await this.timeline.get(accountId, id)));
  }

  private featureOf(event: LoggedEvent): string {
    const { id, ...properties } = this.envelopes.of(event);
    const { latitude, longitude } = event;
    return feature(
      id,
      latitude === null || longitude === null ? 'null' : pointGeometry(latitude, longitude),
      JSON.stringify(properties),
    );
  }
}
