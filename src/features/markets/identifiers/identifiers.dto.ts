import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, list, nullable, object, objects, optional, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode, knownCurrency } from '../fx/currency-rule.js';
import { type IdentifierKind, identifierKinds } from '../identifier.js';
import {
  MAX_LISTINGS,
  type Resolution,
  type ResolutionSource,
  type ResolvedListing,
  resolutionStatuses,
  sourceOutcomes,
} from './identifier-resolution.js';
import { LegalEntityDto } from './legal-entity-record.js';

/** Maximum number of identifiers of a request: of a query, and of a body. */
const MAX_QUERIED = 50;
const MAX_POSTED = 100;
const MAX_SOURCES = 10;

const identifier = () => text(1, 60);
const recognition =
  'by default it is recognized by its form and check digit, and one that may be of several kinds is `invalid`';

@Dto('The identifiers to resolve.')
export class ResolveIdentifiersQuery {
  @Field(
    `Identifiers, case-insensitive. The kind may come before one, as in \`cusip:037833100\`; ${recognition}.`,
    list(identifier(), MAX_QUERIED, 1),
    { example: ['US0378331005', 'cik:320193'] },
  )
  identifier!: string[];

  @Field('Only listings in this currency (ISO 4217). Default: all currencies.', optional(knownCurrency()), {
    example: 'USD',
  })
  currency?: string;
}

@Dto('An identifier to resolve.')
export class IdentifierToResolve {
  @Field('The identifier, case-insensitive.', identifier(), { example: 'US0378331005' })
  value!: string;

  @Field(`Its kind; ${recognition}.`, optional(choice(identifierKinds)), { example: 'isin' })
  type?: IdentifierKind;

  @Field('Only listings in this currency (ISO 4217). Default: all currencies.', optional(knownCurrency()), {
    example: 'USD',
  })
  currency?: string;
}

@Dto('Identifiers to resolve.')
export class ResolveIdentifiers {
  @Field('Identifiers, each with an optional kind and currency.', objects(IdentifierToResolve, MAX_POSTED, 1))
  identifiers!: IdentifierToResolve[];
}

@Dto('A listing that an identifier names.')
export class IdentifiedListingDto {
  @Field('The symbol; null for a listing at a venue without symbols here.', nullable(text(3, 33)), {
    example: 'AAPL.US',
  })
  symbol!: string | null;

  @Field('Name of the instrument; null if no source states it.', nullable(text(1, 200)), { example: 'Apple Inc.' })
  name!: string | null;

  @Field('The exchange, as its source writes it; null if unknown.', nullable(text(1, 50)), { example: 'XNAS' })
  exchange!: string | null;

  @Field('Currency of the listing (ISO 4217); null if unknown.', nullable(currencyCode()), { example: 'USD' })
  currency!: string | null;

  @Field('ISIN of the security; null if no source states it.', nullable(text(12, 12)), { example: 'US0378331005' })
  isin!: string | null;

  @Field('FIGI of the listing; null if no source states it.', nullable(text(12, 12)), { example: 'BBG000B9XRY4' })
  figi!: string | null;

  @Field('FIGI of the class of shares at all exchanges; null if no source states it.', nullable(text(12, 12)), {
    example: 'BBG001S5N8V8',
  })
  shareClassFigi!: string | null;

  @Field('The sources that name the listing; `simulator` is not real.', list(text(1, 50), MAX_SOURCES, 1), {
    example: ['directory', 'openfigi'],
  })
  providers!: string[];

  static from({ exchange, ...listing }: ResolvedListing): IdentifiedListingDto {
    return answerOf(IdentifiedListingDto, { ...listing, exchange: exchange?.slice(0, 50) ?? null });
  }
}

@Dto('The result of one source for an identifier.')
export class ResolutionSourceDto {
  @Field('The source; `directory` is the built-in one, `simulator` is not real.', text(1, 50), { example: 'openfigi' })
  provider!: string;

  @Field(
    '`found`: the source knows the identifier; `unknown`: it does not; `unavailable`: it is not answering.',
    choice(sourceOutcomes),
    { example: 'found' },
  )
  outcome!: ResolutionSource['outcome'];

  @Field('Time at which this service received the response (UTC); null without a response.', nullable(timestamp()), {
    example: '2026-11-20T21:00:00.000Z',
  })
  fetchedAt!: string | null;

  @Field('True when it is older than it should be and nothing newer was available.', flag(), { example: false })
  stale!: boolean;

  static from({ fetchedAt, ...source }: ResolutionSource): ResolutionSourceDto {
    return answerOf(ResolutionSourceDto, { ...source, fetchedAt: fetchedAt?.toISOString() ?? null });
  }
}

@Dto('The meaning of an identifier, and why.')
export class IdentifierResolutionDto {
  @Field('The identifier as given.', identifier(), { example: 'us0378331005' })
  given!: string;

  @Field('Its kind; null if `status` is `invalid`.', nullable(choice(identifierKinds)), { example: 'isin' })
  type!: IdentifierKind | null;

  @Field(
    'The identifier in upper case, a CIK without leading zeros; null if `status` is `invalid`.',
    nullable(identifier()),
    { example: 'US0378331005' },
  )
  value!: string | null;

  @Field(
    '`resolved`: it means one listing, or as an LEI or CIK one company. `ambiguous`: several listings, none of ' +
      'which is preferred. `not_listed`: a known security without a listing that fits. `unknown`: no source knows ' +
      'it. `invalid`: its form or check digit is wrong, or its kind is not clear. `unavailable`: no other source ' +
      'knows it, and one is not answering.',
    choice(resolutionStatuses),
    { example: 'resolved' },
  )
  status!: Resolution['status'];

  @Field('The reason of the status, as a sentence.', text(1, 500), {
    example: 'One listing of 3 listings with this ISIN is in USD (openfigi, directory).',
  })
  reason!: string;

  @Field('The symbol that is meant; null without a listing here, or if several are possible.', nullable(text(3, 33)), {
    example: 'AAPL.US',
  })
  symbol!: string | null;

  @Field('All listings that it may mean.', objects(IdentifiedListingDto, MAX_LISTINGS))
  listings!: IdentifiedListingDto[];

  @Field(
    'The issuer, or the company that an LEI names; null if no register knows it.',
    nullable(object(() => LegalEntityDto)),
  )
  entity!: LegalEntityDto | null;

  @Field('Central Index Key of the SEC, without leading zeros; null if unknown.', nullable(text(1, 10)), {
    example: '320193',
  })
  cik!: string | null;

  @Field('The sources that were queried.', objects(ResolutionSourceDto, MAX_SOURCES))
  sources!: ResolutionSourceDto[];

  static from({ identifier: read, listings, entity, sources, ...rest }: Resolution): IdentifierResolutionDto {
    return answerOf(IdentifierResolutionDto, {
      ...rest,
      type: read?.kind ?? null,
      value: read?.value ?? null,
      listings: listings.map(IdentifiedListingDto.from),
      entity: entity && LegalEntityDto.from(entity),
      sources: sources.map(ResolutionSourceDto.from),
    });
  }
}

@Dto('The meanings of identifiers.')
export class IdentifierResolutionListDto {
  @Field('One resolution for each identifier, in their order.', objects(IdentifierResolutionDto, MAX_POSTED))
  items!: IdentifierResolutionDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(resolutions: readonly Resolution[]): IdentifierResolutionListDto {
    return Object.assign(new IdentifierResolutionListDto(), { items: resolutions.map(IdentifierResolutionDto.from) });
  }
}
