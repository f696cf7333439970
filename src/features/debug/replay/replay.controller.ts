import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { RawBody } from '../../../http/raw-body.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { FeedReplayDto, replayParameter } from './feed-replay.dto.js';
import { FeedReplay } from './feed-replay.service.js';

const nmea = '\\s:2573345,c:1682294942*00\\!BSVDM,1,1,,B,13mo2<?P05Pm<5rU<oBFGgvh2@28,0*5F\n';
const aircraft = {
  now: 1777908449.3,
  aircraft: [
    { hex: '4ca2d6', flight: 'RYR1427 ', lat: 51.45735, lon: -1.02826, alt_baro: 37000, seen_pos: 0.4, seen: 0.1 },
  ],
};

@Service()
@Authorized('operator')
@JsonController('/debug/feeds')
export class ReplayController {
  constructor(private readonly feeds: FeedReplay) {}

  @Post('/:name/replay')
  @Endpoint({
    summary: 'Replay a recording',
    description:
      'Reads a recording as if the feed had received it now: the newest recorded time counts as now, and times ' +
      'within it keep their distance. The data have the provider `recording`, and live state, history, ' +
      'detectors, geofences and alerts take them like others.',
    status: 200,
    returns: FeedReplayDto,
    params: replayParameter,
    accepts: {
      'text/plain': { description: 'Lines of NMEA 0183 (AIS) or BaseStation (ADS-B), up to 1 MB.', example: nmea },
      'application/json': { description: 'An aircraft.json (ADS-B), up to 1 MB.', example: aircraft },
    },
    errors: ['not_found'],
  })
  async replayRecording(
    @Param('name') name: string,
    @Body() body: RawBody,
    @CurrentRequester() { signal }: Requester,
  ): Promise<FeedReplayDto> {
    return FeedReplayDto.from(await this.feeds.replay(name, body.bytes, signal));
  }
}
