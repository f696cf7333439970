import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, day, integer, list, nullable, number, objects, text, timestamp } from '../../../api/rules.js';
import { PageQuery } from '../../../http/page.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import { KnownAtField } from '../companies/company.dto.js';
import { type MissingReason, missingReasons } from './company-columns.js';
import { type ScreenMatch, type ScreenValue, screenValueOf } from './evaluate-screen.js';
import { MAX_COLUMNS, MAX_LEAVES, MAX_SORTS, MAX_UNIVERSE } from './screen.js';
import type { ScreenPlan } from './screen-plan.js';
import type { ScreenRun } from './screen-run.service.js';

/** Maximum number of fields of a screen: two for each comparison, and those of `columns` and `sort`. */
const MAX_FIELDS = 2 * MAX_LEAVES + MAX_COLUMNS + MAX_SORTS;
/** Maximum number of undecided symbols that a response lists. */
const MAX_LISTED = 200;
const count = () => integer(0, MAX_UNIVERSE);

@Dto('The moment and the page of the results of a screen.')
export class ScreenResultsQuery extends PageQuery {
  @KnownAtField()
  knownAt?: string;
}

@Dto('A value of an instrument with its origin.')
export class ScreenValueDto {
  @Field('The field with all parameters.', text(2, 80), { example: 'priceToEarnings' })
  field!: string;

  @Field('The number in the unit of the field; null if it is missing, and for texts.', nullable(number()), {
    example: 12.4,
  })
  value!: number | null;

  @Field('The text; null if it is missing, and for numbers.', nullable(text(1, 200)), { example: null })
  text!: string | null;

  @Field('Currency of an amount or price; null for other values.', nullable(text(2, 12)), { example: null })
  currency!: string | null;

  @Field('The first day from which the value comes; null for texts, and without a value.', nullable(day()), {
    example: '2025-07-01',
  })
  firstDay!: string | null;

  @Field('The last day from which the value comes; null for texts, and without a value.', nullable(day()), {
    example: '2026-06-30',
  })
  lastDay!: string | null;

  @Field(
    'Time from which the value was known (UTC): the publication of its last filing, or the end of its last day; ' +
      'null for texts, and without a value.',
    nullable(timestamp()),
    { example: '2026-08-04T21:00:00.000Z' },
  )
  knownSince!: string | null;

  @Field(
    'Accession number of the latest filing in the value; null for prices, texts and missing values.',
    nullable(text(1, 100)),
    { example: '0000320193-26-000079' },
  )
  accessionNumber!: string | null;

  @Field(
    'The reason why the value is missing; null with a value. `loading`: it is not read yet, repeat the request. ' +
      '`not_applicable`: such instruments do not have the value. `unavailable`: the source is not answering, or ' +
      'its figures do not fit together. `not_reported`: the source does not state it. `not_meaningful`: a ratio of ' +
      'a figure that is not above zero. `outdated`: the last one is too old. `too_few_candles`: the instrument is ' +
      'too young.',
    nullable(choice(missingReasons)),
    { example: null },
  )
  missing!: MissingReason | null;

  static from({ accession, ...value }: ScreenValue): ScreenValueDto {
    return answerOf(ScreenValueDto, { ...value, accessionNumber: accession });
  }
}

@Dto('An instrument for which the condition of a screen is true.')
export class ScreenResultDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US', identity: true })
  symbol!: string;

  @Field('The name of the instrument; its symbol if the directory does not have it.', text(1, 200), {
    example: 'Apple Inc.',
  })
  name!: string;

  @Field('Asset class of the instrument.', choice(assetClasses), { example: 'equity' })
  assetClass!: AssetClass;

  @Field('The columns of the screen, in their order.', objects(ScreenValueDto, MAX_FIELDS))
  values!: ScreenValueDto[];

  static from({ shown }: ScreenPlan, { figures }: ScreenMatch): ScreenResultDto {
    const { symbol, name, assetClass } = figures.instrument;
    const values = shown.map((field) => ScreenValueDto.from(screenValueOf(field, figures)));
    return answerOf(ScreenResultDto, { symbol, name, assetClass, values });
  }
}

