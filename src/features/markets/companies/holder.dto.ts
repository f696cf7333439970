import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../../api/rules.js';
import { PageQuery } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { KnownAtField } from './company.dto.js';
import type { Holder, Holders } from './holders.service.js';

@Dto('The holders to list.')
export class HoldersQuery extends PageQuery {
  @Field(
    'The last day of a quarter. Default: the latest quarter on which institutions had to report, 45 days ' +
      'after its end.',
    optional(day()),
    { example: '2026-06-30' },
  )
  period?: string;

  @KnownAtField()
  knownAt?: string;
}

@Dto('An institution that holds a share.')
export class CompanyHolderDto {
  @Field('Name of the institution, as its report states it.', text(1, 200), { example: 'BERKSHIRE HATHAWAY INC' })
  institution!: string;

  @Field('Central Index Key of the institution; null for a simulated one.', nullable(text(1, 10)), {
    example: '1067983',
  })
  institutionCik!: string | null;

  @Field('Number of shares, without those of options.', number(0), { example: 280_000_000 })
  shares!: number;

  @Field(
    'Market value at the end of the quarter, in US dollars; null if the unit of the report is unclear.',
    nullable(number(0)),
    { example: 57_448_000_000 },
  )
  valueUsd!: number | null;

  @Field(
    'Unit of the values as filed: thousands of dollars in reports before January 3, 2023, dollars since then. ' +
      '`unclear`: the resulting prices are impossible.',
    choice(['thousands', 'dollars', 'unclear']),
    { example: 'dollars' },
  )
  filedUnit!: string;

  @Field('Shares underlying the call options of the institution.', number(0), { example: 0 })
  callShares!: number;

  @Field('Shares underlying the put options of the institution.', number(0), { example: 0 })
  putShares!: number;

  @Field('Accession number of the latest report that states it.', text(1, 100), { example: '0000950123-25-008343' })
  accessionNumber!: string;

  @Field('The form: `13F-HR`, or `13F-HR/A` for an amendment.', text(1, 20), { example: '13F-HR' })
  form!: string;

  @Field('Time from which the public could read the report (UTC).', timestamp(), {
    example: '2025-08-14T20:05:04.000Z',
  })
  filedAt!: string;

  @Field('Whether an amendment replaced or completed the first report.', flag(), { example: false })
  amended!: boolean;

  @Field('Address of the report; null for simulated reports.', nullable(text(1, 1_000)), {
    example: 'https://www.sec.gov/Archives/edgar/data/1067983/000095012325008343/0000950123-25-008343-index.htm',
  })
  url!: string | null;

  static from({ filing, cik, value, unit, isAmended, ...holder }: Holder): CompanyHolderDto {
    return answerOf(CompanyHolderDto, {
      ...holder,
      institutionCik: cik,
      valueUsd: value,
      filedUnit: unit,
      accessionNumber: filing.id,
      form: filing.form,
      filedAt: filing.publishedAt,
      amended: isAmended,
    });
  }
}

@Dto('Numbers of institutions whose reports are read.')
export class InstitutionCountsDto {
  @Field('Institutions that the operator has configured; others are not known.', integer(0, 1_000), { example: 18 })
  configuredCount!: number;

  @Field('Institutions whose reports on the quarter were read.', integer(0, 1_000), { example: 17 })
  readCount!: number;

  @Field('Institutions without a readable report on the quarter.', integer(0, 1_000), { example: 1 })
  missingCount!: number;

  @Field('Institutions whose reports are not read yet; a later request has them.', integer(0, 1_000), { example: 0 })
  pendingCount!: number;
}

@Dto('Institutions that hold a share.')
export class CompanyHolderListDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The CUSIP of the share, by which reports are found.', text(9, 9), { example: '037833100' })
  cusip!: string;

  @Field('The last day of the quarter.', day(), { example: '2026-06-30' })
  period!: string;

  @Field('Only reports published by this time (UTC) are used.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  knownAt!: string;

  @Field('The holders, the largest number of shares first.', objects(CompanyHolderDto, 200))
  items!: CompanyHolderDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field(
    'Numbers of institutions whose reports are read.',
    object(() => InstitutionCountsDto),
  )
  institutions!: InstitutionCountsDto;

  @Field(
    'The source, the time of the latest report, and warnings about unclear values.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(
    { symbol, cusip, period, knownAt, institutions, provenance }: Holders,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): CompanyHolderListDto {
    return answerOf(CompanyHolderListDto, {
      symbol,
      cusip,
      period,
      knownAt,
      items: items as CompanyHolderDto[],
      nextCursor,
      institutions: answerOf(InstitutionCountsDto, institutions),
      provenance: ProvenanceDto.from(provenance),
    });
  }

  /** Returns the holders as a table. */
  static table({ items }: CompanyHolderListDto): CsvTable {
    const columns = [
      'institution',
      'institutionCik',
      'shares',
      'valueUsd',
      'filedUnit',
      'callShares',
      'putShares',
      'form',
      'filedAt',
      'amended',
      'accessionNumber',
    ] as const;
    return { columns: [...columns], rows: items.map((item) => columns.map((column) => item[column])) };
  }
}
