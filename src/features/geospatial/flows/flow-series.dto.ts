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
  timestamp,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { SIMULATOR, warningsOf } from '../data-origin.js';
import type { ComparedTransits } from '../transit-day.js';
import { FlowDto } from './flow.dto.js';
import { type FlowDirection, flowDirections } from './flow.js';
import { type FlowBucket, type FlowInterval, type FlowReading, flowIntervals, MAX_BUCKETS } from './flow-series.js';
import { type DeadweightClass, deadweightClasses } from './passage.js';
import { SeriesFrom, SeriesInterval, SeriesTo } from './series-range.dto.js';

const MAX_PASSAGES = 2_147_483_647;
const count = () => integer(0, MAX_PASSAGES);
const fraction = () => number(0, 1);

@Dto('The range of a series, the passages to count, and the size of an image.')
export class FlowSeriesQuery extends PictureQuery {
  @SeriesFrom()
  from?: string;

  @SeriesTo()
  to?: string;

  @SeriesInterval()
  interval: FlowInterval = 'day';

  @Field('Only vessels of these types.', optional(list(choice(shipTypes), shipTypes.length, 1)), {
    omitFromExample: true,
    example: ['tanker'],
  })
  shipType?: ShipType[];

  @Field(
    'Only vessels of these flag states (ISO 3166-1 alpha-2), case-insensitive.',
    optional(list(text(2, 2, /^[A-Za-z]{2}$/, 'two letters'), 50, 1)),
    { omitFromExample: true, example: ['PA', 'LR'] },
  )
  flag?: string[];

  @Field('Only passages in this direction.', optional(choice(flowDirections)), {
    omitFromExample: true,
    example: 'forward',
  })
  direction?: FlowDirection;

  @Field(
    'Only cargo ships and tankers of these classes of deadweight, in tons, which are estimated from their size.',
    optional(list(choice(deadweightClasses), deadweightClasses.length, 1)),
    { omitFromExample: true, example: ['over_200000'] },
  )
  deadweight?: DeadweightClass[];
}

@Dto('The passages of an interval.')
export class FlowBucketDto {
  @Field('Start of the interval (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  time!: string;

  @Field('The number of passages.', count(), { example: 41 })
  passageCount!: number;

  @Field(
    'Mean number of passages in the same hours of the same weekday of the eight weeks before; null if fewer than ' +
      'four of them were counted.',
    nullable(number(0)),
    { example: 44.5 },
  )
  baselineMean!: number | null;

  @Field('Standard deviation of these numbers of passages; null without a baseline.', nullable(number(0)), {
    example: 5.2,
  })
  baselineDeviation!: number | null;

  @Field(
    'Difference from `baselineMean` in standard deviations, which count as at least one passage and at least the ' +
      'square root of the mean; null without a baseline, before the interval has ended, if less than 0.9 of it ' +
      'was counted, and for fewer passages than usual if the sources were silent in more than 0.1 of it.',
    nullable(number()),
    { example: -0.52 },
  )
  zScore!: number | null;

  @Field('Fraction of the hours in which this service counted, because it received vessels.', fraction(), {
    example: 1,
  })
  countedFraction!: number;

  @Field('Fraction of the hours in which a vessel was received within a few kilometers of the line.', fraction(), {
    example: 0.96,
  })
  receivedFraction!: number;

  @Field(
    'The number of hours in which no source received a vessel in the coverage cells of the line, although the service ' +
      'ran and they usually do; 0 for hours whose coverage is not stored.',
    integer(0, 24),
    { example: 0 },
  )
  silentHourCount!: number;

  @Field(
    'Transit calls of cargo ships and tankers (at a port, their calls) that IMF PortWatch published for the day, of ' +
      'the chosen types; null for hours, for days that are not published, and with filters by flag, direction or ' +
      'deadweight.',
    nullable(count()),
    { example: 96 },
  )
  transitCallCount!: number | null;

  @Field(
    'Mean number of transit calls on the same weekday of the eight weeks before; null if fewer than four of them are ' +
      'published.',
    nullable(number(0)),
    { example: 97.4 },
  )
  transitCallMean!: number | null;

  @Field(
    'Passages of cargo ships and tankers that this service counted, as a fraction of `transitCallCount`, at a port of ' +
      'twice that count (in and out): its coverage. It may exceed 1, since a transit call is counted once in 48 hours, ' +
      'and ships pass a port without a call. Null without transit calls, if less than 0.9 ' +
      'of the day was counted, and for simulated passages.',
    nullable(number(0)),
    { example: 0.41 },
  )
  transitCallFraction!: number | null;

  static of(
    { time, passages, counted, heard, silentHours, baseline, zScore }: FlowBucket,
    { calls, baseline: mean, fraction: part }: ComparedTransits = {},
  ): FlowBucketDto {
    return Object.assign(new FlowBucketDto(), {
      time: new Date(time).toISOString(),
      passageCount: passages,
      baselineMean: baseline === undefined ? null : rounded(baseline.mean, 2),
      baselineDeviation: baseline === undefined ? null : rounded(baseline.deviation, 2),
      zScore: zScore === undefined ? null : rounded(zScore, 2),
      countedFraction: rounded(counted, 4),
      receivedFraction: rounded(heard, 4),
      silentHourCount: silentHours,
      transitCallCount: calls ?? null,
      transitCallMean: mean === undefined ? null : rounded(mean, 2),
      transitCallFraction: part === undefined ? null : rounded(part, 4),
    });
  }
}

@Dto('The passages of vessels of one type.')
export class ShipTypePassagesDto {
  @Field('The ship type; null if unknown.', nullable(choice(shipTypes)), { example: 'tanker' })
  shipType!: ShipType | null;

