import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { day, list, nullable, number, object, optional, text } from '../../../openapi/rules.js';
import type { Conversion } from './conversion.service.js';

const code = () => text(2, 12, /^[A-Za-z0-9]{2,12}$/, 'the code of a currency or crypto-asset such as EUR or BTC');
const decimal = (whole: number, most: number) =>
  text(
    1,
    most,
    new RegExp(`^-?(?:0|[1-9]\\d{0,${whole - 1}})(?:\\.\\d{1,18})?$`),
    `a plain decimal number such as 1250.40, with at most ${whole} digits before the point and 18 after it`,
  );

@Dto('What to convert.')
export class ConversionQuery {
  @Field('How much, as a plain decimal number: at most 18 digits before and 18 after the point.', decimal(18, 38), { example: '1250.40' })
  amount!: string;

  @Field('What it is in: ISO 4217, `GBX`, `ZAC` or `ILA` for hundredths as exchanges quote them, or the code of a crypto-asset; in either case.', code(), {
    example: 'GBP',
  })
  from!: string;

  @Field(
    'What it is wanted in: ISO 4217, `GBX`, `ZAC` or `ILA` for hundredths as exchanges quote them, or the code of a crypto-asset; in either case.',
    code(),
    { example: 'JPY' },
  )
  to!: string;

  @Field('The day of the rates, not later than today (UTC); the latest when left out.', optional(day()), { example: '2026-11-20' })
  date?: string;
}

@Dto('One step of a conversion.')
export class CurrencyConversionLegDto {
  @Field('What goes in.', text(2, 12), { example: 'GBP' })
  from!: string;

  @Field('What comes out.', text(2, 12), { example: 'EUR' })
  to!: string;

  @Field('Units of `to` for one unit of `from`.', number(0, 1e24), { example: 1.1487 })
  rate!: number;

  @Field('The source of the rate or of its inverse; `fixed` between pence (`GBX`) and pounds and the like.', text(1, 50), { example: 'frankfurter' })
  provider!: string;
}

@Dto('An amount in another currency.')
export class CurrencyConversionDto {
  @Field('The amount given.', decimal(18, 38), { example: '1250.40' })
  amount!: string;

  @Field('What it is in.', text(2, 12), { example: 'GBP' })
  from!: string;

  @Field('What it is converted to.', text(2, 12), { example: 'JPY' })
  to!: string;

  @Field('Units of `to` for one unit of `from`: the product of the rates of the path.', number(0, 1e24), { example: 214.5135 })
  rate!: number;

  @Field(
    'The amount in `to`: computed exactly, then rounded to the minor unit of ISO 4217 (JPY none, KWD three decimals; withdrawn currencies two, crypto-assets ' +
      'and metals eight), half of it away from zero.',
    decimal(60, 80),
    { example: '268228' },
  )
  result!: string;

  @Field('The amount in `to` before it is rounded to the minor unit: up to 18 decimals, so that small amounts do not vanish.', decimal(60, 80), {
    example: '268227.6804',
  })
  preciseResult!: string;

  @Field(
    'The steps from `from` to `to`; empty when they are the same.',
    list(
      object(() => CurrencyConversionLegDto),
      10,
    ),
  )
  path!: CurrencyConversionLegDto[];

  @Field('The day the rates are of, at most that asked for; where only prices were needed, the day of the oldest (UTC).', day(), { example: '2026-11-20' })
  date!: string;

  @Field('The day asked for; null for the latest.', nullable(day()), { example: '2026-11-20' })
  requestedDate!: string | null;

  @Field('Where the rates come from, as of the oldest of them; null when none was needed.', nullable(object(() => ProvenanceDto)))
  provenance!: ProvenanceDto | null;

  static from({ path, provenance, ...conversion }: Conversion): CurrencyConversionDto {
    const { amount, from, to, rate, result, preciseResult, date, requestedDate } = conversion;
    const legs = path.map((leg) => Object.assign(new CurrencyConversionLegDto(), { from: leg.from, to: leg.to, rate: leg.rate, provider: leg.provider }));
    const source = provenance === null ? null : ProvenanceDto.from(provenance);
    return Object.assign(new CurrencyConversionDto(), { amount, from, to, rate, result, preciseResult, path: legs, date, requestedDate, provenance: source });
  }
}
