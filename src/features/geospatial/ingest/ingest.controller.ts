import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { RawBody } from '../../../http/raw-body.js';
import { AdsbPushService } from './adsb-push.service.js';
import { AisPushService } from './ais-push.service.js';
import { AdsbIngestResultDto, NmeaIngestResultDto } from './ingest.dto.js';

const nmea = '\\s:2573345,c:1682294942*00\\!BSVDM,1,1,,B,13mo2<?P05Pm<5rU<oBFGgvh2@28,0*5F\n';
const catcher = {
  protocol: 'jsonaiscatcher',
  msgs: [{ class: 'AIS', rxuxtime: 1777908449.351, nmea: ['!AIVDM,1,1,,B,13b`e;R001`PNcD2MH48KQq>P0@;,0*00'] }],
};
const baseStation =
  'MSG,3,5,211,4CA2D6,10057,2008/11/28,14:53:50.594,2008/11/28,14:58:51.153,,37000,,,51.45735,-1.02826,,,0,0,0,0\n';
const aircraft = {
  now: 1777908449.3,
  aircraft: [
    { hex: '4ca2d6', flight: 'RYR1427 ', lat: 51.45735, lon: -1.02826, alt_baro: 37000, seen_pos: 0.4, seen: 0.1 },
  ],
};

@Service()
@Authorized('operator')
@JsonController('/geospatial/ingest')
export class IngestController {
  constructor(
    private readonly ais: AisPushService,
    private readonly adsb: AdsbPushService,
  ) {}

  @Post('/nmea')
  @Endpoint({
    summary: 'Submit AIS messages',
    description:
      'Accepts data that receivers push. Invalid lines are skipped and counted; valid ones are kept. A ' +
      'message of several sentences may be split over two requests. Times stated by the receiver are used ' +
      'unless they are in the future or more than a day old; sending the same message with the same time ' +
      'again has no effect. A message without a time counts as observed on arrival, in the order of the ' +
      'lines. Stations with an irregular MMSI are kept apart. Accepted data has the provider `push`.',
    returns: NmeaIngestResultDto,
    accepts: {
      'text/plain': {
        description: 'NMEA 0183 lines (AIVDM, AIVDO), with or without tag blocks, up to 1 MB.',
        example: nmea,
      },
      'application/json': {
        description: 'A message of AIS-catcher, or `{ "protocol": "jsonaiscatcher", "msgs": [ … ] }`, up to 1 MB.',
        example: catcher,
      },
    },
  })
  async ingestNmea(@CurrentCaller() { accountId }: Caller, @Body() body: RawBody): Promise<NmeaIngestResultDto> {
    return NmeaIngestResultDto.from(this.ais.take(accountId, body));
  }

  @Post('/adsb')
  @Endpoint({
    summary: 'Submit ADS-B data',
    description:
      'Accepts data that receivers push. Invalid records are skipped and counted; valid ones are kept. ' +
      'Sending the same aircraft.json again has no effect; BaseStation lines count as observed on arrival, ' +
      'in their order. Accepted data has the provider `push`.',
    returns: AdsbIngestResultDto,
    accepts: {
      'application/json': {
        description: 'An aircraft.json of readsb or dump1090, or a response of one of the v2 APIs, up to 1 MB.',
        example: aircraft,
      },
      'text/plain': { description: 'BaseStation lines (SBS-1), up to 1 MB.', example: baseStation },
    },
  })
  async ingestAdsb(@CurrentCaller() { accountId }: Caller, @Body() body: RawBody): Promise<AdsbIngestResultDto> {
    return AdsbIngestResultDto.from(
      body.json === undefined ? this.adsb.takeLines(accountId, body.bytes) : this.adsb.takeJson(body.json),
    );
  }
}
