import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
} from '../../../api/rules.js';
import { OrderField, PageQuery } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { lineItems, type StatementKind, statementKinds } from '../line-items.js';
import { KnownAtField } from './company.dto.js';
import { fiscalPeriods } from './fiscal-periods.js';
import type { FigureFiling } from './known-fact.js';
import type { DerivationInput, Figure, StatementPeriod } from './statements.js';
import type { SourcedStatements } from './statements.service.js';

const accession = () => text(1, 100);
const MAX_FIGURES = lineItems.length;

@Dto('The statements to list.')
export class StatementsQuery extends PageQuery {
  @Field('Fiscal years or their quarters. Default: `annual`.', optional(choice(['annual', 'quarter'])), {
    default: 'annual',
    example: 'quarter',
  })
  period: 'annual' | 'quarter' = 'annual';

  @Field('Only figures of these statements. Default: all.', optional(list(choice(statementKinds), 3, 1)), {
    example: ['income'],
  })
  statement?: StatementKind[];

  @Field('Only periods that end on this day or later; of a time, its day (UTC).', optional(timeOrDay()), {
    example: '2024-01-01',
  })
  from?: string;

  @Field('Only periods that end before this day (exclusive); of a time, its day (UTC).', optional(timeOrDay()), {
    example: '2026-12-31',
  })
  to?: string;

  @KnownAtField()
  knownAt?: string;

  @OrderField('by the end of the period', 'desc')
  order: Order = 'desc';
}

@Dto('A value in a filing.')
export class FiledValueDto {
  @Field('The value that the filing states.', number(), { example: 416_161_000_000 })
  value!: number;

  @Field('Accession number of the filing.', accession(), { example: '0000320193-25-000079' })
  accessionNumber!: string;

  @Field('Name of the form filed with the SEC.', text(1, 20), { example: '10-K' })
  form!: string;

  @Field(
    'Time from which the public could read it (UTC); for older filings, of which only the day is listed, the end of ' +
      'that day.',
    timestamp(),
    { example: '2025-10-31T10:01:26.000Z' },
  )
  filedAt!: string;

  static from({ value, accession, form, publishedAt }: FigureFiling): FiledValueDto {
    return answerOf(FiledValueDto, { value, accessionNumber: accession, form, filedAt: publishedAt });
  }
}

@Dto('A value of a period from which another value is derived.')
export class DerivationInputDto extends FiledValueDto {
  @Field('The first day of its period.', day(), { example: '2024-09-29' })
  firstDay!: string;

  @Field('The last day of its period.', day(), { example: '2025-09-27' })
  lastDay!: string;

  static override from({ start, end, ...filing }: DerivationInput): DerivationInputDto {
    return answerOf(DerivationInputDto, { ...FiledValueDto.from(filing), firstDay: start, lastDay: end });
  }
}

@Dto('The derivation of a quarter from longer periods.')
export class DerivationDto {
  @Field('The difference, in the order of the inputs, such as `FY − 9M`.', text(1, 50), { example: 'FY − 9M' })
  formula!: string;

  @Field('The reported values; the first one minus the others is the figure.', objects(DerivationInputDto, 4))
  inputs!: DerivationInputDto[];
}

@Dto('A figure of a statement.')
export class StatementFigureDto {
  @Field('The line item, such as `revenue`; further ones may be added.', text(1, 50), { example: 'revenue' })
  item!: string;

  @Field('The statement that the line item belongs to.', choice(statementKinds), { example: 'income' })
  statement!: StatementKind;

  @Field('The name of the line item.', text(1, 100), { example: 'Revenue' })
  label!: string;

  @Field('The value, in whole units: not in thousands or millions. Payments are positive.', number(), {
    example: 416_161_000_000,
  })
  value!: number;

  @Field('A currency (ISO 4217), `shares`, or a currency per share such as `USD/shares`.', text(3, 12), {
    example: 'USD',
  })
  unit!: string;

  @Field('The concept under which the company reports it.', text(1, 300), {
    example: 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
  })
  concept!: string;

  @Field('The first day of its period; null for a figure of one day.', nullable(day()), { example: '2024-09-29' })
  firstDay!: string | null;

  @Field('The last day of its period.', day(), { example: '2025-09-27' })
  lastDay!: string;

  @Field('Accession number of the filing that states it; of a derived figure, of its first input.', accession(), {
    example: '0000320193-25-000079',
  })
  accessionNumber!: string;

  @Field('The form of the filing.', text(1, 20), { example: '10-K' })
  form!: string;

