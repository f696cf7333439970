import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { day, list, nullable, number, object, optional, text } from '../../../openapi/rules.js';
import type { FxRates } from './fx-rates.service.js';

const code = () => text(2, 12, /^[A-Za-z0-9]{2,12}$/, 'the code of a currency such as EUR');

@Dto('Which exchange rates.')
export class FxRatesQuery {
  @Field("What one unit of is expressed, ISO 4217 in either case; when left out, the base of the source's own table (EUR for the ECB's).", optional(code()), {
    example: 'EUR',
  })
  base?: string;

  @Field('What it is expressed in; every currency there is when left out. Repeated ones count once.', optional(list(code(), 200, 1)), {
    example: ['USD', 'JPY', 'GBP'],
  })
  quote?: string[];

  @Field('The day, not later than today (UTC); the latest rates when left out.', optional(day()), { example: '2026-11-20' })
  date?: string;
}

@Dto('The rate of one currency.')
export class FxRateDto {
  @Field('The currency it is expressed in (ISO 4217).', text(2, 12), { example: 'USD' })
  quote!: string;

  @Field('Units of `quote` for one unit of the base.', number(0, 1e24), { example: 1.1684 })
  rate!: number;
}

@Dto('Exchange rates of a day.')
export class FxRatesDto {
  @Field('The currency that one unit of is expressed (ISO 4217).', text(2, 12), { example: 'EUR' })
  base!: string;

  @Field('The day the rates are of: the one asked for or, where it has none (a weekend), the last one before.', day(), { example: '2026-11-20' })
  date!: string;

  @Field('The day asked for; null for the latest.', nullable(day()), { example: '2026-11-20' })
  requestedDate!: string | null;

  @Field(
    'The rates, in the order asked for, else by code; the base itself only when it was asked for.',
    list(
      object(() => FxRateDto),
      1_000,
    ),
  )
  items!: FxRateDto[];

  @Field(
    'Where they come from; `asOf` of the rates of a day is the midnight (UTC) that begins it, as a day has no hour.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ base, date, requestedDate, items, provenance }: FxRates): FxRatesDto {
    const rates = items.map(({ quote, rate }) => Object.assign(new FxRateDto(), { quote, rate }));
    return Object.assign(new FxRatesDto(), { base, date, requestedDate, items: rates, provenance: ProvenanceDto.from(provenance) });
  }
}
