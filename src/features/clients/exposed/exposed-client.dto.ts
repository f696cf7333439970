import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, list, nullable, number, objects, text, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { exposedFields, placeId } from '../../portfolios/exposure/exposed-fields.js';
import { type ExposurePlaceKind, exposurePlaceKinds, type NearbyPlace } from '../../portfolios/exposure/place.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import { money } from '../../portfolios/lots/rounding.js';
import { clientName } from '../client.dto.js';
import { amount } from '../summary/client-figures.dto.js';
import type { ExposedClient, ExposedClients } from './exposed-clients.service.js';

const MAX_CLIENTS = 2_000;
const MAX_PLACES = 500;
const MAX_SYMBOLS = 20;

@Dto('Where something happens. Give exactly one of `near`, `eventId` and `place`.')
export class ExposedClientsQuery {
  @exposedFields.place()
  place?: string;

  @exposedFields.near()
  near?: number[];

  @exposedFields.radiusMeters()
  radiusMeters: number = 50_000;

  @exposedFields.eventId()
  eventId?: string;
}

@Dto('A client who is exposed, over all portfolios together.')
export class ExposedClientDto {
  @Field('The client, as in `GET /clients/{id}`.', uuid())
  clientId!: string;

  @Field('The name of the client.', clientName(), { example: 'Ada Lovelace' })
  name!: string;

  @Field(
    'The fraction of the value of all portfolios of the client that depends on the places (0.25 is 25 %); null ' +
      'without a value.',
    nullable(number()),
    {
      example: 0.14,
    },
  )
  exposedFraction!: number | null;

  @Field('The value that depends on the places, in `currency`.', amount(), { example: '14000.00' })
  exposedValue!: string;

  @Field('The value of all portfolios of the client, in `currency`.', amount(), { example: '100000.00' })
  value!: string;

  @Field('The currency of the client.', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field('Number of portfolios of the client.', integer(0, 100_000), { example: 3 })
  portfolioCount!: number;

  @Field('Number of those that depend on the places.', integer(1, 100_000), { example: 2 })
  exposedPortfolioCount!: number;

  @Field(
    'The holdings that depend on the places, and currencies of cash, the largest value first; at most 20.',
    list(text(1, 50), MAX_SYMBOLS),
    {
      example: ['BRENT.COMM'],
    },
  )
  symbols!: string[];

  static from({ client, value, exposedValue, symbols, ...rest }: ExposedClient): ExposedClientDto {
    const { id: clientId, name, currency } = client;
    const amounts = {
      value: money(new Decimal(value), currency),
      exposedValue: money(new Decimal(exposedValue), currency),
    };
    return Object.assign(new ExposedClientDto(), {
      ...rest,
      clientId,
      name,
      currency,
      ...amounts,
      symbols: symbols.slice(0, MAX_SYMBOLS),
    });
  }
}

@Dto('An affected place.')
export class AffectedPlaceReferenceDto {
  @Field('The id of the place.', placeId(), { example: 'strait:strait-of-hormuz' })
  id!: string;

  @Field('Type of the place.', choice(exposurePlaceKinds), { example: 'strait' })
  type!: ExposurePlaceKind;

  @Field('The name of the place.', text(1, 200), { example: 'Strait of Hormuz' })
  name!: string;

  static from({ place: { id, kind, name } }: NearbyPlace): AffectedPlaceReferenceDto {
    return Object.assign(new AffectedPlaceReferenceDto(), { id, type: kind, name });
  }
}

@Dto('The exposed clients, the largest fraction first.')
export class ExposedClientListDto {
  @Field('The clients.', objects(ExposedClientDto, MAX_CLIENTS))
  items!: ExposedClientDto[];

  @SinglePageCursor()
  nextCursor!: null;

  @Field(
    'The affected places, nearest first; at most 500 are listed, all count.',
    objects(AffectedPlaceReferenceDto, MAX_PLACES),
  )
  places!: AffectedPlaceReferenceDto[];

  @Field('Whether shares may be different, because a holding has no price or exchange rate now.', flag(), {
    example: false,
  })
  incomplete!: boolean;

  static from({ clients, places, isPartial }: ExposedClients): ExposedClientListDto {
    return Object.assign(new ExposedClientListDto(), {
      items: clients.map(ExposedClientDto.from),
      nextCursor: null,
      places: places.slice(0, MAX_PLACES).map(AffectedPlaceReferenceDto.from),
      incomplete: isPartial,
    });
  }
}
