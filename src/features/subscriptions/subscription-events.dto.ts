import { Dto, Field } from '../../api/field.js';
import { choice, flag, objects, optional, text, timeOrDay } from '../../api/rules.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { PageQuery } from '../../http/page.js';

@Dto('Where to read on.')
export class SubscriptionEventsQuery extends PageQuery {
  @Field(
    'Without a cursor: begin with what was recorded at this time (up to a minute earlier, so that nothing ' +
      'is left out) instead of at the creation of the subscription. Ignored if `cursor` is given. A plain ' +
      'date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-11-20T00:00:00Z' },
  )
  from?: string;
}

@Dto('Events of a subscription, oldest first.')
export class SubscriptionEventsDto {
  @Field('The events; may be fewer than `limit`, or empty, even when more follow.', objects(CloudEventDto, 200))
  items!: CloudEventDto[];

  @Field('Pass it as `cursor` to continue, now or later. Never null; keep the latest.', text(1, 512), {
    example: 'c29tZXRoaW5nIG9wYXF1ZQ',
  })
  nextCursor!: string;

  @Field('True when more events can be read now; false when all current events were read.', flag(), { example: false })
  hasMore!: boolean;
}

@Dto('Where a stream begins.')
export class SubscriptionStreamQuery {
  @Field(
    'Continue at the cursor of an event list or of the `ready` of an earlier stream. Without it the stream ' +
      'starts now. `Last-Event-ID` takes precedence.',
    optional(text(1, 512, /^[A-Za-z0-9_-]+$/, 'a cursor as it was given')),
  )
  cursor?: string;
}

@Dto('All missed events were sent; new events follow as they occur.')
export class SubscriptionStreamReadyDto {
  @Field('Position of the stream, usable as `cursor`, for clients that have not received an event yet.', text(1, 512), {
    example: 'c29tZXRoaW5nIG9wYXF1ZQ',
  })
  cursor!: string;

  static from(cursor: string): SubscriptionStreamReadyDto {
    return Object.assign(new SubscriptionStreamReadyDto(), { cursor });
  }
}

@Dto('The last event of a stream whose subscription was deleted.')
export class SubscriptionEndedDto {
  @Field('Reason for the end.', choice(['deleted']), { example: 'deleted' })
  reason!: string;

  @Field('Advice for the caller, as text for people.', text(1, 500), {
    example: 'The subscription was deleted. Create another subscription to continue.',
  })
  detail!: string;

  static from(): SubscriptionEndedDto {
    return Object.assign(new SubscriptionEndedDto(), {
      reason: 'deleted',
      detail: 'The subscription was deleted. Create another subscription to continue.',
    });
  }
}
