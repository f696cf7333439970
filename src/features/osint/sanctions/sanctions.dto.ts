import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { nameReasons } from '../names/match-names.js';
import { reasonText } from './reason-text.js';
import { type SanctionedIdentifier, sanctionedTypes } from './sanctioned-entity.js';
import type { ListedEntity, ListState } from './sanctions-snapshot.js';
import { type MatchReason, qualifierReasons, type SanctionsMatch } from './screening.js';

export const countryRule = () => text(2, 2, /^[A-Za-z]{2}$/, 'a country code of two letters such as IR');

@Dto('The name to look for on the sanctions lists, and filters.')
export class SanctionsQuery {
  @Field(
    'A name in any script, an IMO number, an MMSI, a callsign, the 24-bit address of an aircraft, an e-mail ' +
      'address, or the address of a wallet.',
    text(1, 400),
    { example: 'Eastern Falcon' },
  )
  q!: string;

  @Field('Only entries of these types.', optional(list(choice(sanctionedTypes), sanctionedTypes.length)), {
    omitFromExample: true,
    example: ['vessel'],
  })
  type?: (typeof sanctionedTypes)[number][];

  @Field('Only matches with at least this score. Lower scores than 0.7 are not matches.', optional(number(0.7, 1)), {
    default: 0.7,
    example: 0.7,
  })
  minScore: number = 0.7;

  @Field('Country of the subject (ISO 3166-1 alpha-2); entries of other countries lose 0.1.', optional(countryRule()), {
    omitFromExample: true,
    example: 'PA',
  })
  country?: string;

  @Field(
    'Day or year of birth; persons born more than a year earlier or later lose 0.15.',
    optional(
      text(
        4,
        10,
        /^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?$/,
        'a year such as 1961 or a day such as 1961-04-17',
      ),
    ),
    { omitFromExample: true, example: '1961' },
  )
  birthDate?: string;

  @Field('Maximum number of matches.', optional(integer(1, 100)), { default: 20, example: 20 })
  limit: number = 20;
}

@Dto('A number or an address that identifies an entry.')
export class SanctionedIdentifierDto {
  @Field('Its kind, such as `imo`, `mmsi`, `callsign`, `passport` or `wallet`.', text(1, 50), { example: 'imo' })
  type!: string;

  @Field('The number or address, as listed.', text(0, 200), { example: '9008354' })
  value!: string;

  @Field('The country that issued it, as listed; null if the list does not say.', nullable(text(1, 200)), {
    example: null,
  })
  issuer!: string | null;

  static from({ type, value, issuer }: SanctionedIdentifier): SanctionedIdentifierDto {
    return Object.assign(new SanctionedIdentifierDto(), { type, value, issuer: issuer ?? null });
  }
}

@Dto('An entry of a sanctions list.')
export class SanctionedEntityDto {
  @Field('Its id over all lists, `<provider>:<id>`.', text(1, 200), { example: 'simulator:vessel-1' })
  id!: string;

  @Field('Type of the entry: person, organization, vessel or aircraft.', choice(sanctionedTypes), { example: 'vessel' })
  type!: string;

  @Field('Its primary name, as listed.', text(1, 400), { example: 'EASTERN FALCON' })
  name!: string;

  @Field('Other and former names.', list(text(1, 400), 100), { example: ['HALCYON EAST'] })
  aliases!: string[];

  @Field('The sanctions programs.', list(text(1, 200), 50), { example: ['SIM-OIL'] })
  programs!: string[];

  @Field('Countries of nationality, residence, registration or flag (ISO 3166-1 alpha-2).', list(text(2, 2), 20), {
    example: ['PA'],
  })
  countries!: string[];

  @Field('Dates of birth as listed, exact or not.', list(text(1, 100), 20), { example: [] })
  birthDates!: string[];

  @Field('Numbers and addresses that identify it.', objects(SanctionedIdentifierDto, 200))
  identifiers!: SanctionedIdentifierDto[];

  @Field('Postal addresses.', list(text(1, 500), 20), { example: [] })
  addresses!: string[];

