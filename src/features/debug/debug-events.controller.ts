import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { Reply } from '../../http/reply.js';
import { NewTestEventDto } from './synthetic-event.dto.js';
import { SyntheticEventsService } from './synthetic-events.service.js';

@Service()
@Authorized('operator')
@JsonController('/debug/events')
export class DebugEventsController {
  constructor(private readonly events: SyntheticEventsService) {}

  @Post('')
  @Endpoint({
    summary: 'Append a test event',
    description:
      'Appends an event to the event log. It is in the timeline at once; subscriptions and webhooks receive it ' +
      'moments later, like any other event.',
    returns: CloudEventDto,
    status: 201,
    idempotent: true,
    errors: ['unprocessable'],
  })
  async createEvent(@Body() event: NewTestEventDto): Promise<Reply> {
    const appended = CloudEventDto.from(await this.events.append(event));
    return Reply.created(appended, `/api/v1/timeline/${appended.id}`);
  }
}
