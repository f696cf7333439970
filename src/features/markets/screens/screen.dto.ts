import { answerOf } from '../../../api/answer.js';
import { Dto, Field, sharedField } from '../../../api/field.js';
import {
  choice,
  integer,
  line,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  type Rule,
  text,
  union,
  uuid,
} from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import { symbolRule } from '../symbol-parameter.js';
import {
  MAX_COLUMNS,
  MAX_LEAVES,
  MAX_NAMED,
  MAX_SORTS,
  MAX_UNIVERSE,
  type Operator,
  operators,
  type Screen,
  type ScreenCondition,
} from './screen.js';
import { fieldShape } from './screen-fields.js';

/** Returns the rule for the form of a field; `screen-plan.ts` checks that the field exists. */
export const fieldRule = (): Rule =>
  text(2, 80, fieldShape, 'a field such as priceToEarnings, priceChange:20, rsi:14 or macd.signal');
const venueRule = () => text(1, 8, /^[A-Za-z]{1,8}$/, 'the venue of symbols, such as US or LSE');

const type = (name: string): PropertyDecorator => Field('The type of condition.', choice([name]), { example: name });
const example = {
  type: 'all',
  conditions: [
    { type: 'compare', field: 'priceToEarnings', operator: 'below', value: 15 },
    { type: 'compare', field: 'price', operator: 'above', otherField: 'sma:50' },
    { type: 'one_of', field: 'sector', values: ['Information Technology', 'Health Care'] },
  ],
};
const [cheap] = example.conditions;

@Dto('True if all of its conditions are true.')
export class ScreenAllDto {
  @type('all')
  type!: 'all';

  @Field('The conditions that must all be true.', list(conditionRule(), MAX_LEAVES, 1), { example: example.conditions })
  conditions!: object[];
}

@Dto('True if at least one of its conditions is true.')
export class ScreenAnyDto {
  @type('any')
  type!: 'any';

  @Field('The conditions of which at least one must be true.', list(conditionRule(), MAX_LEAVES, 1), {
    example: example.conditions,
  })
  conditions!: object[];
}

@Dto('True if its condition is false; undecided if a value is missing.')
export class ScreenNotDto {
  @type('not')
  type!: 'not';

  @Field('The condition that must be false.', conditionRule(), { example: cheap })
  condition!: object;
}

@Dto('Compares a number of each instrument with `value`, or with `otherField`; exactly one of the two is given.')
export class ScreenCompareDto {
  @type('compare')
  type!: 'compare';

  @Field('The number to compare: a field of `GET /markets/screens/fields`.', fieldRule(), {
    example: 'priceToEarnings',
  })
  field!: string;

  @Field('`above` is >, `at_least` ≥, `below` <, `at_most` ≤.', choice(operators), { example: 'below' })
  operator!: Operator;

  @Field('The value, in the unit of the field: a fraction of 0.05 is 5 %.', optional(number(-1e18, 1e18)), {
    example: 15,
  })
  value?: number;

  @Field('Another number of the same instrument.', optional(fieldRule()), { example: 'sma:50', omitFromExample: true })
  otherField?: string;

  @Field('Factor by which `otherField` is multiplied. Default: 1.', optional(number(-1e6, 1e6)), {
    example: 2,
    omitFromExample: true,
  })
  factor?: number;
}

@Dto('True if a text of the instrument is one of several values.')
export class ScreenOneOfDto {
  @type('one_of')
  type!: 'one_of';

  @Field('The text to compare, such as `sector`, `country`, `currency` or `exchange`.', fieldRule(), {
    example: 'sector',
  })
  field!: string;

  @Field('The values, case-insensitive.', list(line(1, 100), 50, 1), { example: ['Health Care'] })
  values!: string[];
}

/** Validation of a condition. Classes are looked up when used, because the union is recursive. */
export function conditionRule(): Rule {
  return union('type', {
    all: () => ScreenAllDto,
    any: () => ScreenAnyDto,
    not: () => ScreenNotDto,
    compare: () => ScreenCompareDto,
    one_of: () => ScreenOneOfDto,
  });
}

const universeFields = {
  assetClasses: sharedField(
    'Only instruments of these classes. Null: shares (`equity`) of the directory; all classes of a list.',
    nullable(list(choice(assetClasses), assetClasses.length, 1)),
    { example: ['equity'] },
  ),
  venue: sharedField('Only symbols of this venue, case-insensitive; null for all.', nullable(venueRule()), {
    example: 'US',
  }),
  symbols: sharedField(
    'Only these instruments, case-insensitive; null for no list of symbols.',
    nullable(list(symbolRule, MAX_NAMED, 1)),
    {
      example: null,
    },
  ),
  watchlistId: sharedField('Only the instruments of one of your watchlists; null for no watchlist.', nullable(uuid()), {
    example: null,
  }),
  portfolioId: sharedField(
    'Only the instruments that one of your portfolios holds; null for no portfolio.',
    nullable(uuid()),
    {
      example: null,
    },
  ),
};