  @Field('Remarks of the list; null without remarks.', nullable(text(1, 4_000)), {
    example: 'Owner: Halcyon Tide Shipping Limited',
  })
  remarks!: string | null;

  @Field('URL of a page of the publisher; null if the list gives no URL.', nullable(text(1, 2_000)), { example: null })
  url!: string | null;

  @Field('The provider of the list; the entries of `simulator` are made up.', text(1, 50), { example: 'simulator' })
  provider!: string;

  static from({
    id,
    type,
    name,
    aliases,
    programs,
    countries,
    birthDates,
    identifiers,
    addresses,
    remarks,
    url,
    list,
  }: ListedEntity): SanctionedEntityDto {
    const plain = {
      id,
      type,
      name,
      aliases,
      programs,
      countries,
      birthDates,
      addresses,
      remarks,
      url,
      provider: list.provider,
    };
    return Object.assign(new SanctionedEntityDto(), {
      ...plain,
      identifiers: identifiers.map(SanctionedIdentifierDto.from),
    });
  }
}

@Dto('One reason for a score.')
export class MatchReasonDto {
  @Field('The reason. Reasons from `extra_parts` on lower the score.', choice([...nameReasons, ...qualifierReasons]), {
    example: 'same_name',
  })
  code!: string;

  @Field('The reason as a sentence.', text(1, 500), { example: 'The names have the same parts.' })
  detail!: string;

  static from(reason: MatchReason): MatchReasonDto {
    return Object.assign(new MatchReasonDto(), { code: reason.code, detail: reasonText(reason) });
  }
}

@Dto('An entry of a sanctions list that matches.')
export class SanctionsMatchDto {
  @Field(
    'The entry.',
    object(() => SanctionedEntityDto),
  )
  entity!: SanctionedEntityDto;

  @Field('The name or the identifier that matched, as listed.', text(1, 400), { example: 'EASTERN FALCON' })
  matched!: string;

  @Field('Strength of the match, 0.7 to 1. 1 is the same identifier, or a name of the same parts.', number(0, 1), {
    example: 1,
  })
  score!: number;

  @Field('The reasons for the score.', objects(MatchReasonDto, 60))
  reasons!: MatchReasonDto[];

  static from({ entity, matched, score, reasons }: SanctionsMatch): SanctionsMatchDto {
    const said = reasons.slice(0, 60).map(MatchReasonDto.from);
    return Object.assign(new SanctionsMatchDto(), {
      entity: SanctionedEntityDto.from(entity),
      matched,
      score,
      reasons: said,
    });
  }
}

@Dto('A sanctions list that was searched.')
export class SanctionsListDto {
  @Field('The provider; the list of `simulator` is made up.', text(1, 50), { example: 'simulator' })
  provider!: string;

  @Field('The number of its entries.', integer(0, 100_000_000), { example: 13 })
  recordCount!: number;

  @Field('When its publisher created it (UTC); null if not stated.', nullable(timestamp()), {
    example: '2026-11-20T20:59:58.000Z',
  })
  asOf!: string | null;

  @Field('When this service fetched it (UTC).', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  fetchedAt!: string;

  @Field('True when it could not be checked for four days.', flag(), { example: false })
  stale!: boolean;

  static from({ records, ...listState }: ListState): SanctionsListDto {
    return answerOf(SanctionsListDto, { ...listState, recordCount: records });
  }
}

@Dto('The matches of a search of the sanctions lists.')
export class SanctionsMatchListDto {
  @Field('The matches, best first.', objects(SanctionsMatchDto, 100))
  items!: SanctionsMatchDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field(
    'The lists that were searched. If no list is loaded, an empty result does not clear the subject.',
    objects(SanctionsListDto, 20),
  )
  lists!: SanctionsListDto[];

  static from(matches: readonly SanctionsMatch[], lists: readonly ListState[]): SanctionsMatchListDto {
    return Object.assign(new SanctionsMatchListDto(), {
      items: matches.map(SanctionsMatchDto.from),
      lists: lists.map(SanctionsListDto.from),
    });
  }
}
