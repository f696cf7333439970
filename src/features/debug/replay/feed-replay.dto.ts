import { Dto, Field } from '../../../api/field.js';
import { choice, integer, objects, text } from '../../../api/rules.js';
import type { ReplayCounts } from '../../geospatial/feeds/recording-replay.js';

const MAX_COUNT = 1_048_576;

export const replayParameter = {
  name: {
    description: 'Name of the feed: of AIS (`ais.…`) or ADS-B (`adsb.…`).',
    rule: text(1, 100),
    example: 'ais.simulator',
  },
};

@Dto('Number of records rejected for one reason.')
export class ReplayRejectionDto {
  @Field('Reason, as in `GET /health/feeds`.', text(1, 50), { example: 'checksum' })
  reason!: string;

  @Field('Number of records.', integer(1, MAX_COUNT), { example: 3 })
  count!: number;
}

@Dto('Result of a replay.')
export class FeedReplayDto {
  @Field('Provider of the data.', choice(['recording']), { example: 'recording' })
  provider!: string;

  @Field('Number of reports with new data.', integer(0, MAX_COUNT), { example: 98 })
  acceptedCount!: number;

  @Field('Rejected records by reason.', objects(ReplayRejectionDto, 100))
  rejected!: ReplayRejectionDto[];

  static from({ accepted, rejected }: ReplayCounts): FeedReplayDto {
    const shown = rejected.map((one) => Object.assign(new ReplayRejectionDto(), one));
    return Object.assign(new FeedReplayDto(), { provider: 'recording', acceptedCount: accepted, rejected: shown });
  }
}
