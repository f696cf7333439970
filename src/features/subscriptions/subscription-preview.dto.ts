import { Dto, Field } from '../../api/field.js';
import { integer, list, nullable, object, objects, optional, text, timestamp } from '../../api/rules.js';
import { CloudEventDto } from '../../events/event.dto.js';
import type { EventEnvelopes } from '../../events/event-envelopes.js';
import {
  conditions,
  type EventConditionDto,
  eventTypePatterns,
  eventTypesMeaning,
  SubscriptionFilterDto,
} from './subscription.dto.js';
import { MAX_PREVIEW_EXAMPLES, type SubscriptionPreview } from './subscription-preview.js';

const MAX_EVENTS = 5_000;

@Dto('A selection of events to preview.')
export class SubscriptionPreviewRequest {
  @Field(eventTypesMeaning, eventTypePatterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field('Conditions on events, as in a subscription.', optional(object(() => SubscriptionFilterDto)))
  filter?: SubscriptionFilterDto;

  @Field('Conditions on the data of the events, as in a subscription.', optional(conditions()))
  conditions?: EventConditionDto[];

  @Field('Number of the latest events of the types that are checked.', optional(integer(1, MAX_EVENTS)), {
    default: 1_000,
    example: 1_000,
  })
  limit: number = 1_000;
}

@Dto('A condition of the selection, alone.')
export class SubscriptionPreviewCondition {
  @Field('Name of the condition in the filter, or its place in `conditions`.', text(1, 50), { example: 'conditions/0' })
  condition!: string;

  @Field('Number of checked events that meet the condition.', integer(0, MAX_EVENTS), { example: 6 })
  matchedCount!: number;
}

@Dto('The past events that a selection matches.')
export class SubscriptionPreviewDto {
  @Field('Number of events that were checked.', integer(0, MAX_EVENTS), { example: 120 })
  checkedCount!: number;

  @Field('Number of checked events that match the whole selection.', integer(0, MAX_EVENTS), { example: 4 })
  matchedCount!: number;

  @Field('Time of the oldest event that was checked (UTC); null without one.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  since!: string | null;

  @Field('Each condition of the filter and on the data, in their order.', objects(SubscriptionPreviewCondition, 30))
  conditions!: SubscriptionPreviewCondition[];

  @Field(
    'The latest matching events, newest first.',
    list(
      object(() => CloudEventDto),
      MAX_PREVIEW_EXAMPLES,
    ),
  )
  examples!: CloudEventDto[];

  static from({ checked, matched, since, conditions, examples }: SubscriptionPreview, envelopes: EventEnvelopes) {
    return Object.assign(new SubscriptionPreviewDto(), {
      checkedCount: checked,
      matchedCount: matched,
      since: since?.toISOString() ?? null,
      conditions: conditions.map(({ name, matched }) => ({ condition: name, matchedCount: matched })),
      examples: examples.map((event) => CloudEventDto.from(envelopes.of(event))),
    });
  }
}