@Dto('The number of instruments without a value of a field, for one reason.')
export class ScreenMissingDto {
  @Field('The field with all parameters.', text(2, 80), { example: 'priceToEarnings' })
  field!: string;

  @Field('The reason, as in the values of results.', choice(missingReasons), { example: 'not_meaningful' })
  reason!: MissingReason;

  @Field('The number of instruments.', integer(1, MAX_UNIVERSE), { example: 12 })
  count!: number;
}

@Dto('A page of the instruments that meet a screen, with counts of undecided instruments and missing values.')
export class ScreenResultPageDto {
  @Field('The results of this page, in the order of the screen.', objects(ScreenResultDto, 200))
  items!: object[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field('Number of instruments for which the condition is true, also beyond the `limit` of the screen.', count(), {
    example: 40,
  })
  resultCount!: number;

  @Field('Number of instruments in the universe.', count(), { example: 3_800 })
  instrumentCount!: number;

  @Field('Number of instruments whose figures are being read; repeat the request to include them.', count(), {
    example: 0,
  })
  loadingCount!: number;

  @Field(
    'Estimated time until these figures are read (seconds), at the rate of the latest ones. Null if none are being ' +
      'read, or too few have been read for an estimate.',
    nullable(integer(0, 1e9)),
    { example: null },
  )
  loadingSeconds!: number | null;

  @Field(
    'Number of instruments whose result depends on missing values; they are neither results nor excluded.',
    count(),
    {
      example: 2,
    },
  )
  undecidedCount!: number;

  @Field(`The undecided instruments, at most ${MAX_LISTED}.`, list(text(3, 33), MAX_LISTED), { example: ['NEW.US'] })
  undecidedSymbols!: readonly string[];

  @Field(
    'Missing values of all instruments of the universe, by field and reason.',
    objects(ScreenMissingDto, MAX_FIELDS * missingReasons.length),
  )
  missing!: ScreenMissingDto[];

  @Field('Only figures published by this time (UTC) are used.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  knownAt!: string;

  @Field('Names of the sources of the figures; `simulator` data is not real.', list(text(1, 50), 50), {
    example: ['simulator'],
  })
  providers!: readonly string[];

  @Field('Warnings as sentences, such as amounts in several currencies.', list(text(1, 500), 10), { example: [] })
  warnings!: readonly string[];

  static from(
    run: ScreenRun,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): ScreenResultPageDto {
    const { total, instruments, loading, loadingSeconds, undecided, missing, knownAt, providers, warnings } = run;
    return answerOf(ScreenResultPageDto, {
      items,
      nextCursor,
      resultCount: total,
      instrumentCount: instruments,
      loadingCount: loading,
      loadingSeconds,
      undecidedCount: undecided.length,
      undecidedSymbols: undecided.slice(0, MAX_LISTED),
      missing: missing.map((one) => answerOf(ScreenMissingDto, one)),
      knownAt,
      providers,
      warnings,
    });
  }

  /** Returns the results as a table: for each field its value, its last day, and since when it was known. */
  static table({ items }: ScreenResultPageDto): CsvTable {
    const results = items as ScreenResultDto[];
    const fields = results[0]?.values.map(({ field }) => field) ?? [];
    const columns = fields.flatMap((field) => [field, `${field} lastDay`, `${field} knownSince`]);
    const rows = results.map(({ symbol, name, assetClass, values }) => [
      symbol,
      name,
      assetClass,
      ...values.flatMap(({ value, text, lastDay, knownSince }) => [value ?? text, lastDay, knownSince]),
    ]);
    return { columns: ['symbol', 'name', 'assetClass', ...columns], rows };
  }
}
