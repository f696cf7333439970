import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { EventEnvelopes } from '../../../events/event-envelopes.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { EventContextDto, EventContextQuery } from './event-context.dto.js';
import { EventContexts } from './event-context.service.js';

@Service()
@Authorized()
@JsonController('/timeline')
export class EventContextController {
  constructor(
    private readonly contexts: EventContexts,
    private readonly envelopes: EventEnvelopes,
  ) {}

  @Get('/:id/context')
  @Endpoint({
    summary: 'Get the context of a timeline event',
    description:
      'Returns the context of an event: price changes, vessels, aircraft and geo events near its place, and ' +
      'other reported events. Each part is limited and names its missing data; if one part fails, the ' +
      'others are still returned.',
    returns: EventContextDto,
  })
  async getTimelineEventContext(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: EventContextQuery,
    @CurrentRequester() { signal }: Requester,
  ): Promise<EventContextDto> {
    return EventContextDto.from(await this.contexts.read(accountId, id, query, signal), (event) =>
      this.envelopes.of(event),
    );
  }
}
