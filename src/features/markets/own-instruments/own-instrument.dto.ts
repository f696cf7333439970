import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, day, line, nullable, object, optional, text } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { assetClasses } from '../asset-class.js';
import { BondTermsDto, NewBondTermsDto } from '../bonds/bond-terms.dto.js';
import { currencyCode, knownCurrency } from '../fx/currency-rule.js';
import { instrumentOf, type OwnInstrument, type OwnKind, ownKinds, provenanceOf } from '../own/own-instrument.js';
import { NewPriceAddressDto, PriceAddressDto } from '../own/price-address.dto.js';
import { type ReadingStatus, readingStatuses } from '../own/price-address.js';
import { ownSymbolRule } from './own-symbol.js';

const name = () => line(1, 200);
const isin = () => text(12, 12, /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, 'an ISIN such as DE0001102580');
const sector = () => line(1, 100);
const country = () => text(2, 2, /^[A-Z]{2}$/, 'a country code of ISO 3166-1 such as DE');
const note = () => text(1, 2_000);

export const says = {
  symbol: 'The symbol: `<code>.OWN`, in upper case. Only your account has it; another account may use the same one.',
  kind: 'The kind: `bond`, `fund`, `private` (shares that are not listed), `property` or `other`.',
  name: 'The display name.',
  currency: 'The currency of its prices (ISO 4217).',
  isin: 'International securities identification number (ISO 6166); null for an instrument without one.',
  sector: 'The sector, by which allocations group it; null if unknown.',
  country: 'The country (ISO 3166-1 alpha-2), by which allocations group it; null if unknown.',
  note: 'A note of up to 2,000 characters; null without one.',
  bond: 'The terms; required for the kind `bond`, null for others.',
  priceAddress:
    'An address that returns JSON, from which prices are read; null: prices are only those that you store. Try it with ' +
    '`POST /markets/instruments/price-preview`.',
  assetClass: 'The nearest class of listed instruments: `etf` for a fund, `equity` for the others.',
};

@Dto('An instrument that no provider lists, to be defined for your account.')
export class NewOwnInstrumentDto {
  @Field('The symbol: `<code>.OWN`, case-insensitive. It cannot be changed.', ownSymbolRule, { example: 'HOUSE.OWN' })
  symbol!: string;

  @Field(`${says.kind} It cannot be changed.`, choice(ownKinds), { example: 'property' })
  kind!: OwnKind;

  @Field(says.name, name(), { example: 'House in Utrecht' })
  name!: string;

  @Field(`${says.currency} It cannot be changed.`, knownCurrency(), { example: 'EUR' })
  currency!: string;

  @Field(says.isin, optional(nullable(isin())), { omitFromExample: true, example: 'DE0001102580' })
  isin?: string | null;

  @Field(says.sector, optional(nullable(sector())), { example: 'Real Estate' })
  sector?: string | null;

  @Field(says.country, optional(nullable(country())), { example: 'NL' })
  country?: string | null;

  @Field(says.note, optional(nullable(note())), { example: 'Appraised every year.' })
  note?: string | null;

  @Field(says.bond, optional(nullable(object(() => NewBondTermsDto))), { omitFromExample: true })
  bond?: NewBondTermsDto | null;

  @Field(says.priceAddress, optional(nullable(object(() => NewPriceAddressDto))), { omitFromExample: true })
  priceAddress?: NewPriceAddressDto | null;
}

@Dto('Changes to your own instrument (RFC 7396). Omitted fields are unchanged; `bond` and `priceAddress` are replaced.')
export class OwnInstrumentChangesDto {
  @Field(says.name, optional(name()), { example: 'House in Utrecht' })
  name?: string;

  @Field(says.isin, optional(nullable(isin())), { omitFromExample: true, example: 'DE0001102580' })
  isin?: string | null;

  @Field(says.sector, optional(nullable(sector())), { example: 'Real Estate' })
  sector?: string | null;

  @Field(says.country, optional(nullable(country())), { example: 'NL' })
  country?: string | null;

  @Field(says.note, optional(nullable(note())), { example: 'Appraised every year.' })
  note?: string | null;

  @Field(says.bond, optional(nullable(object(() => NewBondTermsDto))), { omitFromExample: true })
  bond?: NewBondTermsDto | null;

  @Field(
    `${says.priceAddress} It is read at once, also after readings have stopped.`,
    optional(nullable(object(() => NewPriceAddressDto))),
    { omitFromExample: true },
  )
  priceAddress?: NewPriceAddressDto | null;
}

@Resource('An instrument that your account has defined. Only your account sees it.')
export class OwnInstrumentDto extends ResourceDto {
  @Field(says.symbol, text(5, 28), { example: 'HOUSE.OWN' })
  symbol!: string;

  @Field(says.kind, choice(ownKinds), { example: 'property' })
  kind!: OwnKind;

  @Field(says.name, name(), { example: 'House in Utrecht' })
  name!: string;

  @Field(says.assetClass, choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('Always null: no exchange lists it.', nullable(text(1, 10)), { example: null })
  exchange!: string | null;

  @Field(says.currency, currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field(says.isin, nullable(isin()), { example: null })
  isin!: string | null;

  @Field(says.sector, nullable(sector()), { example: 'Real Estate' })
  sector!: string | null;

  @Field(says.country, nullable(country()), { example: 'NL' })
  country!: string | null;

  @Field('The day of issue of a bond, before which transactions are rejected; null for other kinds.', nullable(day()), {
    example: null,
  })
  firstDay!: string | null;

  @Field(says.note, nullable(note()), { example: 'Appraised every year.' })
  note!: string | null;

  @Field(says.bond, nullable(object(() => BondTermsDto)), { example: null })
  bond!: BondTermsDto | null;

  @Field(says.priceAddress, nullable(object(() => PriceAddressDto)), { example: null })
  priceAddress!: PriceAddressDto | null;

  @Field(
    'State of the readings of `priceAddress`: `pending`: not read yet; `failing`: the last reading failed; `stopped`: 20 ' +
      'readings in a row failed, and no further one follows. `GET /markets/instruments/{symbol}/price-reading` has the ' +
      'reason. Null without an address.',
    nullable(choice(readingStatuses)),
    { example: null },
  )
  priceStatus!: ReadingStatus | null;

  @Field(
    'Always the provider `own`.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(own: OwnInstrument): OwnInstrumentDto {
    return answerOf(OwnInstrumentDto, {
      ...own,
      ...instrumentOf(own),
      bond: own.bond && BondTermsDto.from(own.bond),
      provenance: ProvenanceDto.from(provenanceOf(own)),
    });
  }
}

export const OwnInstrumentPageDto = pageOf(
  OwnInstrumentDto,
  'OwnInstrumentPageDto',
  'A page of own instruments, oldest first.',
);
