import { Dto, Field } from '../../../openapi/field.js';
import { integer, list, object, text } from '../../../openapi/rules.js';
import type { Pushed } from './pushed.js';

const MAX_COUNT = 1_048_576;
const accepted = 'Reports that told something new.';
const stale = 'Reports that were late, repeated, or of what is known better: nothing was changed by them.';
const rejected = 'What could not be read, by reason, as far as it occurred. A bad `tag_block` is left out and its sentence read.';

@Dto('How often something was left out for one reason.')
export class IngestRejectionDto {
  @Field('Why: `checksum`, `payload`, `no_start`, `other_sentence`, …', text(1, 50), { example: 'checksum' })
  reason!: string;

  @Field('How often.', integer(1, MAX_COUNT), { example: 3 })
  count!: number;

  static from({ reason, count }: Pushed['rejected'][number]): IngestRejectionDto {
    return Object.assign(new IngestRejectionDto(), { reason, count });
  }
}

const reasons = list(
  object(() => IngestRejectionDto),
  100,
);

@Dto('What became of AIS that was handed over.')
export class NmeaIngestResultDto {
  @Field(
    'Lines that were read, empty ones included; of JSON the messages. Parts of a message that is not complete yet, and messages that tell of no ship, are in no other count.',
    integer(0, MAX_COUNT),
    { example: 120 },
  )
  lines!: number;

  @Field(accepted, integer(0, MAX_COUNT), { example: 98 })
  accepted!: number;

  @Field(stale, integer(0, MAX_COUNT), { example: 14 })
  stale!: number;

  @Field('Of the accepted reports those of an irregular MMSI: `GET /geospatial/vessels?identity=irregular` lists their senders.', integer(0, MAX_COUNT), {
    example: 2,
  })
  irregular!: number;

  @Field(rejected, reasons)
  rejected!: IngestRejectionDto[];

  static from({ read, accepted, stale, irregular = 0, rejected }: Pushed): NmeaIngestResultDto {
    return Object.assign(new NmeaIngestResultDto(), { lines: read, accepted, stale, irregular, rejected: rejected.map(IngestRejectionDto.from) });
  }
}

@Dto('What became of ADS-B that was handed over.')
export class AdsbIngestResultDto {
  @Field('Aircraft, or lines, that were read.', integer(0, MAX_COUNT), { example: 83 })
  records!: number;

  @Field(accepted, integer(0, MAX_COUNT), { example: 79 })
  accepted!: number;

  @Field(stale, integer(0, MAX_COUNT), { example: 1 })
  stale!: number;

  @Field(rejected, reasons)
  rejected!: IngestRejectionDto[];

  static from({ read, accepted, stale, rejected }: Pushed): AdsbIngestResultDto {
    return Object.assign(new AdsbIngestResultDto(), { records: read, accepted, stale, rejected: rejected.map(IngestRejectionDto.from) });
  }
}
