import { Dto, Field } from '../../../api/field.js';
import { list, number, optional, text, timeOrDay, uuid } from '../../../api/rules.js';
import type { AiContext } from './ai-context.js';

@Dto(
  'Context for the question: symbols, lists, an area, entities, alerts and a period. Everything is ' +
    'optional; lists and ids of your own are rejected if you do not own them.',
)
export class AiContextDto {
  @Field('Symbols, `<ticker>.<venue>`, case-insensitive.', optional(list(text(1, 50, /^[A-Za-z0-9._-]+$/), 20)), {
    example: ['AAPL.US'],
  })
  symbols?: string[];

  @Field('One of your watchlists.', optional(uuid()), {
    omitFromExample: true,
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  watchlistId?: string;

  @Field('One of your portfolios.', optional(uuid()), {
    omitFromExample: true,
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  portfolioId?: string;

  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. South is at ' +
      'most north.',
    optional(list(number(-180, 180), 4, 4)),
    {
      example: [55, 25, 58, 27],
    },
  )
  bbox?: number[];

  @Field(
    'Vessels and aircraft, each as `<kind>:<id>`: `vessel:<MMSI>` or `aircraft:<ICAO address>`.',
    optional(
      list(
        text(8, 30, /^(?:vessel:[0-9]{9}|aircraft:[0-9a-f]{6})$/, 'a key such as vessel:219024336 or aircraft:3c6444'),
        20,
      ),
    ),
    { omitFromExample: true, example: ['vessel:219024336'] },
  )
  entityIds?: string[];

  @Field('Ids of your alerts, at most 20.', optional(list(uuid(), 20)), {
    omitFromExample: true,
    example: ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  })
  alertIds?: string[];

  @Field('Start of the period, inclusive: a time or a date.', optional(timeOrDay()), {
    example: '2026-11-20T00:00:00.000Z',
  })
  from?: string;

  @Field('End of the period, exclusive: a time or a date. It must be after `from`.', optional(timeOrDay()), {
    example: '2026-11-21T00:00:00.000Z',
  })
  to?: string;

  static from(context: AiContext): AiContextDto {
    return Object.assign(new AiContextDto(), context);
  }
}
