import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  uuid,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode, knownCurrency } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { LookThroughDto, LookThroughField } from '../look-through/look-through.dto.js';
import { money } from '../lots/rounding.js';
import { symbol } from '../portfolio.dto.js';
import { type PortfolioKind, portfolioKinds } from '../portfolio.js';
import { decimal } from '../transactions/transaction.dto.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import { exposedFields } from './exposed-fields.js';
import type { ExposedPortfolio, ExposedPortfolios } from './exposed-portfolios.service.js';
import { PlaceDependencyDto } from './exposure-mapping.dto.js';
import type { FundExposure } from './fund-exposures.service.js';
import type { ExposureContribution, GeoExposure, PlaceExposure } from './geo-exposure.js';
import { AffectedPlaceDto, ExposurePlaceDto, MAX_PLACES, placeKind } from './place.dto.js';
import { type ExposurePlaceKind, exposurePlaceKinds } from './place.js';

const MAX_CONTRIBUTIONS = 200;
const fraction = () => number();

@Dto('At which day, in which currency, and for which kinds of places.')
export class GeoExposureQuery {
  @Field('The end of this day (UTC); today by default, and for a day in the future.', optional(day()), {
    example: '2026-11-20',
  })
  asOf?: string;

  @Field('The currency of values; by default the base currency of the portfolio.', optional(knownCurrency()), {
    example: 'USD',
  })
  currency?: string;

  @Field(
    'Only these kinds of places; all kinds if omitted.',
    optional(list(placeKind(), exposurePlaceKinds.length, 1)),
    {
      example: ['country', 'strait'],
    },
  )
  type?: ExposurePlaceKind[];

  @LookThroughField()
  lookThrough: boolean = false;
}

@Dto('The places to draw, the part of the map, its size and its colors.')
export class GeoExposureMapQuery extends GeoExposureQuery {
  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Default: the ' +
      'whole Earth.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [20, -10, 130, 50] },
  )
  bbox?: number[];

  @Field(
    '`light`, `dark`, or `auto`, which follows the `prefers-color-scheme`.',
    optional(choice(['auto', 'light', 'dark'])),
    {
      default: 'auto',
      example: 'auto',
    },
  )
  theme: 'auto' | 'light' | 'dark' = 'auto';

  @Field('Width in CSS pixels.', optional(integer(320, 2000)), { default: 960, example: 960 })
  width: number = 960;

  @Field('Height in CSS pixels; derived from the box by default.', optional(integer(200, 1200)), { example: 600 })
  height?: number;
}

@Dto('Contribution of a holding to the exposure.')
export class ExposureContributionDto extends PlaceDependencyDto {
  @Field('The symbol of the holding; null for cash.', nullable(symbol()), { example: 'BRENT.COMM' })
  symbol!: string | null;

  @Field('The currency of the holding, or of the cash.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Fraction of the holding in the value of the portfolio (0.25 is 25 %).', fraction(), { example: 0.1 })
  weight!: number;

  @Field('Its part of the exposure: `weight` × `fraction`.', fraction(), { example: 0.027 })
  exposedFraction!: number;

  static contributed({
    symbol,
    currency,
    weight,
    exposedFraction,
    ...own
  }: ExposureContribution): ExposureContributionDto {
    return Object.assign(new ExposureContributionDto(), PlaceDependencyDto.from(own), {
      symbol,
      currency,
      weight,
      exposedFraction,
    });
  }
}

@Dto('The exposure of a portfolio to a place.')
export class PlaceExposureDto {
  @Field(
    'The country, port or strait on which holdings depend.',
    object(() => ExposurePlaceDto),
  )
  place!: ExposurePlaceDto;

  @Field(
    'Fraction of the value of the portfolio that depends on the place (0.25 is 25 %); negative for a debt.',
    fraction(),
    { example: 0.027 },
  )
  exposedFraction!: number;

  @Field('The value that depends on the place, in the currency of the response.', decimal(), { example: '2700.00' })
  exposedValue!: string;

  @Field(
    'The holdings it follows from, the largest first; at most 200.',
    objects(ExposureContributionDto, MAX_CONTRIBUTIONS),
  )
  contributions!: ExposureContributionDto[];

  static from(
    { place, exposedFraction, contributions }: PlaceExposure,
    { value, currency }: GeoExposure['valuation'],
  ): PlaceExposureDto {
    return Object.assign(new PlaceExposureDto(), {
      place: ExposurePlaceDto.from(place),
      exposedFraction,
      exposedValue: money(value.times(exposedFraction), currency),
      contributions: contributions.slice(0, MAX_CONTRIBUTIONS).map(ExposureContributionDto.contributed),
    });
  }
}

@Dto('A holding for which no place is known, or that has no value.')
export class UnmappedHoldingDto {
  @Field('The symbol; null for cash.', nullable(symbol()), { example: 'XAUUSD.COMM' })
  symbol!: string | null;

