import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, number, objects, optional, text, timestamp } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { symbol } from '../portfolio.dto.js';
import { placeId } from './exposed-fields.js';
import { type ExposureMapping, MAX_MAPPED_PLACES } from './exposure-mapping.js';
import type { EffectiveMapping } from './exposure-mappings.service.js';
import type { PlaceDependency } from './exposure-rules.js';
import { fractionDescription } from './place.dto.js';

const fraction = () => number(0, 1);
const placeDescription = 'The id of the place, as in `GET /portfolios/exposure/places`.';

@Dto('A place of a corrected mapping.')
export class NewPlaceDependencyDto {
  @Field(`${placeDescription} Each place at most once.`, placeId(), { example: 'strait:strait-of-hormuz' })
  place!: string;

  @Field(fractionDescription, fraction(), { example: 0.3 })
  fraction!: number;

  @Field('Why; null without a reason.', optional(nullable(text(1, 300))), {
    example: 'Most of its crude oil is loaded in the Gulf.',
  })
  reason?: string | null;
}

@Dto('The places that a symbol depends on. They replace all built-in places.')
export class NewExposureMappingDto {
  @Field(
    'The places; an empty list says that the symbol depends on none.',
    objects(NewPlaceDependencyDto, MAX_MAPPED_PLACES),
  )
  places!: NewPlaceDependencyDto[];
}

@Dto('A place that a symbol depends on, with the reason.')
export class PlaceDependencyDto {
  @Field(placeDescription, placeId(), { example: 'strait:strait-of-hormuz' })
  place!: string;

  @Field(fractionDescription, fraction(), { example: 0.27 })
  fraction!: number;

  @Field('Why the holding depends on the place.', text(1, 300), {
    example: '27 % of the oil shipped by sea passes the Strait of Hormuz.',
  })
  reason!: string;

  @Field(
    '`own`: corrected by you; `instrument`: a fact of the instrument; `built_in`: a rule of this service.',
    choice(['own', 'instrument', 'built_in'] satisfies Array<PlaceDependency['basis']>),
    { example: 'built_in' },
  )
  basis!: PlaceDependency['basis'];

  @Field('Where the fraction is from; `assumption` for a rough figure without a source.', text(1, 300), {
    example: 'U.S. Energy Information Administration, World Oil Transit Chokepoints (2024-06-25), table 1',
  })
  source!: string;

  static from(placeDependency: PlaceDependency): PlaceDependencyDto {
    return answerOf(PlaceDependencyDto, placeDependency);
  }
}

@Dto('The places that a symbol depends on.')
export class ExposureMappingDto {
  @Field('Symbol that depends on the places.', symbol(), { example: 'BRENT.COMM' })
  symbol!: string;

  @Field('The places, the largest fraction first for built-in rules.', objects(PlaceDependencyDto, 200))
  places!: PlaceDependencyDto[];

  @Field('When you corrected it (UTC); null while the built-in rules apply.', nullable(timestamp()), { example: null })
  correctedAt!: string | null;

  static from({ places, ...effectiveMapping }: EffectiveMapping): ExposureMappingDto {
    return answerOf(ExposureMappingDto, { ...effectiveMapping, places: places.map(PlaceDependencyDto.from) });
  }
}

@Dto('A mapping that you corrected.')
export class ExposureCorrectionDto {
  @Field('Symbol whose places you corrected.', symbol(), { example: 'BRENT.COMM' })
  symbol!: string;

  @Field('The places that it depends on.', objects(NewPlaceDependencyDto, MAX_MAPPED_PLACES))
  places!: NewPlaceDependencyDto[];

  @Field('When you last corrected it (UTC).', timestamp())
  updatedAt!: string;

  static from(exposureMapping: ExposureMapping): ExposureCorrectionDto {
    return answerOf(ExposureCorrectionDto, exposureMapping);
  }
}

export const ExposureCorrectionPageDto = pageOf(
  ExposureCorrectionDto,
  'ExposureCorrectionPageDto',
  'A page of corrected mappings, by symbol.',
);
