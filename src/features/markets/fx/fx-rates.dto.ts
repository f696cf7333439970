import { Dto, Field } from '../../../api/field.js';
import { day, list, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import type { FxRates } from './fx-rates.service.js';

const code = () => text(2, 12, /^[A-Za-z0-9]{2,12}$/, 'the code of a currency such as EUR');

@Dto('The exchange rates to read.')
export class FxRatesQuery {
  @Field(
    'The base currency, ISO 4217, case-insensitive. Default: the base of the source (EUR for the ECB).',
    optional(code()),
    {
      example: 'EUR',
    },
  )
  base?: string;

  @Field(
    'The quote currencies, ISO 4217, case-insensitive; duplicates count once. Default: every currency ' +
      'with a rate.',
    optional(list(code(), 200, 1)),
    {
      example: ['USD', 'JPY', 'GBP'],
    },
  )
  quote?: string[];

  @Field('The day of the rates, not later than today (UTC). Default: the latest rates.', optional(day()), {
    example: '2026-11-20',
  })
  date?: string;
}

@Dto('The rate of one currency.')
export class FxRateDto {
  @Field('The quote currency (ISO 4217).', text(2, 12), { example: 'USD' })
  quote!: string;

  @Field('Units of `quote` for one unit of the base.', number(0, 1e24), { example: 1.1684 })
  rate!: number;
}

@Dto('Exchange rates of a day.')
export class FxRatesDto {
  @Field('The base currency (ISO 4217).', text(2, 12), { example: 'EUR' })
  base!: string;

  @Field(
    'The day of the rates: the requested day or, if it has no rates (a weekend), the previous day with rates.',
    day(),
    { example: '2026-11-20' },
  )
  date!: string;

  @Field('The requested day; null for the latest rates.', nullable(day()), { example: '2026-11-20' })
  requestedDate!: string | null;

  @Field(
    'The rates, in the order requested, otherwise by code. The base itself is included only if requested.',
    objects(FxRateDto, 1_000),
  )
  items!: FxRateDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field(
    'The source of the rates; `asOf` of daily rates is midnight (UTC) at the start of the day.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ base, date, requestedDate, items, provenance }: FxRates): FxRatesDto {
    const rates = items.map(({ quote, rate }) => Object.assign(new FxRateDto(), { quote, rate }));
    return Object.assign(new FxRatesDto(), {
      base,
      date,
      requestedDate,
      items: rates,
      provenance: ProvenanceDto.from(provenance),
    });
  }
}
