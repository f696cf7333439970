import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
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
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type Frequency, frequencies, type Observation, type SeriesDescription } from '../economic-series.js';
import type { KnownSeries, SearchFailure } from './economy.service.js';
import type { Release } from './releases.service.js';

const MAX_FOUND = 50;
const MAX_SOURCES = 10;
/** Maximum number of listed revisions of a value; the latest ones are listed. */
const MAX_REVISIONS = 200;

export const seriesIdRule = () =>
  text(3, 200, /^[a-z]{2,20}:[A-Za-z0-9_.:+@$-]{1,180}$/, 'an id such as fred:CPIAUCSL');

@Dto('The series to find.')
export class EconomicSeriesQuery {
  @Field(
    'Words of the title or the code, all of which must occur. For the World Bank, a country code in capitals ' +
      'selects the country.',
    text(1, 200),
    { example: 'consumer prices US' },
  )
  q!: string;

  @Field('Only this source, such as `fred`. Default: all configured sources.', optional(text(2, 20)), {
    omitFromExample: true,
    example: 'simulator',
  })
  source?: string;

  @Field('Maximum number of series.', optional(integer(1, MAX_FOUND)), { default: 20, example: 20 })
  limit: number = 20;
}

@Dto('An economic series.')
export class EconomicSeriesDto {
  @Field('Identifies the series: its source and its code there.', text(3, 200), { example: 'fred:CPIAUCSL' })
  id!: string;

  @Field('Title of the series.', text(1, 300), { example: 'Consumer Price Index for All Urban Consumers' })
  title!: string;

  @Field('Unit of its values; null if the source does not state it.', nullable(text(1, 200)), {
    example: 'Index 1982-1984=100',
  })
  unit!: string | null;

  @Field('Length of its periods; `other` if the source states none of these.', choice(frequencies), {
    example: 'month',
  })
  frequency!: Frequency;

  @Field('Country (ISO 3166-1 alpha-2); null for groups of countries, and if unknown.', nullable(text(2, 2)), {
    example: null,
  })
  country!: string | null;

  @Field('Publisher of the figures.', text(1, 200), { example: 'Federal Reserve Bank of St. Louis' })
  publisher!: string;

  static from(description: SeriesDescription): EconomicSeriesDto {
    const { title, unit, publisher } = description;
    return answerOf(EconomicSeriesDto, {
      ...description,
      title: title.slice(0, 300),
      unit: unit?.slice(0, 200) ?? null,
      publisher: publisher.slice(0, 200),
    });
  }
}

@Dto('A source that could not be searched.')
export class SeriesSearchErrorDto {
  @Field('The source.', text(1, 50), { example: 'dbnomics' })
  provider!: string;

  @Field('The reason, as a sentence.', text(1, 500), { example: 'The source is not answering.' })
  detail!: string;

  static from(failure: SearchFailure): SeriesSearchErrorDto {
    return answerOf(SeriesSearchErrorDto, failure);
  }
}

@Dto('The series that were found.')
export class EconomicSeriesListDto {
  @Field('The series; the sources take turns.', objects(EconomicSeriesDto, MAX_FOUND))
  items!: EconomicSeriesDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('Sources that are not answering.', objects(SeriesSearchErrorDto, MAX_SOURCES))
  errors!: SeriesSearchErrorDto[];

  static from(series: readonly SeriesDescription[], failures: readonly SearchFailure[]): EconomicSeriesListDto {
    return Object.assign(new EconomicSeriesListDto(), {
      items: series.map(EconomicSeriesDto.from),
      errors: failures.map(SeriesSearchErrorDto.from),
    });
  }
}

@Dto('The values of a series to list.')
export class ObservationsQuery extends PageQuery {
  @Field(
    'The values as published by this moment; of a day, by its end (UTC). Only for sources with vintages. Default: now.',
    optional(timeOrDay()),
    { example: '2026-06-30' },
  )
  knownAt?: string;

  @Field('Only periods that begin on this day or later; of a time, its day (UTC).', optional(timeOrDay()), {
    example: '2024-01-01',
  })
  from?: string;

  @Field('Only periods that begin before this day; of a time, its day (UTC).', optional(timeOrDay()), {
    example: '2026-12-31',
  })
  to?: string;

  @OrderField('by period', 'desc')
  order: Order = 'desc';
}

@Dto('A value that replaced an earlier one.')
export class EconomicRevisionDto {
  @Field('The value, in the unit of the series; null if it was withdrawn.', nullable(number()), { example: 310.3 })
  value!: number | null;

  @Field('Time from which it was known (UTC).', timestamp(), { example: '2026-02-13T06:00:00.000Z' })
  publishedAt!: string;
}

@Dto('A value of a series, with its first print and revisions.')
export class EconomicObservationDto {
  @Field('The period: a day, `2026-10`, `2026-Q3` or `2026`.', text(4, 10), { example: '2026-10' })
  period!: string;

  @Field('The first day of the period.', day(), { example: '2026-10-01' })
  firstDay!: string;

  @Field(
    'The value that was valid at `knownAt`, in the unit of the series; null if it was withdrawn.',
    nullable(number()),
    { example: 310.3 },
  )
  value!: number | null;

  @Field('Time from which this value was known (UTC); null for a source without vintages.', nullable(timestamp()), {
    example: '2026-02-13T06:00:00.000Z',
  })
  publishedAt!: string | null;

  @Field('The value as first published; null for a source without vintages.', nullable(number()), { example: 310.1 })
  firstValue!: number | null;

