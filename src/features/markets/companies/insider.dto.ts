import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
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
import { insiderRelations, transactionCodes } from '../insider-report.js';
import { KnownAtField } from './company.dto.js';
import type { InsiderRow, InsiderRows } from './insiders.service.js';

@Dto('The reports of insiders to list.')
export class InsidersQuery extends PageQuery {
  @Field(
    'Only transactions with these codes: `P` is a purchase, `S` a sale. Default: all, and holdings without a ' +
      'transaction.',
    optional(list(text(1, 1, /^[A-Z]$/, 'must be a capital letter'), 20, 1)),
    { example: ['P', 'S'] },
  )
  code?: string[];

  @Field('Only reports filed from this time on; of a day, from its start (UTC).', optional(timeOrDay()), {
    example: '2024-01-01',
  })
  from?: string;

  @Field('Only reports filed before this time; of a day, before its start (UTC).', optional(timeOrDay()), {
    example: '2026-12-31',
  })
  to?: string;

  @KnownAtField()
  knownAt?: string;

  @OrderField('by the time of filing', 'desc')
  order: Order = 'desc';
}

@Dto('A transaction or holding of an insider, as a report states it.')
export class InsiderReportLineDto {
  @Field('Accession number of the report.', text(1, 100), { example: '0001140361-25-037088' })
  accessionNumber!: string;

  @Field('The form: `3` first holdings, `4` transactions, `5` annual; amendments end in `/A`.', text(1, 20), {
    example: '4',
  })
  form!: string;

  @Field('Time from which the public could read the report (UTC).', timestamp(), {
    example: '2025-10-03T22:30:21.000Z',
  })
  filedAt!: string;

  @Field('Address of the report; null for simulated reports.', nullable(text(1, 1_000)), {
    example: 'https://www.sec.gov/Archives/edgar/data/320193/000114036125037088/xslF345X05/form4.xml',
  })
  url!: string | null;

  @Field(
    'Filing day of the report that an amendment replaces; null for other reports, and if not stated.',
    nullable(day()),
    {
      example: null,
    },
  )
  originalFiledOn!: string | null;

  @Field('Accession number of the latest known amendment of this report; null without one.', nullable(text(1, 100)), {
    example: null,
  })
  amendedBy!: string | null;

  @Field('Name of the first reporting owner.', text(1, 200), { example: 'COOK TIMOTHY D' })
  owner!: string;

  @Field('Central Index Key of the owner; null for a simulated owner.', nullable(text(1, 10)), { example: '1214156' })
  ownerCik!: string | null;

  @Field('Relations of the owner to the company.', list(choice(insiderRelations), 4), {
    example: ['director', 'officer'],
  })
  relations!: readonly string[];

  @Field('The office or another relation in words; null if not stated.', nullable(text(1, 200)), {
    example: 'Chief Executive Officer',
  })
  ownerTitle!: string | null;

  @Field('Names of others who report the same line, such as the companies of a fund.', list(text(1, 200), 10), {
    example: [],
  })
  jointOwners!: readonly string[];

  @Field('Whether it is a transaction, or a holding that is stated without one.', choice(['transaction', 'holding']), {
    example: 'transaction',
  })
  kind!: string;

  @Field('Whether the security is an option, a convertible or another derivative.', flag(), { example: false })
  derivative!: boolean;

  @Field('Title of the security.', text(1, 200), { example: 'Common Stock' })
  security!: string;

  @Field('Day of the transaction; null for a holding.', nullable(day()), { example: '2025-10-01' })
  transactionDay!: string | null;

  @Field('Transaction code of the SEC; null for a holding.', nullable(text(1, 1)), { example: 'S' })
  code!: string | null;

  @Field('Meaning of the code in words; null for a holding, and for an unknown code.', nullable(text(1, 100)), {
    example: 'Sale in the market or privately',
  })
  codeMeaning!: string | null;

  @Field('Direction of the transaction; null for a holding.', nullable(choice(['acquired', 'disposed'])), {
    example: 'disposed',
  })
  direction!: string | null;

  @Field('Number of securities of the transaction; null for a holding, or if not stated.', nullable(number()), {
    example: 129_963,
  })
  shares!: number | null;

  @Field(
    'Price of one security, in `currency`; 0 for a grant. Null for a holding, and if a footnote alone states it.',
    nullable(number()),
    { example: 256.81 },
  )
  price!: number | null;

  @Field('Currency of the price (ISO 4217).', text(3, 3), { example: 'USD' })
  currency!: string;

  @Field('Securities of this title held after the transaction; null if not stated.', nullable(number()), {
    example: 3_280_295,
  })
  heldShares!: number | null;

  @Field('Whether the owner holds them directly; null if not stated.', nullable(choice(['direct', 'indirect'])), {
    example: 'direct',
  })
  ownership!: string | null;

  @Field('Nature of an indirect ownership; null if not stated.', nullable(text(1, 200)), { example: null })
  ownershipNature!: string | null;

  static from({ filing, report, line, amendedBy }: InsiderRow): InsiderReportLineDto {
    const [first, ...others] = report.owners;
    return answerOf(InsiderReportLineDto, {
      accessionNumber: filing.accession,
      form: filing.form,
      filedAt: filing.publishedAt,
      url: filing.url,
      originalFiledOn: report.originalFiledOn,
      amendedBy,
      owner: first?.name ?? '',
      ownerCik: first?.cik ?? null,
      relations: first?.relations ?? [],
      ownerTitle: first?.title ?? null,
      jointOwners: others.map(({ name }) => name),
      kind: line.kind,
      derivative: line.isDerivative,
      security: line.security,
      transactionDay: line.day,
      code: line.code,
      codeMeaning: transactionCodes[line.code ?? ''] ?? null,
      direction: line.direction,
      shares: line.shares,
      price: line.price,
      currency: report.currency,
      heldShares: line.heldAfter,
      ownership: line.ownership,
      ownershipNature: line.nature,
    });
  }
}

@Dto('Transactions and holdings of the insiders of a company.')
export class CompanyInsiderListDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The lines of the reports, in the order of `order`.', objects(InsiderReportLineDto, 200))
  items!: InsiderReportLineDto[];

  @Field(
    'Pass it as `cursor` for the next page; null on the last one. A page may have fewer lines than `limit`.',
    nullable(text(1, 512)),
    { example: null },
  )
  nextCursor!: string | null;

  @Field('The first day from which all filings are listed; null if all of them are.', nullable(day()), {
    example: '2015-02-02',
  })
  completeSince!: string | null;

  @Field(
    'The source, the time of the latest filing, and warnings about reports that could not be read.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(
    { symbol, filingsSince, provenance }: InsiderRows,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): CompanyInsiderListDto {
    return answerOf(CompanyInsiderListDto, {
      symbol: symbol.text,
      items: items as InsiderReportLineDto[],
      nextCursor,
      completeSince: filingsSince,
      provenance: ProvenanceDto.from(provenance),
    });
  }

  /** Returns the lines as a table. */
  static table({ items }: CompanyInsiderListDto): CsvTable {
    const columns = [
      'filedAt',
      'form',
      'owner',
      'ownerTitle',
      'kind',
      'derivative',
      'security',
      'transactionDay',
      'code',
      'direction',
      'shares',
      'price',
      'currency',
      'heldShares',
      'ownership',
      'amendedBy',
      'accessionNumber',
    ] as const;
    return { columns: [...columns], rows: items.map((item) => columns.map((column) => item[column])) };
  }
}
