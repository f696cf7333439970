import { Dto, Field } from '../../api/field.js';
import { integer, list, number, optional, text, timeOrDay } from '../../api/rules.js';
import { patternShape } from '../../events/event-catalog.js';
import type { TimelineConditions } from './timeline-conditions.js';

/** Adds the conditions of the timeline to a query DTO, so that the list and the histogram have the same filters. */
export function filteringTimeline<Query extends object>(base: new () => Query): new () => Query & TimelineConditions {
  @Dto('The part of the timeline. All conditions hold together.')
  class TimelineFilter extends (base as new () => object) implements TimelineConditions {
    @Field('Only events at this time or later. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
      example: '2026-11-20T00:00:00Z',
    })
    from?: string;

    @Field('Only events before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
      example: '2026-11-21T00:00:00Z',
    })
    to?: string;

    @Field(
      'Event types or patterns, such as `feed.*`; all types by default.',
      optional(list(text(1, 100, patternShape, 'a type or a pattern such as feed.*'), 50, 1)),
      { example: ['feed.*'] },
    )
    type?: string[];

    @Field('Only events about one of these instruments.', optional(list(text(1, 50, /^[A-Za-z0-9._-]+$/), 50, 1)), {
      example: ['AAPL.US'],
    })
    symbol?: string[];

    @Field(
      'Only events about one of these entities, each as `<kind>:<id>`.',
      optional(list(text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336'), 50, 1)),
      {
        example: ['feed:ais'],
      },
    )
    entity?: string[];

    @Field('Only events of these severities, from 1 (minor) to 5 (critical).', optional(list(integer(1, 5), 5, 1)), {
      omitFromExample: true,
      example: [4, 5],
    })
    severity?: number[];

    @Field('Minimum severity, from 1 (minor) to 5 (critical).', optional(integer(1, 5)), { example: 2 })
    minSeverity?: number;

    @Field(
      'West, south, east, north in degrees; west is greater than east across the antimeridian. Events without ' +
        'a place are excluded.',
      optional(list(number(-180, 180), 4, 4)),
      {
        example: [-10, 35, 30, 60],
      },
    )
    bbox?: number[];

    @Field(
      'Only events whose title or data contain all of these words, at most 16. Case and accents do not matter; ' +
        'a word of three or more characters also ' +
        'matches the beginning of a longer word. `"red sea"` is a phrase, and `-drill` excludes a word.',
      optional(text(1, 200)),
      { omitFromExample: true, example: 'earthquake -minor' },
    )
    q?: string;
  }
  return TimelineFilter as new () => Query & TimelineConditions;
}
