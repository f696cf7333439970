import { PictureQuery } from '../../../http/picture.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, integer, list, nullable, number, object, optional, text, timeOrDay, timestamp } from '../../../openapi/rules.js';
import { symbolRule } from '../symbol-parameter.js';

@Dto('Which instruments are compared, over which days.')
export class CompareQuery extends PictureQuery {
  @Field('Symbols of any classes, in either case; repeated ones count once.', list(symbolRule, 10, 2), { example: ['AAPL.US', 'MSFT.US'] })
  symbol!: string[];

  @Field('Inclusive. By default about 250 days before `to`. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-06-01' })
  from?: string;

  @Field('Exclusive; now by default. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-11-20' })
  to?: string;

  @Field('What each of them begins with.', optional(integer(1, 1_000_000)), { default: 100, example: 100 })
  rebase: number = 100;

  @Field('What prices are adjusted for: nothing, splits, or splits and dividends.', optional(choice(['none', 'splits', 'all'])), {
    default: 'splits',
    example: 'splits',
  })
  adjustment: 'none' | 'splits' | 'all' = 'splits';
}

@Dto('One of the instruments that are compared.')
export class ComparedInstrumentDto {
  @Field('`<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The currency of its prices, from which nothing is converted: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('What its prices are adjusted for.', choice(['none', 'splits', 'all']), { example: 'splits' })
  adjustment!: string;

  @Field('Its close on the first day, in `currency`; where it does not trade on that day its close before.', number(0), { example: 231.41 })
  basePrice!: number;

  @Field('From the first day to its last one, in per cent.', number(-100), { example: 4.2 })
  changePercent!: number;

  @Field(
    'One value for each of `times`: its close as a multiple of `basePrice`, times `rebase`. On a day on which it does not trade that of the day before; null after its last day.',
    list(nullable(number(0)), 20_000),
    { example: [100, 104.2] },
  )
  values!: Array<number | null>;

  @Field(
    'Whose prices they are.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;
}

@Dto('How instruments did against each other.')
export class ComparisonDto {
  @Field('What each of them begins with.', integer(1, 1_000_000), { example: 100 })
  rebase!: number;

  @Field(
    'The days on which at least one of them trades (midnight, UTC), ascending, from the first one on for which all have a close.',
    list(timestamp(), 20_000),
    {
      example: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
    },
  )
  times!: string[];

  @Field(
    'The instruments, in the order in which they were named.',
    list(
      object(() => ComparedInstrumentDto),
      10,
    ),
  )
  items!: ComparedInstrumentDto[];
}
