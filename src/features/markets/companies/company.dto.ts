import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { day, list, nullable, object, objects, optional, text, timeOrDay, timestamp } from '../../../api/rules.js';
import { OrderField, PageQuery } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import type { Filing } from '../company-facts.js';
import type { SourcedCompany } from './companies.service.js';

@Dto('A name that a company had before.')
export class FormerNameDto {
  @Field('The former name, as registered with the regulator.', text(1, 200), { example: 'APPLE COMPUTER INC' })
  name!: string;

  @Field('The first day of filings under this name; null if unknown.', nullable(day()), { example: '1994-01-26' })
  firstDay!: string | null;

  @Field('The last day of filings under this name; null if unknown.', nullable(day()), { example: '2007-01-04' })
  lastDay!: string | null;
}

@Dto('A company, according to its regulator.')
export class CompanyDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Name of the company, as registered with the regulator.', text(1, 200), { example: 'Apple Inc.' })
  name!: string;

  @Field('Central Index Key of the SEC, without leading zeros; null for a simulated company.', nullable(text(1, 10)), {
    example: '320193',
  })
  cik!: string | null;

  @Field('Legal entity identifier (ISO 17442); null if the regulator states none.', nullable(text(20, 20)), {
    example: null,
  })
  lei!: string | null;

  @Field('Tickers of all its securities.', list(text(1, 20), 100), { example: ['AAPL'] })
  tickers!: readonly string[];

  @Field('Exchanges of the tickers, as the regulator writes them.', list(text(1, 50), 100), { example: ['Nasdaq'] })
  exchanges!: readonly string[];

  @Field('Code of the industry (SIC, four digits); null if the source states no code.', nullable(text(4, 4)), {
    example: '3571',
  })
  sic!: string | null;

  @Field('Name of the industry; for a simulated company its sector. Null if unknown.', nullable(text(1, 200)), {
    example: 'Electronic Computers',
  })
  industry!: string | null;

  @Field('The last day of the fiscal year, as month and day; null if unknown.', nullable(text(5, 5)), {
    example: '09-26',
  })
  fiscalYearEnd!: string | null;

  @Field('The state or country of incorporation, as a code of EDGAR; null if unknown.', nullable(text(1, 10)), {
    example: 'CA',
  })
  incorporatedIn!: string | null;

  @Field('The category of the filer, which decides its deadlines; null if unknown.', nullable(text(1, 100)), {
    example: 'Large accelerated filer',
  })
  filerCategory!: string | null;

  @Field('The website; null if the regulator states none.', nullable(text(1, 500)), { example: null })
  website!: string | null;

  @Field('Names that it had before, the latest first.', objects(FormerNameDto, 50))
  formerNames!: FormerNameDto[];

  @Field(
    'The source, and the time of the latest filing.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, profile, provenance }: SourcedCompany): CompanyDto {
    const formerNames = profile.formerNames.map(({ name, from, to }) =>
      answerOf(FormerNameDto, { name, firstDay: from, lastDay: to }),
    );
    const { category: filerCategory, ...facts } = profile;
    const values = {
      ...facts,
      filerCategory,
      symbol: symbol.text,
      formerNames,
      provenance: ProvenanceDto.from(provenance),
    };
    return answerOf(CompanyDto, values);
  }
}

/** Declares the moment of a figure or filing. */
export const KnownAtField = (): PropertyDecorator =>
  Field('Only what was published by this moment; of a day, by its end (UTC). Default: now.', optional(timeOrDay()), {
    example: '2026-11-20',
  });

@Dto('The filings to list.')
export class FilingsQuery extends PageQuery {
  @Field('Only these forms, case-insensitive; `10-K` does not include `10-K/A`.', optional(list(text(1, 20), 20, 1)), {
    example: ['10-K', '10-Q'],
  })
  form?: string[];

  @Field('Only filings from this time on; of a day, from its start (UTC).', optional(timeOrDay()), {
    example: '2024-01-01',
  })
  from?: string;

  @Field('Only filings before this time; of a day, before its start (UTC).', optional(timeOrDay()), {
    example: '2026-12-31',
  })
  to?: string;

  @KnownAtField()
  knownAt?: string;

  @OrderField('by the time of filing', 'desc')
  order: Order = 'desc';
}

@Dto('A filing of a company with its regulator.')
export class CompanyFilingDto {
  @Field('Identifies the filing: the accession number of EDGAR.', text(1, 100), { example: '0000320193-25-000079' })
  accessionNumber!: string;

  @Field('The form; amendments end in `/A`.', text(1, 20), { example: '10-K' })
  form!: string;

  @Field(
    'Time from which the public could read it (UTC): its acceptance, or 06:00 in New York on its filing date if ' +
      'it was accepted on the evening before.',
    timestamp(),
    { example: '2025-10-31T10:01:26.000Z' },
  )
  filedAt!: string;

  @Field('The filing date.', day(), { example: '2025-10-31' })
  filedOn!: string;

  @Field(
    'The day to which the report refers, such as the end of the fiscal period; null for a form without such a day.',
    nullable(day()),
    {
      example: '2025-09-27',
    },
  )
  reportDate!: string | null;

  @Field(
    'Items of a current report (form 8-K): `2.02` is results of operations. Empty for other forms.',
    list(text(1, 10), 50),
    {
      example: [],
    },
  )
  reportItems!: readonly string[];

  @Field('Description of its main document; null if the source has no description.', nullable(text(1, 200)), {
    example: '10-K',
  })
  title!: string | null;

  @Field(
    'Address of its main document; null for a filing without a document, and for simulated filings.',
    nullable(text(1, 1_000)),
    {
      example: 'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/aapl-20250927.htm',
    },
  )
  url!: string | null;

  static from({ accession, items, publishedAt, ...filing }: Filing): CompanyFilingDto {
    const reportItems = items.slice(0, 50);
    return answerOf(CompanyFilingDto, { ...filing, accessionNumber: accession, reportItems, filedAt: publishedAt });
  }
}

@Dto('Filings of a company.')
export class CompanyFilingListDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The filings, in the order of `order`.', objects(CompanyFilingDto, 200))
  items!: CompanyFilingDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field('The first day from which all filings are listed; null if all of them are.', nullable(day()), {
    example: '2015-02-02',
  })
  completeSince!: string | null;

  @Field(
    'The source, and the time of the latest filing.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(
    { symbol, filingsSince, provenance }: SourcedCompany,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): CompanyFilingListDto {
    const values = { symbol: symbol.text, items: items as CompanyFilingDto[], nextCursor, completeSince: filingsSince };
    return answerOf(CompanyFilingListDto, { ...values, provenance: ProvenanceDto.from(provenance) });
  }
}
