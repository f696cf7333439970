import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, list, nullable, number, object, objects, text, timestamp } from '../../../api/rules.js';
import type { GeoEvent } from '../../geospatial/geo-event.js';
import { MentionDto } from '../entities/entity.dto.js';
import type { Dossier, ListedVessel } from './dossier.service.js';
import { RISK_FORMULA, type RiskPart, riskPartNames } from './risk.js';

@Dto('One part of a risk figure.')
export class CountryRiskPartDto {
  @Field('Name of the part.', choice(riskPartNames), { example: 'events' })
  name!: string;

  @Field('Its weight, from 0 to 1; all weights add up to 1.', number(0, 1), { example: 0.35 })
  weight!: number;

  @Field('Its value, from 0 (no sign of risk) to 1; null if nothing is known.', nullable(number(0, 1)), {
    example: 0.375,
  })
  value!: number | null;

  @Field('Origin of the value, as a sentence.', text(1, 300), {
    example: '4 events in 7 days; the sum of their severities above 1 is 6, 10 give 0.5.',
  })
  detail!: string;

  @Field('The providers or the part of the service that the data is from.', text(1, 500), { example: 'simulator' })
  source!: string;

  static from(riskPart: RiskPart): CountryRiskPartDto {
    return answerOf(CountryRiskPartDto, riskPart);
  }
}

@Dto('A risk figure with its parts. It summarizes the data of this service and is not a rating of the country.')
export class CountryRiskDto {
  @Field('From 0 to 100; null when no part is known.', nullable(number(0, 100)), { example: 31.4 })
  score!: number | null;

  @Field('Formula of the score, with its terms.', text(1, 200), { example: RISK_FORMULA })
  formula!: string;

  @Field('Parts of the score, each with weight and value.', objects(CountryRiskPartDto, 10))
  parts!: CountryRiskPartDto[];

  @Field('The parts without data; their weights are shared among the others.', list(choice(riskPartNames), 10), {
    example: ['currency'],
  })
  missing!: string[];
}

@Dto('An event in a country.')
export class CountryEventDto {
  @Field('The id of the event, as in `GET /geospatial/events/{id}`.', text(1, 36), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  id!: string;

  @Field('The type of the event.', text(1, 50), { example: 'earthquake' })
  type!: string;

  @Field('Title of the event, as in `GET /geospatial/events/{id}`.', text(1, 300), {
    example: 'M 5.8 - 88 km SE of Sarangani, Philippines',
  })
  title!: string;

  @Field('The severity, from 1 (minor) to 5 (critical).', integer(1, 5), { example: 3 })
  severity!: number;

  @Field('When it began (UTC).', timestamp(), { example: '2026-11-20T20:59:58.000Z' })
  startedAt!: string;

  @Field('The provider; `simulator` for simulated events.', text(1, 50), { example: 'usgs' })
  provider!: string;

  static from(geoEvent: GeoEvent): CountryEventDto {
    return answerOf(CountryEventDto, geoEvent);
  }
}

@Dto('Events in a country in the last 7 days.')
export class CountryEventsDto {
  @Field('Number of events.', integer(0, 1_000), { example: 4 })
  count!: number;

  @Field('The latest events.', objects(CountryEventDto, 10))
  latest!: CountryEventDto[];
}

@Dto('Articles of the last 7 days that name a country.')
export class CountryNewsDto {
  @Field('Number of articles.', integer(0, 2_147_483_647), { example: 12 })
  count!: number;

  @Field('Their mean tone, from -1 to 1; null when no article has a tone.', nullable(number(-1, 1)), { example: -0.21 })
  toneScore!: number | null;

  @Field('The latest events.', objects(MentionDto, 10))
  latest!: MentionDto[];
}

@Dto('An exchange of a country.')
export class CountryExchangeDto {
  @Field('The code of the exchange, as in `GET /markets/exchanges`.', text(1, 20), { example: 'XETRA' })
  code!: string;

  @Field('The name of the exchange.', text(1, 100), { example: 'Deutsche Börse Xetra' })
  name!: string;
}

@Dto('Markets of a country.')
export class CountryMarketsDto {
  @Field('The exchanges whose calendar is known here.', objects(CountryExchangeDto, 20))
  exchanges!: CountryExchangeDto[];

