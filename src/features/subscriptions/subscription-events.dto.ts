import { CloudEventDto } from '../../events/event.dto.js';
import { PageQuery } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, flag, list, object, optional, text, timeOrDay } from '../../openapi/rules.js';

@Dto('Where to read on.')
export class SubscriptionEventsQuery extends PageQuery {
  @Field(
    'Without a cursor: begin with what was recorded at this time (up to a minute earlier, so that nothing is left out) instead of at the creation of the ' +
      'subscription. With a cursor it means nothing. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-11-20T00:00:00Z' },
  )
  from?: string;
}

@Dto('Events of a subscription, oldest first.')
export class SubscriptionEventsDto {
  @Field(
    'The events; may be fewer than asked for, or none, also when there are more.',
    list(
      object(() => CloudEventDto),
      200,
    ),
  )
  items!: CloudEventDto[];

  @Field('Pass it as `cursor` to read on, now or later. Never null: keep the latest.', text(1, 512), { example: 'c29tZXRoaW5nIG9wYXF1ZQ' })
  nextCursor!: string;

  @Field('True: read on at once. False: this was all there is so far.', flag(), { example: false })
  hasMore!: boolean;
}

@Dto('Where a stream begins.')
export class SubscriptionStreamQuery {
  @Field(
    'Go on where a pull feed, or the `ready` of an earlier stream, has come to. Without it a stream begins now. `Last-Event-ID` wins over it.',
    optional(text(1, 512, /^[A-Za-z0-9_-]+$/, 'a cursor as it was given')),
  )
  cursor?: string;
}

@Dto('Everything that was missed has been sent; what follows is sent as it happens.')
export class SubscriptionStreamReadyDto {
  @Field('Where the stream stands, as the `cursor` of a pull feed or of another stream: for a client that has received no event yet.', text(1, 512), {
    example: 'c29tZXRoaW5nIG9wYXF1ZQ',
  })
  cursor!: string;

  static from(cursor: string): SubscriptionStreamReadyDto {
    return Object.assign(new SubscriptionStreamReadyDto(), { cursor });
  }
}

@Dto('The last event of a stream whose subscription is no more.')
export class SubscriptionEndedDto {
  @Field('Why it ended.', choice(['deleted']), { example: 'deleted' })
  reason!: string;

  @Field('What to do, for a person.', text(1, 500), { example: 'The subscription was deleted. Make another one to go on.' })
  detail!: string;

  static from(): SubscriptionEndedDto {
    return Object.assign(new SubscriptionEndedDto(), { reason: 'deleted', detail: 'The subscription was deleted. Make another one to go on.' });
  }
}
