import { CloudEventDto } from '../../events/event.dto.js';
import { patternShape } from '../../events/event-catalogue.js';
import { OrderField, PageQuery, pageOf } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { integer, list, number, optional, text, timeOrDay } from '../../openapi/rules.js';
import type { Order } from '../../order.js';

@Dto('Which part of the timeline. All conditions hold together.')
export class TimelineQuery extends PageQuery {
  @OrderField('by the time of the event', 'desc')
  order: Order = 'desc';

  @Field('Only events at this time or later. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20T00:00:00Z',
  })
  from?: string;

  @Field('Only events before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-11-21T00:00:00Z' })
  to?: string;

  @Field(
    'Event types or patterns, such as `feed.*`; all types by default.',
    optional(list(text(1, 100, patternShape, 'a type or a pattern such as feed.*'), 50, 1)),
    { example: ['feed.*'] },
  )
  type?: string[];

  @Field('Only events about one of these instruments.', optional(list(text(1, 50, /^[A-Za-z0-9._-]+$/), 50, 1)), { example: ['AAPL.US'] })
  symbol?: string[];

  @Field(
    'Only events about one of these entities, each as `<kind>:<id>`.',
    optional(list(text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336'), 50, 1)),
    {
      example: ['feed:ais'],
    },
  )
  entity?: string[];

  @Field('Minimum severity, from 1 (minor) to 5 (critical).', optional(integer(1, 5)), { example: 2 })
  minSeverity?: number;

  @Field(
    'West, south, east, north in degrees; west is greater than east across the antimeridian. Events without a place are excluded.',
    optional(list(number(-180, 180), 4, 4)),
    {
      example: [-10, 35, 30, 60],
    },
  )
  bbox?: number[];
}

export const TimelinePageDto = pageOf(CloudEventDto, 'TimelinePageDto', 'A page of timeline events.');