  @Field('The currency (ISO 4217); null if not known here.', nullable(text(3, 3)), { example: 'EUR' })
  currency!: string | null;

  @Field(
    'Change of the US dollar in that currency in the last 30 days, in percent: above 0 the currency fell. Null ' +
      'if not known.',
    nullable(number()),
    {
      example: 0.8,
    },
  )
  dollarChangePercent!: number | null;
}

@Dto('A vessel near a country that is on a sanctions list.')
export class ListedVesselDto {
  @Field('Maritime Mobile Service Identity.', text(9, 9), { example: '352367010' })
  mmsi!: string;

  @Field('The name that it sends; null if unknown.', nullable(text(1, 100)), { example: 'EASTERN FALCON' })
  name!: string | null;

  @Field('The name of the entry.', text(1, 400), { example: 'EASTERN FALCON' })
  listedName!: string;

  @Field('The entry, as in `GET /osint/entities/{entity}`.', text(1, 250), { example: 'sanctioned:simulator:vessel-1' })
  entity!: string;

  static from(listedVessel: ListedVessel): ListedVesselDto {
    return answerOf(ListedVesselDto, listedVessel);
  }
}

@Dto('Vessels around a country.')
export class CountryVesselsDto {
  @Field('The number of vessels in live state within the distance.', integer(0, 1_000_000), { example: 41 })
  count!: number;

  @Field('True if counting stopped at the limit; there are more.', flag(), { example: false })
  truncated!: boolean;

  @Field('The distance from the center of the country.', integer(0, 20_100_000), { example: 530_000 })
  radiusMeters!: number;

  @Field('Vessels on sanctions lists, at most 10.', objects(ListedVesselDto, 10))
  listed!: ListedVesselDto[];
}

@Dto('Entries of sanctions lists that name a country.')
export class CountrySanctionsDto {
  @Field('The number of entries that name the country.', integer(0, 100_000_000), { example: 3 })
  recordCount!: number;

  @Field('The providers of the lists that were read.', list(text(1, 50), 20), { example: ['simulator'] })
  lists!: string[];
}

@Dto('Events, news, markets, vessels and sanctions of a country, with a risk figure.')
export class CountryDossierDto {
  @Field('The country (ISO 3166-1 alpha-2).', text(2, 2), { example: 'PA' })
  code!: string;

  @Field('Its English name.', text(1, 100), { example: 'Panama' })
  name!: string;

  @Field(
    'The risk figure.',
    object(() => CountryRiskDto),
  )
  risk!: CountryRiskDto;

  @Field(
    'Events of the last 7 days in the country.',
    object(() => CountryEventsDto),
  )
  events!: CountryEventsDto;

  @Field(
    'Articles of the last 7 days that name the country.',
    object(() => CountryNewsDto),
  )
  news!: CountryNewsDto;

  @Field(
    'Instruments of the exchanges of the country.',
    object(() => CountryMarketsDto),
  )
  markets!: CountryMarketsDto;

  @Field('Vessels; null for a country whose shape is not known here.', nullable(object(() => CountryVesselsDto)))
  vessels!: CountryVesselsDto | null;

  @Field(
    'Entries of sanctions lists that name the country.',
    object(() => CountrySanctionsDto),
  )
  sanctions!: CountrySanctionsDto;

  static from({ risk, events, news, vessels, ...dossier }: Dossier): CountryDossierDto {
    return answerOf(CountryDossierDto, {
      ...dossier,
      risk: {
        score: risk.score,
        formula: RISK_FORMULA,
        parts: risk.parts.map(CountryRiskPartDto.from),
        missing: risk.missing,
      },
      events: { count: events.count, latest: events.latest.map(CountryEventDto.from) },
      news: {
        count: news.articles,
        toneScore: news.tone,
        latest: news.latest.map((article) => MentionDto.from(article)),
      },
      vessels: vessels && {
        count: vessels.count,
        truncated: vessels.isLimited,
        radiusMeters: vessels.radiusMeters,
        listed: vessels.listed.map(ListedVesselDto.from),
      },
    });
  }
}
