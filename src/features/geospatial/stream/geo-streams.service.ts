import { Service } from 'typedi';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { Clock } from '../../../time/clock.js';
import { type AircraftFilter, aircraftFilter } from '../aircraft/aircraft-filter.js';
import type { ShipType } from '../ais/ship-type.js';
import { WORLD } from '../box.js';
import type { ChosenObjects } from '../fleets/chosen-objects.js';
import { readBox } from '../geometry/read-area.js';
import type { MapLayer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { VisibleEvents } from '../map/visible-events.service.js';
import { PinsService } from '../pins/pins.records.js';
import { EventUpdateReader } from './event-update-reader.js';
import { ResumableStreams } from './resumable-streams.js';
import { StreamChanges } from './stream-changes.js';
import type { StreamCursor } from './stream-cursor.js';
import { StreamEvents } from './stream-events.js';
import type { GoneItem, ResetReason, StreamItem } from './stream-item.js';
import { StreamPins } from './stream-pins.js';
import type { StreamRequest } from './stream-request.js';
import { StreamTicker } from './stream-ticker.js';
import { StreamWriter } from './stream-writer.js';

export interface GeoStreamRequest extends AircraftFilter {
  bbox?: number[];
  layer: readonly MapLayer[];
  type?: ShipType[];
  minSeverity?: number;
}

type Stream = EventStream<readonly StreamItem[]>;

/** Opens streams of vessels, aircraft, events and pins in a box: a snapshot first, then changes once a second. */
@Service()
export class GeoStreams {
  private readonly resumable = new ResumableStreams();
  private readonly changes: StreamChanges;

  constructor(
    private readonly hub: StreamHub,
    private readonly ticker: StreamTicker,
    private readonly updates: EventUpdateReader,
    private readonly visibleEvents: VisibleEvents,
    private readonly pins: PinsService,
    private readonly clock: Clock,
    live: LiveState,
  ) {
    this.changes = new StreamChanges(live, ticker);
  }

  /**
   * Opens a stream.
   * @param mark the `Last-Event-ID` of the request
   * @param chosen the only vessels and aircraft; undefined for all
   * @throws Problem `invalid_request` for an invalid box or range
   */
  open(
    accountId: string,
    { bbox, layer: layers, type, minSeverity, ...aircraft }: GeoStreamRequest,
    mark?: string,
    chosen?: ChosenObjects,
  ): StreamReply<readonly StreamItem[]> {
    const request: StreamRequest = {
      accountId,
      box: bbox === undefined ? WORLD : readBox(bbox),
      layers,
      types: type,
      aircraft: filtersOf(aircraft),
      minSeverity,
      chosen,
    };
    // An inverted range is rejected before the stream opens.
    aircraftFilter(request.aircraft ?? {});
    return this.hub.open<readonly StreamItem[]>((stream) => this.fill(stream, request, mark));
  }

  private async fill(stream: Stream, request: StreamRequest, mark: string | undefined): Promise<void> {
    const resumed = mark === undefined ? undefined : this.resumable.resume(mark, request);
    let reset: ResetReason | undefined = mark !== undefined && resumed === undefined ? 'unknown_mark' : undefined;
    if (resumed !== undefined) reset = await this.follow(stream, resumed.cursor, resumed.gone);
    while (stream.isOpen) {
      if (reset !== undefined) await stream.write([{ kind: 'reset', reason: reset }]);
      reset = await this.follow(stream, this.resumable.begin(request));
    }
  }

  /**
   * Writes a snapshot or, for a resumed stream, the changes since its mark; then further changes until the stream ends.
   * @param gone the `gone` items that were sent after the mark of a resumed stream
   * @returns the reason why the stream must start again with a snapshot; undefined when it has ended
   */
  private async follow(
    stream: Stream,
    cursor: StreamCursor,
    gone?: readonly GoneItem[],
  ): Promise<ResetReason | undefined> {
    const events = new StreamEvents(cursor, this.updates, this.visibleEvents);
    const sources = { changes: this.changes, events, pins: new StreamPins(cursor, this.pins) };
    const writer = new StreamWriter(stream, cursor, sources, this.ticker, () => this.clock.now());
    const ticks = this.ticker.join(stream.closed, () => writer.dropIfStalled());
    try {
      await events.begin();
      if (gone === undefined) await writer.writeSnapshot();
      else {
        const missed = await events.missed();
        if (missed === undefined) return 'behind';
        await writer.writeChanges([...gone, ...missed], true);
      }
      while (stream.isOpen) {
        await ticks.nextTick();
        writer.markProgress();
        const updates = events.pending();
        if (updates === undefined) return 'behind';
        if (stream.isOpen) await writer.writeChanges(updates);
      }
      return undefined;
    } finally {
      events.end();
      ticks.leave();
      this.resumable.end(cursor, this.clock.now());
    }
  }
}

/** Returns the filters of aircraft in a request, always in the same order. */
const filtersOf = ({
  registration,
  aircraftType,
  operator,
  military,
  onGround,
  minAltitudeFeet,
  maxAltitudeFeet,
}: AircraftFilter): AircraftFilter => {
  return { registration, aircraftType, operator, military, onGround, minAltitudeFeet, maxAltitudeFeet };
};
