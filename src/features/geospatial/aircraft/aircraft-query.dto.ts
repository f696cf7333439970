import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, list, optional, text, timeOrDay } from '../../../openapi/rules.js';
import { AreaQuery } from '../area-query.dto.js';
import { type Emergency, emergencies } from '../observation.js';

@Dto('Which aircraft, and where.')
export class AircraftQuery extends AreaQuery {
  @Field('Only aircraft whose callsign begins with this, in either case.', optional(text(1, 8, /^[A-Za-z0-9]+$/, 'letters and digits')), {
    omitFromExample: true,
    example: 'EIN',
  })
  callsign?: string;

  @Field('Only aircraft with this transponder code: four octal digits.', optional(text(4, 4, /^[0-7]{4}$/, 'four octal digits')), {
    omitFromExample: true,
    example: '7700',
  })
  squawk?: string;

  @Field('Only aircraft that say they are on the ground, or only those that say they are not.', optional(flag()), { omitFromExample: true, example: false })
  onGround?: boolean;

  @Field(
    'Only aircraft of these emitter categories, `A0` to `D7`, in either case.',
    optional(list(text(2, 2, /^[A-Da-d][0-7]$/, 'a category such as A3'), 32, 1)),
    {
      omitFromExample: true,
      example: ['A3', 'A5'],
    },
  )
  category?: string[];

  @Field('Only aircraft in these states of emergency; one that has not said is in none of them.', optional(list(choice(emergencies), emergencies.length, 1)), {
    omitFromExample: true,
    example: ['general', 'unlawful'],
  })
  emergency?: Emergency[];

  @Field(
    'Only aircraft of which something was heard since then: by `provenance.fetchedAt`. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20T21:00:00.000Z',
    },
  )
  updatedSince?: string;
}
