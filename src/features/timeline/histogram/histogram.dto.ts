import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, objects, optional, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { filteringTimeline } from '../timeline-filter.dto.js';
import { type Bucket, buckets, type Division, divisions, type Histogram, MAX_BUCKETS } from './histogram.js';

const count = () => integer(0, 2_147_483_647);

@Dto('The events to count, and the buckets. Default of `to`: now; of `from`: the day before `to`.')
export class HistogramQuery extends filteringTimeline(PictureQuery) {
  @Field(
    `Length of a bucket; by default the shortest that gives at most 100 buckets. At most ${MAX_BUCKETS} buckets. Aligned in UTC; weeks start on Mondays.`,
    optional(choice(buckets)),
    { omitFromExample: true, example: '1h' },
  )
  bucket?: Bucket;

  @Field(
    'Attribute by which the bars of an image are divided. Ignored for JSON and CSV.',
    optional(choice(divisions)),
    {
      default: 'severity',
      example: 'severity',
    },
  )
  by: Division = 'severity';
}

@Dto('The events of a group of types.')
export class TypeGroupCountDto {
  @Field('The first word of the types: `geofence` means `geofence.*`.', text(1, 100), { example: 'geofence' })
  group!: string;

  @Field('The number of events.', count(), { example: 3 })
  count!: number;
}

@Dto('The events of one bucket.')
export class TimelineBucketDto {
  @Field('The start of the bucket (UTC).', timestamp(), { example: '2026-11-20T23:00:00.000Z' })
  time!: string;

  @Field('The number of events.', count(), { example: 4 })
  count!: number;

  @Field('The number of events of severity 1, 2, 3, 4 and 5.', list(count(), 5, 5), { example: [1, 0, 3, 0, 0] })
  bySeverity!: number[];

  @Field(
    'The number of events by group of types, most frequent first; groups without events are omitted.',
    objects(TypeGroupCountDto, 1_000),
  )
  byType!: TypeGroupCountDto[];
}

@Dto('The number of events over time.')
export class TimelineHistogramDto {
  @Field('Length of a bucket.', choice(buckets), { example: '1h' })
  bucket!: Bucket;

  @Field('Start of the first bucket (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  from!: string;

  @Field('End of the last bucket (UTC), exclusive.', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  to!: string;

  @Field(
    'The number of events in all buckets. Events before `from` and after `to` of the query are not counted in ' +
      'the first and last bucket.',
    count(),
    {
      example: 4,
    },
  )
  count!: number;

  @Field('All buckets, oldest first, also those without events.', objects(TimelineBucketDto, MAX_BUCKETS))
  items!: TimelineBucketDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ bucket, from, to, count: total, items }: Histogram): TimelineHistogramDto {
    const range = { bucket, from: from.toISOString(), to: to.toISOString(), count: total };
    return Object.assign(new TimelineHistogramDto(), {
      ...range,
      items: items.map((item) => ({ ...item, time: item.time.toISOString() })),
    });
  }

  /** Returns a table with a row for each bucket, and a column for each severity and each group of types. */
  static table({ items }: TimelineHistogramDto): CsvTable {
    const groups = [...new Set(items.flatMap(({ byType }) => byType.map(({ group }) => group)))].sort();
    const columns = ['time', 'count', ...[1, 2, 3, 4, 5].map((severity) => `severity${severity}`), ...groups];
    const countOf = (item: TimelineBucketDto, group: string) =>
      item.byType.find((one) => one.group === group)?.count ?? 0;
    return {
      columns,
      rows: items.map((item) => [
        item.time,
        item.count,
        ...item.bySeverity,
        ...groups.map((group) => countOf(item, group)),
      ]),
    };
  }
}
