import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import { placeId } from './exposed-fields.js';
import { type ExposurePlace, type ExposurePlaceKind, exposurePlaceKinds, type NearbyPlace } from './place.js';

export const placeKind = () => choice(exposurePlaceKinds);
export const fractionDescription = 'Fraction of the holding that depends on the place (0.25 is 25 %).';

@Dto('The position of a place, WGS 84.')
export class ExposurePositionDto {
  @Field('Latitude in degrees, north positive.', number(-90, 90), { example: 26.6 })
  lat!: number;

  @Field('Longitude in degrees, east positive.', number(-180, 180), { example: 56.5 })
  lon!: number;
}

@Dto('A country, a port or a strait that holdings can depend on.')
export class ExposurePlaceDto {
  @Field('The id of the place: `country:`, `port:` or `strait:` and a name.', placeId(), {
    example: 'strait:strait-of-hormuz',
  })
  id!: string;

  @Field('`strait` includes canals, passages and capes.', placeKind(), { example: 'strait' })
  type!: ExposurePlaceKind;

  @Field('The English name.', text(1, 120), { example: 'Strait of Hormuz' })
  name!: string;

  @Field(
    'The country (ISO 3166-1 alpha-2); null for international waters, and if unknown.',
    nullable(text(2, 2, /^[A-Z]{2}$/)),
    { example: null },
  )
  country!: string | null;

  @Field(
    'Its position; of a country, the center of its largest part.',
    object(() => ExposurePositionDto),
  )
  position!: ExposurePositionDto;

  @Field(
    'Events within this distance (meters) affect the place; null for a country, whose land area is used.',
    nullable(integer(1, 20_000_000)),
    {
      example: 150_000,
    },
  )
  reachMeters!: number | null;

  static from({ kind, lat, lon, ...exposurePlace }: ExposurePlace): ExposurePlaceDto {
    return answerOf(ExposurePlaceDto, { ...exposurePlace, type: kind, position: { lat, lon } });
  }
}

@Dto('An affected place.')
export class AffectedPlaceDto extends ExposurePlaceDto {
  @Field('Great-circle distance in meters; 0 inside a country.', integer(0, 20_020_000), { example: 12_400 })
  distanceMeters!: number;

  static touched({ place, distanceMeters }: NearbyPlace): AffectedPlaceDto {
    return Object.assign(new AffectedPlaceDto(), ExposurePlaceDto.from(place), { distanceMeters });
  }
}

/** Maximum number of places in one response. */
export const MAX_PLACES = 500;

@Dto('The places to list.')
export class ExposurePlacesQuery {
  @Field('Part of the name; all places if omitted.', optional(text(1, 100)), { example: 'hormuz' })
  q?: string;

  @Field('Only these kinds; all kinds if omitted.', optional(list(placeKind(), exposurePlaceKinds.length, 1)), {
    example: ['strait'],
  })
  type?: ExposurePlaceKind[];

  @Field('Maximum number of places.', optional(integer(1, 200)), { default: 50, example: 50 })
  limit: number = 50;
}

@Dto('Places, those whose name begins with the words first.')
export class ExposurePlaceListDto {
  @Field('The places.', objects(ExposurePlaceDto, 200))
  items!: ExposurePlaceDto[];

  @Field('Always null: search more precisely for other places.', nullable(text(1, 512)), { example: null })
  nextCursor!: null;

  static from(places: readonly ExposurePlace[]): ExposurePlaceListDto {
    return Object.assign(new ExposurePlaceListDto(), { items: places.map(ExposurePlaceDto.from), nextCursor: null });
  }
}
