import { Dto, Field } from '../../../api/field.js';
import { day, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import type { Conversion } from './conversion.service.js';

const code = () => text(2, 12, /^[A-Za-z0-9]{2,12}$/, 'the code of a currency or crypto-asset such as EUR or BTC');
const decimal = (whole: number, fraction: number) =>
  text(1, whole + fraction + 1, new RegExp(`^(?:0|[1-9]\\d{0,${whole - 1}})(?:\\.\\d{1,${fraction}})?$`));
const positiveDecimal = text(
  1,
  41,
  /^(?=[\d.]*[1-9])(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?(?:[eE][+-]?(?:\d|1[0-8]))?$/,
  'a decimal number above 0 such as 1250.40 or 1e-7, with at most 18 digits before the point, 18 after it and ' +
    'an exponent from -18 to 18',
);

@Dto('The amount to convert.')
export class ConversionQuery {
  @Field(
    'The amount, a decimal number above 0: at most 18 digits before the point and 18 after it, and an exponent ' +
      'from -18 to 18.',
    positiveDecimal,
    {
      example: '1250.40',
    },
  )
  amount!: string;

  @Field(
    'The currency of the amount, case-insensitive: ISO 4217; `GBX`, `ZAC` or `ILA` for hundredths as ' +
      'quoted by exchanges; or the code of a crypto-asset.',
    code(),
    {
      example: 'GBP',
    },
  )
  base!: string;

  @Field(
    'The currency to convert to, case-insensitive: ISO 4217; `GBX`, `ZAC` or `ILA` for hundredths as ' +
      'quoted by exchanges; or the code of a crypto-asset.',
    code(),
    { example: 'JPY' },
  )
  quote!: string;

  @Field('The day of the rates, not later than today (UTC). Default: the latest rates.', optional(day()), {
    example: '2026-11-20',
  })
  date?: string;
}

@Dto('One step of a conversion.')
export class CurrencyConversionLegDto {
  @Field('The currency converted from in this step.', text(2, 12), { example: 'GBP' })
  base!: string;

  @Field('The currency converted to in this step.', text(2, 12), { example: 'EUR' })
  quote!: string;

  @Field('Units of `quote` for one unit of `base`.', number(0, 1e24), { example: 1.1487 })
  rate!: number;

  @Field(
    'The source of the rate or of its inverse; `fixed` between a currency and its hundredths, such as pounds ' +
      'and pence (`GBX`).',
    text(1, 50),
    {
      example: 'frankfurter',
    },
  )
  provider!: string;
}

@Dto('An amount converted to another currency.')
export class CurrencyConversionDto {
  @Field('The amount given, without an exponent.', decimal(36, 36), { example: '1250.40' })
  amount!: string;

  @Field('The currency of the amount.', text(2, 12), { example: 'GBP' })
  base!: string;

  @Field('The currency of the result.', text(2, 12), { example: 'JPY' })
  quote!: string;

  @Field('Units of `quote` for one unit of `base`: the product of the rates of the path.', number(0, 1e24), {
    example: 214.5135,
  })
  rate!: number;

  @Field(
    'The amount in `quote`: calculated exactly, then rounded half away from zero to the minor unit of ISO 4217 ' +
      '(0 decimals for JPY, 3 for KWD; 2 ' +
      'for withdrawn currencies, 8 for crypto-assets and metals).',
    decimal(60, 18),
    { example: '268228' },
  )
  result!: string;

  @Field(
    'The amount in `quote` before rounding to the minor unit, with up to 18 decimals, so that small amounts do ' +
      'not become 0.',
    decimal(60, 18),
    {
      example: '268227.6804',
    },
  )
  preciseResult!: string;

  @Field('The steps from `base` to `quote`; empty if they are the same.', objects(CurrencyConversionLegDto, 10))
  path!: CurrencyConversionLegDto[];

  @Field(
    'The day of the rates, not later than the requested one; if only prices were used, the day of the oldest ' +
      'price (UTC).',
    day(),
    {
      example: '2026-11-20',
    },
  )
  date!: string;

  @Field('The requested day; null for the latest rates.', nullable(day()), { example: '2026-11-20' })
  requestedDate!: string | null;

  @Field(
    'The source of the rates, as of the oldest of them; null if no rate was needed.',
    nullable(object(() => ProvenanceDto)),
  )
  provenance!: ProvenanceDto | null;

  static from({ path, provenance, ...conversion }: Conversion): CurrencyConversionDto {
    const { amount, base, quote, rate, result, preciseResult, date, requestedDate } = conversion;
    const legs = path.map((leg) => Object.assign(new CurrencyConversionLegDto(), { ...leg }));
    const source = provenance === null ? null : ProvenanceDto.from(provenance);
    return Object.assign(new CurrencyConversionDto(), {
      amount,
      base,
      quote,
      rate,
      result,
      preciseResult,
      path: legs,
      date,
      requestedDate,
      provenance: source,
    });
  }
}