  @Field('The number of passages.', count(), { example: 1_840 })
  passageCount!: number;
}

@Dto('The passages of vessels of one flag.')
export class FlagPassagesDto {
  @Field('The flag state (ISO 3166-1 alpha-2), derived from the MMSI; null if unknown.', nullable(text(2, 2)), {
    example: 'PA',
  })
  flag!: string | null;

  @Field('The number of passages.', count(), { example: 410 })
  passageCount!: number;
}

@Dto('The passages in one direction.')
export class DirectionPassagesDto {
  @Field('`forward` is from the left of the line to its right, seen from its first corner.', choice(flowDirections), {
    example: 'forward',
  })
  direction!: FlowDirection;

  @Field('The number of passages.', count(), { example: 1_320 })
  passageCount!: number;
}

@Dto('The passages of vessels of one class of deadweight.')
export class DeadweightPassagesDto {
  @Field(
    'The class of deadweight in tons, estimated from length, beam and draught; null if unknown.',
    nullable(choice(deadweightClasses)),
    { example: '60000_to_100000' },
  )
  deadweight!: DeadweightClass | null;

  @Field('The number of passages.', count(), { example: 620 })
  passageCount!: number;
}

@Dto('The source of transit calls.')
export class TransitSourceDto {
  @Field('Name of the provider in `GET /health/feeds`.', text(1, 50), { example: 'portwatch' })
  provider!: string;

  @Field('The text that names the source where its data is shown.', text(1, 200), {
    example: 'International Monetary Fund, PortWatch (portwatch.imf.org)',
  })
  attribution!: string;

  @Field('The latest day within the series that is published (UTC); publication takes one to two weeks.', day(), {
    example: '2026-11-08',
  })
  latestDay!: string;

  static of(latestDay: string): TransitSourceDto {
    const attribution = 'International Monetary Fund, PortWatch (portwatch.imf.org)';
    return Object.assign(new TransitSourceDto(), { provider: 'portwatch', attribution, latestDay });
  }
}

@Dto('The passages of vessels across a line over time.')
export class FlowSeriesDto {
  @Field(
    'The line.',
    object(() => FlowDto),
  )
  flow!: FlowDto;

