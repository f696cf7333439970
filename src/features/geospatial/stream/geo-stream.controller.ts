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
/** The frames of a batch as one buffer. Each item is encoded once and shared by all streams. */
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
    '`vessel`, `aircraft`, `event` and `pin` carry a complete object as in the lists: first all objects in the box, then those that changed or entered it. ' +
    '`gone` names an object to remove. `current` means that everything up to it has been sent; its `id` is the value for `Last-Event-ID`. It follows the ' +
    'first snapshot and every second with changes. `reset`: discard everything received before; a new snapshot follows.',
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
    summary: 'Stream vessels, aircraft, events and pins',
    description:
      'Sends a snapshot of the box, then changes once a second. Objects that change more than once a second are sent once, with their latest state. ' +
      'The snapshot contains up to 10,000 vessels and aircraft, and the events that are ongoing or began in the last day. Events are then sent when they are published to the event log; ' +
      'pins are checked every five seconds. `Last-Event-ID` resumes a stream within two minutes if the request reaches the same process: it sends what changed and what is gone, and all pins; ' +
      'otherwise the stream begins with `reset` and a snapshot. A client that does not read for 30 seconds is disconnected. ' +
      'A box with latitudes out of range or south above north is rejected with 400.',
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
