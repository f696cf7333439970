import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { CloudEventDto } from '../../events/event.dto.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import type { Page } from '../../http/page.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { TimelinePageDto, TimelineQuery } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

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
  })
  async listTimeline(@CurrentCaller() { accountId }: Caller, @QueryParams() query: TimelineQuery): Promise<Page<object>> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`timeline:${accountId}:${JSON.stringify(request)}`, limit, cursor);
    const before = page.after && { time: new Date(page.after[0] as number), position: page.after[1] as number };
    const events = await this.timeline.list(accountId, request, page.fetch, before);
    return page.answer(
      events,
      ({ time, position }) => [time.getTime(), position],
      (event) => CloudEventDto.from(this.envelopes.of(event)),
    );
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get a timeline event', description: 'Returns one event, public or your own.', returns: CloudEventDto })
  async getTimelineEvent(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<CloudEventDto> {
    return CloudEventDto.from(this.envelopes.of(await this.timeline.get(accountId, id)));
  }
}
