import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, nullable, number, objects, text } from '../../../api/rules.js';
import { type EntityMention, entityKinds, foundBy } from '../../../extraction/entity-mention.js';
import type { CountryMention, PlaceMention } from '../../../gazetteer/find-places.js';
import { placeKinds } from '../../../gazetteer/gazetteer.js';
import type { InstrumentMention } from '../../markets/directory/find-instruments.js';
import type { Extraction } from './extraction.service.js';

/** Maximum length of a text in characters. */
export const MAX_TEXT_LENGTH = 50_000;
const MAX_MENTIONS = 20_000;

const offset = () => integer(0, MAX_TEXT_LENGTH * 2);
const confidence = () => number(0, 1);
const START = 'Where the passage begins in the text, in UTF-16 code units from 0.';
const END = 'Where the passage ends: the unit after its last.';

@Dto('A text to read.')
export class ExtractionRequestDto {
  @Field(
    'The text. Use sentence case: names cannot be distinguished from other words in a title with capitals.',
    text(1, MAX_TEXT_LENGTH),
    {
      example:
        'The tanker Eastern Falcon (IMO 9008354) left Rotterdam, said Nadia Ferrel of Halcyon Tide Shipping ' +
        'Limited. Shell shares fell.',
    },
  )
  text!: string;
}

@Dto('A passage that names an entity.')
export class EntityMentionDto {
  @Field('Type of the named entity; `sanctioned` is an entry of a sanctions list.', choice(entityKinds), {
    example: 'imo',
  })
  type!: string;

  @Field(
    'The entity, `<kind>:<id>`, the same for every spelling; `GET /osint/entities/{entity}` takes it.',
    text(3, 500),
    {
      example: 'imo:9008354',
    },
  )
  entity!: string;

  @Field('Its name or number in the usual form.', text(1, 500), { example: 'IMO 9008354' })
  name!: string;

  @Field(START, offset(), { example: 31 })
  startOffset!: number;

  @Field(END, offset(), { example: 38 })
  endOffset!: number;

  @Field('Certainty, 0.5 to 1.', confidence(), { example: 1 })
  confidence!: number;

  @Field(
    'Ground of the recognition: a check digit or checksum, the format, a list of names, or the words around it.',
    choice(foundBy),
    { example: 'checksum' },
  )
  foundBy!: string;

  static from({ kind, key, name, start, end, confidence, foundBy }: EntityMention): EntityMentionDto {
    return Object.assign(new EntityMentionDto(), {
      type: kind,
      entity: key.slice(0, 500),
      name: name.slice(0, 500),
      startOffset: start,
      endOffset: end,
      confidence,
      foundBy,
    });
  }
}

@Dto('A passage that names a place.')
export class PlaceMentionDto {
  @Field('The name of the place.', text(1, 200), { example: 'Rotterdam' })
  name!: string;

  @Field('Kind of the place: a settlement, an area, or a water or passage.', choice(placeKinds), { example: 'city' })
  type!: string;

  @Field('Its country (ISO 3166-1 alpha-2); null for waters and disputed places.', nullable(text(2, 2)), {
    example: 'NL',
  })
  country!: string | null;

  @Field('Latitude in degrees.', number(-90, 90), { example: 51.9225 })
  lat!: number;

  @Field('Longitude in degrees.', number(-180, 180), { example: 4.47917 })
  lon!: number;

  @Field(START, offset(), { example: 45 })
  startOffset!: number;

  @Field(END, offset(), { example: 54 })
  endOffset!: number;

  @Field('Certainty, 0.5 to 1.', confidence(), { example: 0.82 })
  confidence!: number;

  static from({ place, confidence, start, end }: PlaceMention): PlaceMentionDto {
    const { name, kind, country, lat, lon } = place;
    return Object.assign(new PlaceMentionDto(), {
      name,
      type: kind,
      country,
      lat,
      lon,
      startOffset: start,
      endOffset: end,
      confidence,
    });
  }
}

@Dto('A passage that names a country, by its name, an adjective or its inhabitants.')
export class CountryMentionDto {
  @Field('The country (ISO 3166-1 alpha-2).', text(2, 2), { example: 'PA' })
  country!: string;

  @Field('False for an adjective or the name of its inhabitants.', flag(), { example: true })
  named!: boolean;

  @Field(START, offset(), { example: 10 })
  startOffset!: number;

  @Field(END, offset(), { example: 16 })
  endOffset!: number;

  @Field('Certainty, 0.5 to 1.', confidence(), { example: 0.95 })
  confidence!: number;

  static from({ country, isName, confidence, start, end }: CountryMention): CountryMentionDto {
    return Object.assign(new CountryMentionDto(), {
      country,
      named: isName,
      startOffset: start,
      endOffset: end,
      confidence,
    });
  }
}

@Dto('A passage that names an instrument.')
export class SymbolMentionDto {
  @Field('Symbol of the instrument that the passage names.', text(3, 33), { example: 'SHEL.LSE' })
  symbol!: string;

  @Field(
    'Form by which the symbol was recognized: its name, or a ticker such as `$AAPL`.',
    choice(['name', 'ticker']),
    {
      example: 'name',
    },
  )
  by!: string;

  @Field(START, offset(), { example: 107 })
  startOffset!: number;

  @Field(END, offset(), { example: 112 })
  endOffset!: number;

  @Field('Certainty, 0 to 1.', confidence(), { example: 0.75 })
  confidence!: number;

  static from({ symbol, by, confidence, start, end }: InstrumentMention): SymbolMentionDto {
    return Object.assign(new SymbolMentionDto(), { symbol, by, startOffset: start, endOffset: end, confidence });
  }
}

@Dto('The named entities, places, countries and symbols of a text. Each list is in the order of the text.')
export class ExtractionDto {
  @Field(
    'People, organizations, vessels, aircraft and entries of sanctions lists.',
    objects(EntityMentionDto, MAX_MENTIONS),
  )
  entities!: EntityMentionDto[];

  @Field(
    'Numbers and addresses: IMO, registration, callsign, domain, IP, e-mail, CVE, wallet.',
    objects(EntityMentionDto, MAX_MENTIONS),
  )
  identifiers!: EntityMentionDto[];

  @Field('Places with their positions.', objects(PlaceMentionDto, MAX_MENTIONS))
  places!: PlaceMentionDto[];

  @Field('Passages that name a country.', objects(CountryMentionDto, MAX_MENTIONS))
  countries!: CountryMentionDto[];

  @Field('Instruments of the directory.', objects(SymbolMentionDto, MAX_MENTIONS))
  symbols!: SymbolMentionDto[];

  static from({ entities, identifiers, places, countries, symbols }: Extraction): ExtractionDto {
    return Object.assign(new ExtractionDto(), {
      entities: entities.slice(0, MAX_MENTIONS).map(EntityMentionDto.from),
      identifiers: identifiers.slice(0, MAX_MENTIONS).map(EntityMentionDto.from),
      places: places.slice(0, MAX_MENTIONS).map(PlaceMentionDto.from),
      countries: countries.slice(0, MAX_MENTIONS).map(CountryMentionDto.from),
      symbols: symbols.slice(0, MAX_MENTIONS).map(SymbolMentionDto.from),
    });
  }
}
