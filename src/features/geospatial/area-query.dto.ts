import { PageQuery } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { integer, list, number, optional, text } from '../../openapi/rules.js';

/** Most items of one answer: what a map shows at once. */
export const MAX_FEATURES = 10_000;

@Dto('Which part of the Earth: a box, a circle or a polygon, or none of them for all of it.')
export class AreaQuery extends PageQuery {
  @Field('How many items an answer holds at most.', optional(integer(1, MAX_FEATURES)), { default: 50, example: 50 })
  override limit: number = 50;

  @Field(
    'A box: west, south, east, north in degrees; west is greater than east across the antimeridian. Only one of `bbox`, `near` and `polygon` may be given.',
    optional(list(number(-180, 180), 4, 4)),
    {
      example: [3, 50, 9, 54],
    },
  )
  bbox?: number[];

  // Without examples, as the rest that does not go with `bbox`: a tool that sends all examples would be refused.
  @Field('A circle, with `radiusMeters`: latitude and longitude of its centre in degrees, such as `51.9,4.1`.', optional(list(number(-180, 180), 2, 2)), {
    isWithoutExample: true,
  })
  near?: number[];

  @Field('The radius of the circle `near`, in metres.', optional(integer(1, 20_000_000)), { isWithoutExample: true })
  radiusMeters?: number;

  @Field(
    'A polygon: `POLYGON((lon lat, …))` in WKT, such as `POLYGON((3 50, 9 50, 9 54, 3 54, 3 50))`, with holes, `MULTIPOLYGON(…)`, or an encoded polyline of precision 5, latitude first. Up to 1,000 corners; an encoded polyline is the shortest. Of two corners more than 180° apart the short way is meant, across the antimeridian.',
    optional(text(3, 8_000, /^[\x20-\x7e]+$/, 'a polygon in WKT or an encoded polyline')),
    { isWithoutExample: true },
  )
  polygon?: string;
}
