import { Dto, Field } from '../../../api/field.js';
import { integer, objects, text } from '../../../api/rules.js';
import type { PushResult } from './push-result.js';

const MAX_COUNT = 1_048_576;
const accepted = 'Reports with new data.';
const stale = 'Reports without effect: late, repeated, or less accurate than known data.';
const rejected = 'Skipped records by reason. An invalid `tag_block` is ignored and its sentence is read.';

@Dto('Number of records skipped for one reason.')
export class IngestRejectionDto {
  @Field('Reason: `checksum`, `payload`, `no_start`, `other_sentence`, …', text(1, 50), { example: 'checksum' })
  reason!: string;

  @Field('Number of records.', integer(1, MAX_COUNT), { example: 3 })
  count!: number;

  static from({ reason, count }: PushResult['rejected'][number]): IngestRejectionDto {
    return Object.assign(new IngestRejectionDto(), { reason, count });
  }
}

const reasons = objects(IngestRejectionDto, 100);

@Dto('Result of submitted AIS messages.')
export class NmeaIngestResultDto {
  @Field(
    'Number of lines read, including empty ones; for JSON the number of messages. Parts of an incomplete ' +
      'message, and messages without vessel data, are in no other count.',
    integer(0, MAX_COUNT),
    { example: 120 },
  )
  lines!: number;

  @Field(accepted, integer(0, MAX_COUNT), { example: 98 })
  accepted!: number;

  @Field(stale, integer(0, MAX_COUNT), { example: 14 })
  stale!: number;

  @Field(
    'Accepted reports with an irregular MMSI; `GET /geospatial/vessels?identity=irregular` lists their senders.',
    integer(0, MAX_COUNT),
    {
      example: 2,
    },
  )
  irregular!: number;

  @Field(rejected, reasons)
  rejected!: IngestRejectionDto[];

  static from({ read, accepted, stale, irregular = 0, rejected }: PushResult): NmeaIngestResultDto {
    return Object.assign(new NmeaIngestResultDto(), {
      lines: read,
      accepted,
      stale,
      irregular,
      rejected: rejected.map(IngestRejectionDto.from),
    });
  }
}

@Dto('Result of submitted ADS-B data.')
export class AdsbIngestResultDto {
  @Field('Number of aircraft or lines read.', integer(0, MAX_COUNT), { example: 83 })
  records!: number;

  @Field(accepted, integer(0, MAX_COUNT), { example: 79 })
  accepted!: number;

  @Field(stale, integer(0, MAX_COUNT), { example: 1 })
  stale!: number;

  @Field(rejected, reasons)
  rejected!: IngestRejectionDto[];

  static from({ read, accepted, stale, rejected }: PushResult): AdsbIngestResultDto {
    return Object.assign(new AdsbIngestResultDto(), {
      records: read,
      accepted,
      stale,
      rejected: rejected.map(IngestRejectionDto.from),
    });
  }
}
