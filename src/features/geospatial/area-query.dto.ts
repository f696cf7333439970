import { Dto, Field } from '../../api/field.js';
import { choice, integer, list, number, optional, text } from '../../api/rules.js';
import { PageQuery } from '../../http/page.js';

/** Half of the Earth's circumference, rounded up. */
const MAX_DISTANCE_METERS = 20_020_000;

/** The distance of an item from the center of the requested circle; items of other lists do not have it. */
export const DistanceField = (): PropertyDecorator =>
  Field(
    'Great-circle distance from `near` in meters, rounded; present only in lists with `near`.',
    optional(integer(0, MAX_DISTANCE_METERS)),
    {
      omitFromExample: true,
      example: 1_240,
    },
  );

/** Maximum number of items of one response; a map shows about as many. */
export const MAX_FEATURES = 10_000;

@Dto('The part of the Earth: a box, a circle or a polygon. Default: the whole Earth.')
export class AreaQuery extends PageQuery {
  @Field('Maximum number of items.', optional(integer(1, MAX_FEATURES)), { default: 50, example: 50 })
  override limit: number = 50;

  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Use only one ' +
      'of `bbox`, `near` and `polygon`.',
    optional(list(number(-180, 180), 4, 4)),
    {
      example: [3, 50, 9, 54],
    },
  )
  bbox?: number[];

  // This field and the others that cannot be combined with `bbox` have no examples: a request with all examples at once
  // would be rejected.
  @Field(
    'Center of a circle with `radiusMeters`: latitude, longitude in degrees, such as `51.9,4.1`.',
    optional(list(number(-180, 180), 2, 2)),
    {
      isWithoutExample: true,
    },
  )
  near?: number[];

  @Field('Radius of the circle around `near`, in meters.', optional(integer(1, 20_000_000)), { isWithoutExample: true })
  radiusMeters?: number;

  @Field(
    '`distance` lists the items nearest to `near` first and ignores `order`. Requires `near`.',
    optional(choice(['distance'])),
    {
      isWithoutExample: true,
    },
  )
  sort?: 'distance';

  @Field(
    'Polygon as WKT (`POLYGON((lon lat, …))`, such as `POLYGON((3 50, 9 50, 9 54, 3 54, 3 50))`, also with ' +
      'holes, or `MULTIPOLYGON(…)`) or as an encoded polyline of precision 5, latitude first. Up to 1,000 ' +
      'vertices; the encoded polyline is shortest. Two vertices more than 180° apart are joined across the ' +
      'antimeridian.',
    optional(text(3, 8_000, /^[\x20-\x7e]+$/, 'a polygon in WKT or an encoded polyline')),
    { isWithoutExample: true },
  )
  polygon?: string;
}
