import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import type { ShipType } from '../ais/ship-type.js';
import { WORLD } from '../box.js';
import type { MapLayer } from '../layer.js';
import { LivePicture } from '../live/live-picture.js';
import { ShownEvents } from '../map/shown-events.service.js';
import { PinsService } from '../pins/pins.service.js';
import { readBox } from '../read-area.js';
import { EventNewsReader } from './event-news.js';
import { EventsOfStream } from './events-of-stream.js';
import { PinsOfStream } from './pins-of-stream.js';
import { RememberedStreams } from './remembered-streams.js';
import { StreamChanges } from './stream-changes.js';
import type { GoneItem, ResetReason, StreamItem } from './stream-item.js';
import { StreamTeller } from './stream-teller.js';
import { StreamTurns } from './stream-turns.js';
import type { StreamWish } from './stream-wish.js';
import type { ToldSoFar } from './told-so-far.js';

export interface GeoStreamRequest {
  bbox?: number[];
  layer: readonly MapLayer[];
  type?: ShipType[];
  minSeverity?: number;
}

type Stream = EventStream<readonly StreamItem[]>;

/** Streams of what moves and happens in a box: first all of it, then once a second what has changed. */
@Service()
export class GeoStreams {
  readonly remembered = new RememberedStreams();
  private readonly changes: StreamChanges;

  constructor(
    private readonly hub: StreamHub,
    private readonly turns: StreamTurns,
    private readonly news: EventNewsReader,
    private readonly shown: ShownEvents,
    private readonly pins: PinsService,
    private readonly clock: Clock,
    picture: LivePicture,
  ) {
    this.changes = new StreamChanges(picture, turns);
  }

  /** @param mark where a client left off. @throws Problem `invalid_request` for a box that is none */
  open(accountId: string, { bbox, layer: layers, type, minSeverity }: GeoStreamRequest, mark?: string): StreamReply<readonly StreamItem[]> {
    const wish: StreamWish = { accountId, box: bbox === undefined ? WORLD : readBox(bbox), layers, types: type, minSeverity };
    return this.hub.open<readonly StreamItem[]>((stream) => this.fill(stream, wish, mark));
  }

  private async fill(stream: Stream, wish: StreamWish, mark: string | undefined): Promise<void> {
    const resumed = mark === undefined ? undefined : this.remembered.resume(mark, wish);
    let reset: ResetReason | undefined = mark !== undefined && resumed === undefined ? 'unknown_mark' : undefined;
    if (resumed !== undefined) reset = await this.follow(stream, resumed.told, resumed.gone);
    while (stream.isOpen) {
      if (reset !== undefined) await stream.write([{ kind: 'reset', reason: reset }]);
      reset = await this.follow(stream, this.remembered.begin(wish));
    }
  }

  /** @param gone of a stream that is resumed: what was told to be gone after its mark @returns why it has to begin again; undefined when the stream has ended */
  private async follow(stream: Stream, told: ToldSoFar, gone?: readonly GoneItem[]): Promise<ResetReason | undefined> {
    const events = new EventsOfStream(told, this.news, this.shown);
    const sources = { changes: this.changes, events, pins: new PinsOfStream(told, this.pins) };
    const teller = new StreamTeller(stream, told, sources, this.turns, () => this.clock.now());
    const turns = this.turns.join(stream.closed, () => teller.look());
    try {
      await events.begin();
      if (gone === undefined) await teller.tellAll();
      else {
        const missed = await events.missed();
        if (missed === undefined) return 'behind';
        await teller.tellChanges([...gone, ...missed], true);
      }
      while (stream.isOpen) {
        await turns.next();
        teller.rest();
        const news = events.taken();
        if (news === undefined) return 'behind';
        if (stream.isOpen) await teller.tellChanges(news);
      }
      return undefined;
    } finally {
      events.end();
      turns.leave();
      this.remembered.end(told, this.clock.now());
    }
  }
}
