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
  type Rule,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import { BondTermsDto } from '../bonds/bond-terms.dto.js';
import { type OwnInstrument, ownKinds } from '../own/own-instrument.js';
import { PriceAddressDto } from '../own/price-address.dto.js';
import { type ReadingStatus, readingStatuses } from '../own/price-address.js';
import { matchKinds } from './instrument-match.js';
import type { SearchAnswer, SearchHit } from './instrument-search.service.js';
import type { KnownInstrument } from './instruments.service.js';

@Dto('The text to search for, and filters.')
export class InstrumentSearchQuery {
  @Field(
    'A ticker or its beginning, words of a name or their beginnings, or an ISIN. Up to two letters of a word ' +
      'may be wrong.',
    text(1, 100),
    {
      example: 'apple',
    },
  )
  q!: string;

  @Field('Only instruments of these asset classes.', optional(list(choice(assetClasses), assetClasses.length, 1)), {
    example: ['equity', 'etf'],
  })
  assetClass?: AssetClass[];

  @Field('The maximum number of instruments to return.', optional(integer(1, 50)), { default: 20, example: 20 })
  limit: number = 20;
}

/** Declares a field that only own instruments have. */
const OfOwn = (description: string, rule: Rule): PropertyDecorator =>
  Field(`Present only for your own instruments. ${description}`, optional(rule), { omitFromExample: true });

@Dto('An instrument that can be quoted.')
export class InstrumentDto {
  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The display name.', text(1, 300), { example: 'Apple Inc.' })
  name!: string;

  @Field(
    'The asset class; of your own instruments the nearest one: `etf` for a fund, `equity` for the others.',
    choice(assetClasses),
    { example: 'equity' },
  )
  assetClass!: string;

  @Field(
    'Market identifier code (ISO 10383) of the exchange; null if unknown or not applicable.',
    nullable(text(1, 10)),
    {
      example: 'XNAS',
    },
  )
  exchange!: string | null;

  @Field('The currency of its prices: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field(
    'International securities identification number (ISO 6166); null if unknown or not applicable.',
    nullable(text(12, 12)),
    {
      example: 'US0378331005',
    },
  )
  isin!: string | null;

  @Field('Sector of the company (GICS); null if unknown or not applicable.', nullable(text(1, 100)), {
    example: 'Information Technology',
  })
  sector!: string | null;

  @Field(
    'Country (ISO 3166-1 alpha-2) of the head office, or of a fund its domicile; null if unknown or not applicable.',
    nullable(text(2, 2)),
    {
      example: 'US',
    },
  )
  country!: string | null;

  @Field(
    'The first day on which it could be held: of a security its listing, of a fund its inception, of a ' +
      'currency pair the introduction of its newer currency. Null if ' +
      'unknown. Transactions before it are rejected.',
    nullable(day()),
    { example: '1980-12-12' },
  )
  firstDay!: string | null;

  @Field(
    'The source of the data; `directory` is the built-in directory.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  @OfOwn('Identifier (UUIDv7).', uuid())
  id?: string;

  @OfOwn('The kind; `private` are shares that are not listed.', choice(ownKinds))
  kind?: string;

  @OfOwn('A note; null without one.', nullable(text(1, 2_000)))
  note?: string | null;

  @OfOwn('The terms of a bond; null for other kinds.', nullable(object(() => BondTermsDto)))
  bond?: BondTermsDto | null;

  @OfOwn('The address from which its prices are read; null without one.', nullable(object(() => PriceAddressDto)))
  priceAddress?: PriceAddressDto | null;

  @OfOwn('State of the readings of `priceAddress`; null without one.', nullable(choice(readingStatuses)))
  priceStatus?: ReadingStatus | null;

  @OfOwn('When it was created (UTC).', timestamp())
  createdAt?: string;

  @OfOwn('When it was last changed (UTC).', timestamp())
  updatedAt?: string;

  @OfOwn('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647))
  version?: number;

  static from({ instrument, provenance, own }: KnownInstrument): InstrumentDto {
    return Object.assign(new InstrumentDto(), fieldsOf({ instrument, provenance }), own && ownFieldsOf(own));
  }
}

const ownFieldsOf = ({
  id,
  kind,
  note,
  bond,
  priceAddress,
  priceStatus,
  createdAt,
  updatedAt,
  version,
}: OwnInstrument) => ({
  id,
  kind,
  note,
  bond: bond && BondTermsDto.from(bond),
  priceAddress,
  priceStatus,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  version,
});

const fieldsOf = ({ instrument, provenance }: KnownInstrument) => {
  const { symbol, name, assetClass, exchange, currency, isin, sector, country, firstDay } = instrument;
  return {
    symbol,
    name,
    assetClass,
    exchange,
    currency,
    isin,
    sector,
    country,
    firstDay,
    provenance: ProvenanceDto.from(provenance),
  };
};

@Dto('An instrument that matches a search.')
export class InstrumentMatchDto extends InstrumentDto {
  @Field(
    'Matched property: its `symbol` (or the beginning of its ticker), its `name` or its `isin`; `fuzzy` ' +
      'for similar words, or for a match that only the provider reports.',
    choice(matchKinds),
    { example: 'name' },
  )
  matchedOn!: string;

  @Field(
    'Strength of the match, 0 to 1; 1 is an exact symbol, ticker or ISIN. Comparable within one response only.',
    number(0, 1),
    { example: 0.93 },
  )
  score!: number;

  static override from(hit: SearchHit): InstrumentMatchDto {
    return Object.assign(new InstrumentMatchDto(), {
      ...fieldsOf(hit),
      matchedOn: hit.matchedOn,
      score: Math.round(hit.score * 10_000) / 10_000,
    });
  }
}

@Dto('The instruments found.')
export class InstrumentSearchResultDto {
  @Field('The instruments, best match first.', objects(InstrumentMatchDto, 50))
  items!: InstrumentMatchDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('Sentences that name the providers that did not respond.', list(text(1, 500), 20), { example: [] })
  warnings!: string[];

  static from({ hits, warnings }: SearchAnswer): InstrumentSearchResultDto {
    return Object.assign(new InstrumentSearchResultDto(), { items: hits.map(InstrumentMatchDto.from), warnings });
  }
}
