import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { NamedOwner } from '../../../http/granted-access.js';
import { framedOnce, type StreamMessage } from '../../../http/stream/frame.js';
import { LastEventId } from '../../../http/stream/last-event-id.js';
import { StreamReply } from '../../../http/stream/stream-reply.js';
import { AircraftDto } from '../aircraft/aircraft.dto.js';
import { GeoEventDto } from '../events/geo-event.dto.js';
import { grantedFleet } from '../fleets/fleet.dto.js';
import { Fleets } from '../fleets/fleets.records.js';
import { PinDto } from '../pins/pin.dto.js';
import { VesselDto } from '../vessels/vessel.dto.js';
import { GeoStreamCurrentDto, GeoStreamQuery, GeoStreamRemovalDto, GeoStreamResetDto } from './geo-stream.dto.js';
import { GeoStreams } from './geo-streams.service.js';
import type { StreamItem } from './stream-item.js';

const toFrame = framedOnce(messageOf);
/** Joins the frames of a batch into one buffer. Each item is encoded once, and all streams share the frame. */
const toFrames = (items: readonly StreamItem[]): Buffer => Buffer.concat(items.map((item) => toFrame(item)));

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
    '`vessel`, `aircraft`, `event` and `pin` carry a whole object, as in the lists: first each object in the ' +
    'box, then each that changed or entered it. `gone` names an object that left. `current` means that all ' +
    'changes up to this point were sent; its `id` is the position for `Last-Event-ID`. It follows the initial ' +
    'state and every second with changes. `reset` means: discard all previous objects; the full state follows.',
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
  constructor(
    private readonly streams: GeoStreams,
    private readonly fleets: Fleets,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Stream map changes',
    description:
      'Sends the vessels, aircraft, events and pins of a box, then every second the objects that changed. ' +
      'Objects that change more than once a second are sent once, with their latest state. The initial state ' +
      'holds up to 25,000 vessels and aircraft, and the events that are ongoing or began in the last day; ' +
      'later changes of events follow the event log, and pins are checked every five seconds. `Last-Event-ID` ' +
      'resumes within two minutes in the same process: changes since then, all pins, and removed objects are ' +
      'sent. Otherwise the stream starts with `reset` and the full state. A client that does not read is ' +
      'disconnected after 30 seconds. A box with invalid or inverted latitudes is a 400. With `entity` or `fleetId`, ' +
      'only ' +
      'these vessels and aircraft are sent; the members of the fleet are those at the start of the stream.',
    alternatives: { 'text/event-stream': frames },
    errors: ['not_found'],
    grantedParameters: grantedFleet,
  })
  async streamMovements(
    @CurrentCaller() { accountId }: Caller,
    @NamedOwner() fleetOwner: string,
    @QueryParams() query: GeoStreamQuery,
    @LastEventId() mark?: string,
  ): Promise<StreamReply<readonly StreamItem[]>> {
    const chosen = await this.fleets.chosen(fleetOwner, query);
    return this.streams.open(accountId, query, mark, chosen).as(toFrames);
  }
}