  @Field('Length of an interval.', choice(flowIntervals), { example: 'day' })
  interval!: FlowInterval;

  @Field('The number of passages in all intervals.', count(), { example: 2_710 })
  passageCount!: number;

  @Field('All intervals, oldest first; the last one may not have ended.', objects(FlowBucketDto, MAX_BUCKETS))
  items!: FlowBucketDto[];

  @Field('The passages by type of vessel, most first.', objects(ShipTypePassagesDto, shipTypes.length + 1))
  byShipType!: ShipTypePassagesDto[];

  @Field('The passages by flag, most first.', objects(FlagPassagesDto, 300))
  byFlag!: FlagPassagesDto[];

  @Field('The passages by direction.', objects(DirectionPassagesDto, 2))
  byDirection!: DirectionPassagesDto[];

  @Field('The passages by class of deadweight, most first.', objects(DeadweightPassagesDto, 7))
  byDeadweight!: DeadweightPassagesDto[];

  @Field('Fraction of the hours of the range in which this service counted.', fraction(), { example: 0.98 })
  countedFraction!: number;

  @Field(
    'Fraction of the hours of the range in which a vessel was received within a few kilometers of the line.',
    fraction(),
    { example: 0.91 },
  )
  receivedFraction!: number;

  @Field('Whether the passages are those of simulated vessels; then they did not happen.', flag(), { example: false })
  simulated!: boolean;

  @Field(
    'Source of `transitCallCount`; null if no calls of this line are published or read (`SVC_TRANSIT_SOURCES`).',
    nullable(object(() => TransitSourceDto)),
  )
  transits!: TransitSourceDto | null;

  @Field(
    'The provider `detector`, and warnings about simulated data and missing coverage.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ flow, range, buckets, isSimulated, now, transits, ...counts }: FlowReading): FlowSeriesDto {
    const mean = (of: (bucket: FlowBucket) => number) =>
      buckets.length === 0 ? 0 : rounded(buckets.reduce((sum, bucket) => sum + of(bucket), 0) / buckets.length, 4);
    const [countedFraction, receivedFraction] = [mean(({ counted }) => counted), mean(({ heard }) => heard)];
    const warnings = warningsOf(isSimulated ? [SIMULATOR] : []);
    if (countedFraction < 0.9)
      warnings.push('Passages were counted in less than 90 % of the time, so that some are missing.');
    const silent = buckets.reduce((sum, bucket) => sum + bucket.silentHours, 0);
    if (silent > 0)
      warnings.push(
        `All sources were silent in the cells of this line in ${silent} ${silent === 1 ? 'hour' : 'hours'} of this time, ` +
          'so that passages are missing (`GET /geospatial/coverage`).',
      );
    return Object.assign(new FlowSeriesDto(), {
      flow: FlowDto.from(flow),
      interval: range.interval,
      passageCount: counts.passages,
      items: buckets.map((bucket, at) => FlowBucketDto.of(bucket, transits?.buckets[at])),
      byShipType: mostFirst(counts.byShipType, 'shipType'),
      byFlag: mostFirst(counts.byFlag, 'flag'),
      byDirection: mostFirst(counts.byDirection, 'direction'),
      byDeadweight: mostFirst(counts.byDeadweight, 'deadweight'),
      countedFraction,
      receivedFraction,
      simulated: isSimulated,
      transits: transits === undefined ? null : TransitSourceDto.of(transits.latestDay),
      provenance: ProvenanceDto.from({
        provider: 'detector',
        asOf: new Date(Math.min(now, range.to)),
        fetchedAt: new Date(now),
        delaySeconds: 0,
        stale: false,
        warnings,
      }),
    });
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const mostFirst = <Key>(counts: ReadonlyMap<Key, number>, name: string) =>
  [...counts]
    .toSorted(([one, first], [other, second]) => second - first || (String(one) < String(other) ? -1 : 1))
    .map(([key, passageCount]) => ({ [name]: key, passageCount }));