@Dto(
  'The instruments that a screen evaluates: `symbols`, a watchlist, a portfolio, or without these the directory of ' +
    `instruments, as of today and at most ${MAX_UNIVERSE}.`,
)
export class NewScreenUniverseDto {
  @universeFields.assetClasses.optional()
  assetClasses?: AssetClass[] | null;

  @universeFields.venue.optional()
  venue?: string | null;

  @universeFields.symbols.optional()
  symbols?: string[] | null;

  @universeFields.watchlistId.optional()
  watchlistId?: string | null;

  @universeFields.portfolioId.optional()
  portfolioId?: string | null;
}

@Dto('The instruments that a screen evaluates.')
export class ScreenUniverseDto {
  @universeFields.assetClasses()
  assetClasses!: AssetClass[] | null;

  @universeFields.venue()
  venue!: string | null;

  @universeFields.symbols()
  symbols!: string[] | null;

  @universeFields.watchlistId()
  watchlistId!: string | null;

  @universeFields.portfolioId()
  portfolioId!: string | null;
}

@Dto('A field by which the results of a screen are sorted.')
export class ScreenSortDto {
  @Field('The number or text by which results are sorted, as in `GET /markets/screens/fields`.', fieldRule(), {
    example: 'marketCap',
  })
  field!: string;

  @Field(
    '`asc`: lowest first, `desc`: highest first. Instruments without a value come last.',
    choice(['asc', 'desc']),
    {
      example: 'desc',
    },
  )
  order!: 'asc' | 'desc';
}

const fields = {
  name: sharedField('The name of the screen.', line(1, 100), { example: 'Cheap and rising' }),
  condition: sharedField(
    `The condition, a tree of at most 5 levels and ${MAX_LEAVES} comparisons. Null: all instruments of the universe.`,
    nullable(conditionRule()),
    { example },
  ),
  sort: sharedField(
    'The fields by which results are sorted, the most important first; then by symbol.',
    objects(ScreenSortDto, MAX_SORTS),
    { example: [{ field: 'marketCap', order: 'desc' }] },
  ),
  columns: sharedField(
    'The fields of results, in their order. Empty: the fields of the condition and of `sort`.',
    list(fieldRule(), MAX_COLUMNS),
    { example: ['marketCap', 'priceToEarnings', 'price'] },
  ),
  limit: sharedField('Maximum number of results, the first by `sort`; null for all.', nullable(integer(1, 5_000)), {
    example: 100,
  }),
};

@Dto('A screen without a name.')
export class ScreenDefinitionDto {
  @Field('The instruments. Default: shares of the directory.', optional(object(() => NewScreenUniverseDto)))
  universe?: NewScreenUniverseDto;

  @fields.condition.optional()
  condition?: ScreenCondition | null;

  @fields.sort.optional({ default: [] })
  sort: ScreenSortDto[] = [];

  @fields.columns.optional({ default: [] })
  columns: string[] = [];

  @fields.limit.optional()
  limit?: number | null;
}

@Dto('A screen to save.')
export class NewScreenDto extends ScreenDefinitionDto {
  @fields.name({ identity: true })
  name!: string;
}

@Dto(
  'Changes to a screen (RFC 7396). Omitted fields are unchanged, also in `universe`; a condition, `sort` and ' +
    '`columns` are replaced as a whole.',
)
export class ScreenChangesDto {
  @fields.name.optional()
  name?: string;

  @Field('Changes to the universe.', optional(object(() => NewScreenUniverseDto)))
  universe?: NewScreenUniverseDto;

  @fields.condition.optional()
  condition?: ScreenCondition | null;

  @fields.sort.optional()
  sort?: ScreenSortDto[];

  @fields.columns.optional()
  columns?: string[];

  @fields.limit.optional()
  limit?: number | null;
}

@Resource('A saved screen.', { grantable: true })
export class ScreenDto extends ResourceDto {
  @fields.name()
  name!: string;

  @Field(
    'The instruments that the screen evaluates.',
    object(() => ScreenUniverseDto),
  )
  universe!: ScreenUniverseDto;

  @fields.condition()
  condition!: ScreenCondition | null;

  @fields.sort()
  sort!: ScreenSortDto[];

  @fields.columns()
  columns!: string[];

  @fields.limit()
  limit!: number | null;

  static from(screen: Screen): ScreenDto {
    return answerOf(ScreenDto, { ...screen, universe: answerOf(ScreenUniverseDto, screen.universe) });
  }
}

export const ScreenPageDto = pageOf(ScreenDto, 'ScreenPageDto', 'A page of screens, oldest first.');
