import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  integer,
  line,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../../api/rules.js';
import { type Page, PageQuery } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type FundHolding, type FundHoldingKind, fundHoldingKinds, type KnownFund } from '../fund-portfolio.js';
import { currencyCode } from '../fx/currency-rule.js';
import { symbolRule } from '../symbol-parameter.js';
import type { FundWeights, WrittenHolding } from './fund-weights.repository.js';

/** Maximum number of holdings that an account states for a fund. */
const MAX_WRITTEN = 1_000;
/** Maximum number of holdings in a response. */
export const MAX_SHOWN = 200;
const country = () => text(2, 2, /^[A-Z]{2}$/, 'a country code of ISO 3166-1 such as DE');
const weight = () => number(-20, 20);
const kind = () => choice(fundHoldingKinds);
const says = {
  kind: 'The kind; `fund` is another fund, and `derivative` counts with its market value, not its notional amount.',
  country: 'The country of the issuer (ISO 3166-1 alpha-2); null if unknown.',
  currency: 'The currency of the holding (ISO 4217); null if unknown.',
  weight: 'Fraction of the net assets of the fund (0.25 is 25 %); negative for a short position.',
};

@Dto('The day of the holdings, and the page.')
export class FundHoldingsQuery extends PageQuery {
  @Field('The latest holdings of this day or an earlier one. Default: the latest ones.', optional(day()), {
    example: '2026-11-20',
  })
  asOf?: string;
}

@Dto('A holding of a fund, as you state it.')
export class NewFundHoldingDto {
  @Field('Symbol of the instrument, case-insensitive; null without one.', optional(nullable(symbolRule)), {
    example: 'AAPL.US',
  })
  symbol?: string | null;

  @Field(
    'Name of the holding; required without a symbol. Null: the name of the instrument.',
    optional(nullable(line(1, 200))),
    { example: 'Apple Inc.' },
  )
  name?: string | null;

  @Field(`${says.kind} Null: that of the instrument.`, optional(nullable(kind())), { example: 'equity' })
  kind?: FundHoldingKind | null;

  @Field(
    'The country of the issuer (ISO 3166-1 alpha-2). Null: that of the instrument.',
    optional(nullable(country())),
    { example: 'US' },
  )
  country?: string | null;

  @Field('The currency of the holding (ISO 4217). Null: that of the instrument.', optional(nullable(currencyCode())), {
    example: 'USD',
  })
  currency?: string | null;

  @Field(says.weight, weight(), { example: 0.07 })
  weight!: number;
}

@Dto('The holdings of a fund, as you state them.')
export class NewFundHoldingsDto {
  @Field('The day of the holdings, not in the future.', day(), { example: '2026-06-30' })
  asOf!: string;

  @Field(
    'The holdings. Their weights sum to at most 1; what is missing counts as unknown.',
    objects(NewFundHoldingDto, MAX_WRITTEN, 1),
  )
  holdings!: NewFundHoldingDto[];

  /** Returns the holdings with symbols in upper case, and null for what is missing. */
  static written({ holdings }: NewFundHoldingsDto): WrittenHolding[] {
    return holdings.map(({ symbol, name, kind: own, country: land, currency, weight: fraction }) => ({
      symbol: symbol?.toUpperCase() ?? null,
      name: name ?? null,
      kind: own ?? null,
      country: land ?? null,
      currency: currency ?? null,
      weight: fraction,
    }));
  }
}

@Dto('A holding of a fund.')
export class FundHoldingDto {
  @Field('Name of the holding.', text(1, 200), { example: 'Apple Inc.' })
  name!: string;

  @Field('Symbol of the instrument; null if the directory does not have it.', nullable(text(3, 33)), {
    example: 'AAPL.US',
  })
  symbol!: string | null;

  @Field('ISIN (ISO 6166); null if the report states none.', nullable(text(12, 12)), { example: 'US0378331005' })
  isin!: string | null;

  @Field('CUSIP; null if the report states none.', nullable(text(9, 9)), { example: '037833100' })
  cusip!: string | null;

