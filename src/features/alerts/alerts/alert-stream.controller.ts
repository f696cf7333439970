import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { CloudEventDto } from '../../../events/event.dto.js';
import { EventEnvelopes } from '../../../events/event-envelopes.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { framedOnce } from '../../../http/stream/frame.js';
import { LastEventId } from '../../../http/stream/last-event-id.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import type { StreamItem } from '../../subscriptions/live-stream.js';
import { AlertStreamReadyDto } from './alert.dto.js';
import { AlertStream } from './alert-stream.service.js';

const frames = {
  description:
    'Each event has its id as `id`, its type as `event` and the whole envelope as `data`. `ready`, without an ' +
    'id, means that all missed events were sent.',
  events: { '*': CloudEventDto, ready: AlertStreamReadyDto },
  example: `id: 01980a6e-5f3c-7c1a-9b52-3a8f64d2e901\nevent: alert.firing\ndata: ${JSON.stringify(exampleOf(CloudEventDto))}\n\n`,
  resumes: true,
};

@Service()
@Authorized()
@JsonController('/alerts/stream')
export class AlertStreamController {
  private readonly eventFrame = framedOnce((event: LoggedEvent) => ({
    id: event.id,
    event: event.type,
    data: CloudEventDto.from(this.envelopes.of(event)),
  }));

  constructor(
    private readonly alerts: AlertStream,
    private readonly envelopes: EventEnvelopes,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Stream your alerts',
    description:
      'Sends the events of your alerts as they occur: `alert.firing`, `alert.acknowledged`, `alert.snoozed`, ' +
      '`alert.resolved` and `alert.digest`. `Last-Event-ID` resumes after that event without loss. Silenced ' +
      'alerts, and those in your quiet hours, are not sent.',
    alternatives: { 'text/event-stream': frames },
  })
  async streamAlerts(
    @CurrentCaller() { accountId }: Caller,
    @LastEventId() lastEventId?: string,
  ): Promise<StreamReply<StreamItem>> {
    const reply = await this.alerts.open(accountId, lastEventId);
    return reply.as((item) =>
      'notice' in item ? { event: 'ready', data: AlertStreamReadyDto.from() } : this.eventFrame(item),
    );
  }
}