  @Field(
    'Time from which the figure was known (UTC): when the public could read the last filing from which it is computed.',
    timestamp(),
    {
      example: '2025-10-31T10:01:26.000Z',
    },
  )
  filedAt!: string;

  @Field(
    'For a derived figure, the reported values; null if the filing states the figure itself.',
    nullable(object(() => DerivationDto)),
    { example: null },
  )
  derivation!: DerivationDto | null;

  @Field(
    'Values that earlier filings stated for the same period, the first one first; empty unless it was restated.',
    objects(FiledValueDto, 100),
    { example: [] },
  )
  earlierValues!: FiledValueDto[];

  static from({ filing, knownSince, derivation, earlier, ...figure }: Figure): StatementFigureDto {
    const { item, statement, label, value, unit, concept, start, end } = figure;
    return answerOf(StatementFigureDto, {
      item,
      statement,
      label,
      value,
      unit,
      concept,
      firstDay: start,
      lastDay: end,
      accessionNumber: filing.accession,
      form: filing.form,
      filedAt: knownSince,
      derivation:
        derivation &&
        answerOf(DerivationDto, {
          formula: derivation.formula,
          inputs: derivation.inputs.map(DerivationInputDto.from),
        }),
      earlierValues: earlier.slice(-100).map(FiledValueDto.from),
    });
  }
}

@Dto('The figures of a fiscal year or quarter.')
export class StatementPeriodDto {
  @Field('The fiscal year, as the company numbers it.', integer(1900, 2200), { example: 2025 })
  fiscalYear!: number;

  @Field('The fiscal year or its quarter.', choice(fiscalPeriods), { example: 'FY' })
  fiscalPeriod!: string;

  @Field('The first day of the period.', day(), { example: '2024-09-29' })
  firstDay!: string;

  @Field('The last day of the period, inclusive.', day(), { example: '2025-09-27' })
  lastDay!: string;

  @Field('The figures, in the order of their statements.', objects(StatementFigureDto, MAX_FIGURES))
  figures!: StatementFigureDto[];

  @Field('Line items that other periods have and this one lacks.', list(text(1, 50), MAX_FIGURES), {
    example: ['shortTermInvestments'],
  })
  missing!: readonly string[];

  @Field('Sentences about restatements and gaps.', list(text(1, 500), 50), { example: [] })
  warnings!: readonly string[];

  static from({ figures, ...period }: StatementPeriod): StatementPeriodDto {
    const { fiscalYear, fiscalPeriod, start, end, missing, warnings } = period;
    const rows = figures.map(StatementFigureDto.from);
    const [firstDay, lastDay] = [start, end];
    return answerOf(StatementPeriodDto, {
      fiscalYear,
      fiscalPeriod,
      firstDay,
      lastDay,
      figures: rows,
      missing,
      warnings,
    });
  }
}

@Dto('Statements of a company by period.')
export class CompanyStatementListDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The currency of most figures; null without figures.', nullable(text(3, 3)), { example: 'USD' })
  currency!: string | null;

  @Field('Only figures published by this time (UTC) are used.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  knownAt!: string;

  @Field('The periods, in the order of `order`.', objects(StatementPeriodDto, 200))
  items!: StatementPeriodDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field(
    'The source, the time of the latest filing, and warnings about figures that were left out.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(
    { symbol, currency, knownAt, provenance }: SourcedStatements,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): CompanyStatementListDto {
    const rows = items as StatementPeriodDto[];
    const values = { symbol: symbol.text, currency, knownAt, items: rows, nextCursor };
    return answerOf(CompanyStatementListDto, { ...values, provenance: ProvenanceDto.from(provenance) });
  }

  /** Returns the figures as a table, one row for each. */
  static table({ items }: CompanyStatementListDto): CsvTable {
    const columns = [
      'fiscalYear',
      'fiscalPeriod',
      'statement',
      'item',
      'value',
      'unit',
      'firstDay',
      'lastDay',
      'derivation',
    ];
    const rows = items.flatMap(({ fiscalYear, fiscalPeriod, figures }) =>
      figures.map(
        ({
          statement,
          item,
          value,
          unit,
          firstDay,
          lastDay,
          derivation,
          accessionNumber,
          form,
          filedAt,
          earlierValues,
        }) => [
          fiscalYear,
          fiscalPeriod,
          statement,
          item,
          value,
          unit,
          firstDay,
          lastDay,
          derivation?.formula ?? null,
          accessionNumber,
          form,
          filedAt,
          earlierValues[0]?.value ?? null,
        ],
      ),
    );
    return { columns: [...columns, 'accessionNumber', 'form', 'filedAt', 'firstValue'], rows };
  }
}