  @Field('Time of the first publication (UTC); null for a source without vintages.', nullable(timestamp()), {
    example: '2025-11-14T06:00:00.000Z',
  })
  firstPublishedAt!: string | null;

  @Field('The values after the first one, by time, the latest 200.', objects(EconomicRevisionDto, MAX_REVISIONS))
  revisions!: EconomicRevisionDto[];

  static from({ period, start, vintages }: Observation, hasVintages: boolean): EconomicObservationDto {
    const [first, last] = [vintages[0], vintages.at(-1)];
    return answerOf(EconomicObservationDto, {
      period,
      firstDay: start,
      value: last?.value ?? null,
      publishedAt: hasVintages ? (last?.publishedAt ?? null) : null,
      firstValue: hasVintages ? (first?.value ?? null) : null,
      firstPublishedAt: hasVintages ? (first?.publishedAt ?? null) : null,
      revisions: hasVintages
        ? vintages
            .slice(1)
            .slice(-MAX_REVISIONS)
            .map((one) => answerOf(EconomicRevisionDto, one))
        : [],
    });
  }
}

@Dto('A series with its values.')
export class EconomicSeriesValuesDto extends EconomicSeriesDto {
  @Field('The moment by whose end all values were published (UTC).', timestamp(), {
    example: '2026-11-20T21:00:00.000Z',
  })
  knownAt!: string;

  @Field('Whether the source states when each value became known.', flag(), { example: true })
  hasVintages!: boolean;

  @Field('The values, in the order of `order`.', objects(EconomicObservationDto, 200))
  items!: EconomicObservationDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field(
    'The source, and the time of the last change that was known at `knownAt`.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static of(
    { description, hasVintages, knownAt, provenance }: KnownSeries,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): EconomicSeriesValuesDto {
    return answerOf(EconomicSeriesValuesDto, {
      ...EconomicSeriesDto.from(description),
      knownAt,
      hasVintages,
      items: items as EconomicObservationDto[],
      nextCursor,
      provenance: ProvenanceDto.from(provenance),
    });
  }
}

@Dto('The publications to list.')
export class ReleasesQuery extends PageQuery {
  @Field('Only on this day or later; of a time, its day (UTC). Default: two weeks ago.', optional(timeOrDay()), {
    example: '2026-11-20',
  })
  from?: string;

  @Field(
    'Only before this day; of a time, its day (UTC). At most 366 days after `from`. Default: four weeks after `from`.',
    optional(timeOrDay()),
    { example: '2026-12-20' },
  )
  to?: string;

  @Field(
    'Only figures of these countries (ISO 3166-1 alpha-2; `EU` for the euro area).',
    optional(list(text(2, 2, /^[A-Z]{2}$/, 'a country code such as US'), 50, 1)),
    { example: ['US'] },
  )
  country?: string[];
}

@Dto('A publication of an economic figure, past or to come.')
export class EconomicReleaseDto {
  @Field('Identifies the publication.', text(1, 400), { example: 'economic:US Unemployment rate:2026-12-04:2026-11' })
  id!: string;

  @Field('The series of the figure; null if no configured source has it.', nullable(text(3, 200)), { example: null })
  seriesId!: string | null;

  @Field('Title of the figure.', text(1, 300), { example: 'Unemployment rate' })
  title!: string;

  @Field('Country (ISO 3166-1 alpha-2); null if unknown.', nullable(text(2, 2)), { example: 'US' })
  country!: string | null;

  @Field('The reported period; null if unknown.', nullable(text(1, 50)), { example: '2026-11' })
  period!: string | null;

  @Field('The day, in the time zone of the publisher.', day(), { example: '2026-12-04' })
  day!: string;

  @Field('The exact time (UTC); null if the provider does not state it.', nullable(timestamp()), {
    example: '2026-12-04T13:30:00.000Z',
  })
  releasedAt!: string | null;

  @Field('Unit of the figures; null if the provider does not state it.', nullable(text(1, 50)), { example: 'percent' })
  unit!: string | null;

  @Field('The figure as first published; null before its publication.', nullable(number()), { example: null })
  actual!: number | null;

  @Field('The expected figure; null without an estimate.', nullable(number()), { example: 4.2 })
  estimate!: number | null;

  @Field('The figure of the period before, as revised by then; null if unknown.', nullable(number()), { example: 4.1 })
  previous!: number | null;

  @Field('`actual` minus `estimate`, in the unit of the figure; null if either is missing.', nullable(number()), {
    example: null,
  })
  surprise!: number | null;

  @Field('The provider; `simulator` data is not real.', text(1, 50), { example: 'simulator' })
  provider!: string;

  @Field('Time at which this service received it (UTC).', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  fetchedAt!: string;

  static from({ id, entry, surprise, provider, fetchedAt }: Release): EconomicReleaseDto {
    const { title, country, period, day, at, unit, actual, estimate, previous, seriesId } = entry;
    return answerOf(EconomicReleaseDto, {
      id: id.slice(0, 400),
      seriesId: seriesId ?? null,
      title: title ?? 'Economic figure',
      country: country ?? null,
      period: period ?? null,
      day,
      releasedAt: at ?? null,
      unit: unit ?? null,
      actual: actual ?? null,
      estimate: estimate ?? null,
      previous: previous ?? null,
      surprise,
      provider,
      fetchedAt,
    });
  }
}

export const EconomicReleasePageDto = pageOf(EconomicReleaseDto, 'EconomicReleasePageDto', 'A page of publications.');