  @Field('Legal entity identifier (ISO 17442) of the issuer; null if the report states none.', nullable(text(20, 20)), {
    example: 'HWUPKR0MPOU8FGXBT394',
  })
  lei!: string | null;

  @Field(says.kind, kind(), { example: 'equity' })
  kind!: FundHoldingKind;

  @Field('Sector (GICS) of the instrument; null if unknown.', nullable(text(1, 100)), {
    example: 'Information Technology',
  })
  sector!: string | null;

  @Field(says.country, nullable(text(2, 2)), { example: 'US' })
  country!: string | null;

  @Field(says.currency, nullable(currencyCode()), { example: 'USD' })
  currency!: string | null;

  @Field(says.weight, number(), { example: 0.07 })
  weight!: number;

  static from(fundHolding: FundHolding): FundHoldingDto {
    return answerOf(FundHoldingDto, fundHolding);
  }
}

@Dto('The holdings of a fund, the largest weight first.')
export class FundHoldingListDto {
  @Field('Symbol of the fund.', text(3, 33), { example: 'IVV.US' })
  symbol!: string;

  @Field('Name of the fund; null if its source states none.', nullable(text(1, 200)), {
    example: 'iShares Core S&P 500 ETF',
  })
  name!: string | null;

  @Field(
    '`reported`: by the fund to its regulator; `own`: stated by you, which applies to your account alone.',
    basis(),
    {
      example: 'reported',
    },
  )
  basis!: KnownFund['basis'];

  @Field('The day of the holdings.', day(), { example: '2026-06-30' })
  asOf!: string;

  @Field('Time from which the public could read the report (UTC); for your own, when you stored them.', timestamp(), {
    example: '2026-08-27T14:05:00.000Z',
  })
  publishedAt!: string;

  @Field('Address of the report; null if it is on no website.', nullable(text(1, 500)), { example: null })
  url!: string | null;

  @Field('Number of all holdings.', integer(0, 25_000), { example: 503 })
  holdingCount!: number;

  @Field('Sum of the weights of all holdings; what is missing to 1 is unknown.', number(), { example: 0.998 })
  coveredFraction!: number;

  @Field('The holdings of this page.', objects(FundHoldingDto, MAX_SHOWN))
  items!: FundHoldingDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field(
    'The source, and the day of the holdings.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(fund: KnownFund, { items, nextCursor }: Page<object>): FundHoldingListDto {
    const { holdings, provenance } = fund;
    return answerOf(FundHoldingListDto, {
      ...fund,
      holdingCount: holdings.length,
      coveredFraction: coveredFraction(holdings),
      items: items as FundHoldingDto[],
      nextCursor,
      provenance: ProvenanceDto.from(provenance),
    });
  }

  /** Returns the holdings as a table, one row for each. */
  static table({ items }: FundHoldingListDto): CsvTable {
    const columns = [
      'name',
      'symbol',
      'isin',
      'cusip',
      'lei',
      'kind',
      'sector',
      'country',
      'currency',
      'weight',
    ] as const;
    return { columns: [...columns], rows: items.map((item) => columns.map((column) => item[column])) };
  }
}

@Dto('The holdings of a fund that the account states.')
export class ExportedFundHoldingsDto {
  @Field('Symbol of the fund.', text(3, 33), { example: 'IVV.US' })
  symbol!: string;

  @Field('The day of the holdings.', day(), { example: '2026-06-30' })
  asOf!: string;

  @Field('The holdings as they were stated.', objects(NewFundHoldingDto, MAX_WRITTEN))
  holdings!: NewFundHoldingDto[];

  @Field('When they were last stored (UTC).', timestamp())
  updatedAt!: string;

  static from(fundWeights: FundWeights): ExportedFundHoldingsDto {
    return answerOf(ExportedFundHoldingsDto, fundWeights);
  }
}

function basis() {
  return choice(['reported', 'own'] satisfies Array<KnownFund['basis']>);
}

const coveredFraction = (holdings: readonly FundHolding[]): number =>
  Math.round(holdings.reduce((sum, one) => sum + one.weight, 0) * 1e9) / 1e9;
