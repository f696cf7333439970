import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { framedOnce, type StreamMessage } from '../../../http/stream/frame.js';
import { LastEventId } from '../../../http/stream/last-event-id.js';
import { StreamReply } from '../../../http/stream/stream-reply.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { exampleOf } from '../../../openapi/examples.js';
import { AircraftDto } from '../aircraft/aircraft.dto.js';
import { GeoEventDto } from '../events/geo-event.dto.js';
import { PinDto } from '../pins/pin.dto.js';
import { VesselDto } from '../vessels/vessel.dto.js';
import { GeoStreamCurrentDto, GeoStreamQuery, GeoStreamRemovalDto, GeoStreamResetDto } from './geo-stream.dto.js';
import { GeoStreams } from './geo-streams.service.js';
import type { StreamItem } from './stream-item.js';

const toFrame = framedOnce(messageOf);
/** Together, as one write: the frames of objects are shared by all streams that are told of them. */
const toFrames = (items: readonly StreamItem[]): Buffer => Buffer.concat(items.map(toFrame));

function messageOf(item: StreamItem): StreamMessage {
  switch (item.kind) {
    case 'vessel':
      return { event: 'vessel', data: VesselDto.json(item.value, item.staleBefore) };
    case 'aircraft':
      return { event: 'aircraft', data: AircraftDto.json(item.value, item.staleBefore) };
    case 'event':
      return { event: 'event', data: GeoEventDto.from(item.value) };
    case 'pin':
      return { event: 'pin', data: PinDto.from(item.value) };
    case 'gone':
      return { event: 'gone', data: GeoStreamRemovalDto.from(item) };
    case 'reset':
      return { event: 'reset', data: GeoStreamResetDto.from(item.reason) };
    case 'current':
      return { id: item.mark, event: 'current', data: GeoStreamCurrentDto.from(item) };
  }
}

const frames = {
  description:
    '`vessel`, `aircraft`, `event` and `pin` carry a whole object, as the lists have it: first each that is in the box, then each that changed or came into it. ' +
    '`gone` names what is not in it any more. `current` says that everything up to here has been told, and its `id` is where `Last-Event-ID` goes on; it comes after the ' +
    'first state, and after each second in which there was something to tell. `reset`: forget what was told before, all of it follows.',
  events: {
    vessel: VesselDto,
    aircraft: AircraftDto,
    event: GeoEventDto,
    pin: PinDto,
    gone: GeoStreamRemovalDto,
    reset: GeoStreamResetDto,
    current: GeoStreamCurrentDto,
  },
  example: `event: vessel\ndata: ${JSON.stringify(exampleOf(VesselDto))}\n\nid: 01980a6e-5f3c-7c1a-9b52-3a8f64d2e901.1\nevent: current\ndata: ${JSON.stringify(exampleOf(GeoStreamCurrentDto))}\n\n`,
  resumes: true,
};

@Service()
@Authorized()
@JsonController('/geospatial/stream')
export class GeoStreamController {
  constructor(private readonly streams: GeoStreams) {}

  @Get('')
  @Endpoint({
    summary: 'Follow what moves and happens',
    description:
      'Ships, aircraft, events and pins of a box as they change: once a second what has changed in it, as whole objects; whoever changes more often is told as it is then. ' +
      'Of ships and aircraft up to 10,000 are told at first. Of events those that go on or began in the last day are told at first, then what is told of them in the event log; ' +
      'pins are looked at every five seconds. `Last-Event-ID` resumes within two minutes, in the process that had the stream: what has changed since is told, of pins all, and what is gone; ' +
      'else the stream begins with `reset` and all there is. A client that does not read is cut off after half a minute. ' +
      'A box whose latitudes are out of range or the wrong way round is a 400.',
    alternatives: { 'text/event-stream': frames },
  })
  streamMovements(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: GeoStreamQuery,
    @LastEventId() mark?: string,
  ): StreamReply<readonly StreamItem[]> {
    return this.streams.open(accountId, query, mark).as(toFrames);
  }
}
