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
import { SIMULATOR, warningsOf } from '../data-origin.js';
import { BASELINE_WEEKS, type FlowInterval, flowIntervals, MAX_BUCKETS } from '../flows/flow-series.js';
import { SeriesFrom, SeriesInterval, SeriesTo } from '../flows/series-range.dto.js';
import type { Congestion } from './congestion.service.js';
import { symbolsOfPort } from './waiting-ports.js';
import type { WaitingBucket } from './waiting-series.js';
import { type WaitingType, waitingTypes } from './waiting-ship.js';

const fraction = () => number(0, 1);
/** Fraction of known hours below which a response has a warning. */
const MIN_COVERAGE = 0.9;

@Dto('The range of a series of waiting ships, the ships to count, and the size of an image.')
export class CongestionQuery extends PictureQuery {
  @SeriesFrom()
  from?: string;

  @SeriesTo()
  to?: string;

  @SeriesInterval()
  interval: FlowInterval = 'day';

  @Field('Only ships of these types. Default: both.', optional(list(choice(waitingTypes), waitingTypes.length, 1)), {
    omitFromExample: true,
    example: ['tanker'],
  })
  shipType?: WaitingType[];
}

@Dto('The ships that wait off a port in an interval.')
export class CongestionBucketDto {
  @Field('Start of the interval (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  time!: string;

  @Field('Mean number of waiting ships in the known hours; null if no hour is known.', nullable(number(0)), {
    example: 41.5,
  })
  waitingMean!: number | null;

  @Field(
    'Median of `waitingMean` in the same hours of the same weekday of the eight weeks before; null for fewer than ' +
      'four samples.',
    nullable(number(0)),
    { example: 33 },
  )
  baselineValue!: number | null;

  @Field(
    'The number of samples of the baseline: weeks in which at least half of these hours are known.',
    integer(0, BASELINE_WEEKS),
    { example: 8 },
  )
  baselineSampleCount!: number;

  @Field('Fraction of the ended hours that are known, because a vessel was received near the port.', fraction(), {
    example: 0.9583,
  })
  sampledFraction!: number;

  static from({ time, mean, sampled, baseline, baselineWeeks }: WaitingBucket): CongestionBucketDto {
    return Object.assign(new CongestionBucketDto(), {
      time: new Date(time).toISOString(),
      waitingMean: mean === undefined ? null : rounded(mean, 2),
      baselineValue: baseline === undefined ? null : rounded(baseline, 2),
      baselineSampleCount: baselineWeeks,
      sampledFraction: rounded(sampled, 4),
    });
  }
}

@Dto('The ships that wait off a port over time.')
export class PortCongestionDto {
  @Field('The UN/LOCODE of the port.', text(5, 5), { example: 'NLRTM' })
  locode!: string;

  @Field('The name of the port in the table of ports.', text(1, 100), { example: 'Rotterdam' })
  portName!: string;

  @Field(
    'Symbols of its instruments for `GET /markets/candles/{symbol}`, charts and rules: all waiting ships, tankers ' +
      '(`-T`) and cargo ships (`-C`).',
    list(text(6, 29), 3),
    { example: ['ROTTERDAM-WAITING.FLOW', 'ROTTERDAM-WAITING-T.FLOW', 'ROTTERDAM-WAITING-C.FLOW'] },
  )
  symbols!: string[];

  @Field('Length of an interval.', choice(flowIntervals), { example: 'day' })
  interval!: FlowInterval;

  @Field('First day (UTC) with a known hour, of all that are kept; null without one.', nullable(day()), {
    example: '2026-03-02',
  })
  firstDay!: string | null;

  @Field('Last day (UTC) with a known hour; null without one.', nullable(day()), { example: '2026-11-20' })
  lastDay!: string | null;

  @Field('All intervals, oldest first; the last one may not have ended.', objects(CongestionBucketDto, MAX_BUCKETS))
  items!: CongestionBucketDto[];

  @Field('Fraction of the ended hours of all intervals that are known.', fraction(), { example: 0.97 })
  sampledFraction!: number;

  @Field('Whether the ships are simulated; then none of it happened.', flag(), { example: false })
  simulated!: boolean;

  @Field(
    'The provider `detector`, and warnings about simulated data and missing coverage.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(congestion: Congestion): PortCongestionDto {
    const { port, range, buckets, firstDay, lastDay, now, isSimulated } = congestion;
    const sampled = buckets.reduce((sum, bucket) => sum + bucket.sampled, 0) / Math.max(1, buckets.length);
    const warnings = warningsOf(isSimulated ? [SIMULATOR] : []);
    if (sampled < MIN_COVERAGE)
      warnings.push('Less than 90 % of the hours are known; in the others no vessel was received near the port.');
    return Object.assign(new PortCongestionDto(), {
      locode: port.locode,
      portName: port.port.name,
      symbols: symbolsOfPort(port).map(({ symbol }) => symbol),
      interval: range.interval,
      firstDay,
      lastDay,
      items: buckets.map(CongestionBucketDto.from),
      sampledFraction: rounded(sampled, 4),
      simulated: isSimulated,
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
