import { exampleOf } from '../../../api/examples.js';
import { Dto, Field } from '../../../api/field.js';
import { flag, integer, nullable, number, object, text, timestamp, uuid } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import { ArticlePlaceDto } from '../articles/article-place.dto.js';
import { countries, entities, symbols } from '../named-things.js';

/** Number of independent owners from which a story is breaking news. */
export const BREAKING_OWNERS = 3;
/** Further numbers of independent owners for which an event is published, with its severity. */
export const GROWTH: ReadonlyArray<{ owners: number; severity: number }> = [
  { owners: 5, severity: 2 },
  { owners: 10, severity: 3 },
  { owners: 20, severity: 4 },
];

@Dto('Several independent owners of publications report one story.')
export class ClusterChangedDto {
  @Field('The id of the cluster, as in `GET /news/clusters/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e9a1',
  })
  clusterId!: string;

  @Field('Title of the earliest article.', text(1, 500), { example: 'Oil tanker seized in the Strait of Hormuz' })
  title!: string;

  @Field('The number of articles.', integer(1, 1_000), { example: 4 })
  articleCount!: number;

  @Field('The number of owners that report the story independently of each other.', integer(1, 1_000), { example: 3 })
  independentOwnerCount!: number;

  @Field('Corroboration from 0 to 1, as in `GET /news/clusters/{id}`.', number(0, 1), { example: 0.82 })
  corroboration!: number;

  @Field('When the earliest article was published (UTC).', timestamp(), { example: '2026-11-20T20:10:00.000Z' })
  firstSeenAt!: string;

  @Field('The symbols of the instruments named.', symbols(), { example: ['SHEL.LSE'] })
  symbols!: string[];

  @Field('The entities named, as `<kind>:<id>`.', entities(), { example: ['symbol:SHEL.LSE'] })
  entities!: string[];

  @Field('The countries named (ISO 3166-1 alpha-2).', countries(), { example: ['IR'] })
  countries!: string[];

  @Field('The most certain place named; null if no place is.', nullable(object(() => ArticlePlaceDto)))
  place!: ArticlePlaceDto | null;

  @Field('True when all articles are simulated; then the story is not real.', flag(), { example: false })
  simulated!: boolean;
}

const clusterFacets =
  (severityOf: (data: ClusterChangedDto) => number) =>
  (data: ClusterChangedDto): Facets => ({
    keys: [
      `news_cluster:${data.clusterId}`,
      ...data.entities,
      ...data.countries.map((country) => `country:${country}`),
    ],
    severity: severityOf(data),
    place: data.place === null ? undefined : { latitude: data.place.lat, longitude: data.place.lon },
  });

const ownersOf = ({ independentOwnerCount }: ClusterChangedDto) => `${independentOwnerCount} independent owners`;

export const newsBreaking = new EventType({
  type: 'news.breaking',
  description: `At least ${BREAKING_OWNERS} independent owners of publications report one story, for the first time and within six hours of the latest report.`,
  data: ClusterChangedDto,
  subject: 'news_cluster:01980a6e-5f3c-7c1a-9b52-3a8f64d2e9a1',
  audience: 'public',
  severities: [2],
  tag: 'news',
  facets: clusterFacets(() => 2),
  title: (data) => `${data.title} (${ownersOf(data)})`,
});

/** Example of the same story some hours later. */
const grown = Object.assign(new ClusterChangedDto(), exampleOf(ClusterChangedDto), {
  articleCount: 9,
  independentOwnerCount: 5,
  corroboration: 0.94,
});

export const newsClusterGrowing = new EventType({
  type: 'news.cluster_growing',
  description: `A story that was breaking news is reported by more independent owners: ${GROWTH.map(({ owners, severity }) => `${owners} (severity ${severity})`).join(', ')}.`,
  data: ClusterChangedDto,
  example: grown,
  subject: 'news_cluster:01980a6e-5f3c-7c1a-9b52-3a8f64d2e9a1',
  audience: 'public',
  severities: [2, 3, 4],
  tag: 'news',
  facets: clusterFacets((data) => GROWTH.findLast(({ owners }) => data.independentOwnerCount >= owners)?.severity ?? 2),
  title: (data) => `${data.title} (${ownersOf(data)})`,
});