  @Field('The currency of the holding, or of the cash.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Fraction of the value of the portfolio; null without a value.', nullable(fraction()), { example: 0.05 })
  weight!: number | null;
}

@Dto('The exposure of a portfolio to countries, ports and straits, the largest first.')
export class GeoExposureDto {
  @Field('The end of this day (UTC).', day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of values.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('The value of the portfolio.', decimal(), { example: '100000.00' })
  value!: string;

  @Field('The places; their fractions overlap and do not add up to 1.', objects(PlaceExposureDto, MAX_PLACES))
  items!: PlaceExposureDto[];

  @SinglePageCursor()
  nextCursor!: null;

  @Field(
    'Holdings that count for no place; correct their mapping with `PUT /portfolios/exposure/mappings/{symbol}`.',
    objects(UnmappedHoldingDto, 10_000),
  )
  unmapped!: UnmappedHoldingDto[];

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  @Field(
    'The funds that were replaced by their holdings; null without `lookThrough`.',
    nullable(object(() => LookThroughDto)),
    { example: null },
  )
  lookThrough!: LookThroughDto | null;

  static from({ valuation, places, unmapped, warnings, through }: FundExposure): GeoExposureDto {
    const { day, currency, value } = valuation;
    return Object.assign(new GeoExposureDto(), {
      asOf: textOf(day),
      currency,
      value: money(value, currency),
      items: places.slice(0, MAX_PLACES).map((place) => PlaceExposureDto.from(place, valuation)),
      nextCursor: null,
      unmapped: unmapped.map((one) => Object.assign(new UnmappedHoldingDto(), one)),
      warnings: warningsOf(warnings),
      lookThrough: through && LookThroughDto.from(through),
    });
  }
}

@Dto('Where something happens. Give exactly one of `near`, `eventId` and `place`.')
export class ExposedQuery {
  @exposedFields.place()
  place?: string;

  @exposedFields.near()
  near?: number[];

  @exposedFields.radiusMeters()
  radiusMeters: number = 50_000;

  @exposedFields.eventId()
  eventId?: string;
}

@Dto('A portfolio that is exposed.')
export class ExposedPortfolioDto {
  @Field('Id of the exposed portfolio, as in `GET /portfolios/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  portfolioId!: string;

  @Field('The name of the portfolio.', text(1, 100), { example: 'Retirement' })
  name!: string;

  @Field('The kind of the portfolio.', choice(portfolioKinds), { example: 'own' })
  kind!: PortfolioKind;

  @Field(
    'Fraction of its value that depends on the places (0.25 is 25 %): each holding counts once, with its ' +
      'largest fraction.',
    fraction(),
    { example: 0.14 },
  )
  exposedFraction!: number;

  @Field('The value that depends on the places, in `currency`.', decimal(), { example: '14000.00' })
  exposedValue!: string;

  @Field('The base currency of the portfolio.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('The holdings, the most exposed first; at most 200.', objects(ExposureContributionDto, MAX_CONTRIBUTIONS))
  contributions!: ExposureContributionDto[];

  static from({ portfolio, valuation, exposedFraction, contributions }: ExposedPortfolio): ExposedPortfolioDto {
    return Object.assign(new ExposedPortfolioDto(), {
      portfolioId: portfolio.id,
      name: portfolio.name,
      kind: portfolio.kind,
      exposedFraction,
      exposedValue: money(valuation.value.times(exposedFraction), valuation.currency),
      currency: valuation.currency,
      contributions: contributions.slice(0, MAX_CONTRIBUTIONS).map(ExposureContributionDto.contributed),
    });
  }
}

@Dto('The portfolios that are exposed, the most exposed first.')
export class ExposedPortfolioListDto {
  @Field('The exposed portfolios, the most exposed first.', objects(ExposedPortfolioDto, 1_000))
  items!: ExposedPortfolioDto[];

  @Field('Always null: the list has the 1,000 most exposed of the 10,000 oldest portfolios.', nullable(text(1, 512)), {
    example: null,
  })
  nextCursor!: null;

  @Field(
    'The affected places, nearest first; at most 500 are listed, all count.',
    objects(AffectedPlaceDto, MAX_PLACES),
  )
  places!: AffectedPlaceDto[];

  @Field(
    'Whether portfolios beyond the limits are missing, or holdings that have no price or exchange rate now.',
    flag(),
    { example: false },
  )
  incomplete!: boolean;

  static from({ places, portfolios, isPartial }: ExposedPortfolios): ExposedPortfolioListDto {
    return Object.assign(new ExposedPortfolioListDto(), {
      items: portfolios.map(ExposedPortfolioDto.from),
      nextCursor: null,
      places: places.slice(0, MAX_PLACES).map(AffectedPlaceDto.touched),
      incomplete: isPartial,
    });
  }
}
