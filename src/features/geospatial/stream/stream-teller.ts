import type { EventStream } from '../../../http/stream/event-stream.js';
import type { EventsOfStream } from './events-of-stream.js';
import type { PinsOfStream } from './pins-of-stream.js';
import type { ChangedObject, StreamChanges } from './stream-changes.js';
import type { GoneItem, StreamItem } from './stream-item.js';
import type { StreamTurns } from './stream-turns.js';
import type { ToldSoFar } from './told-so-far.js';

/** Ships and aircraft told of at first; of the others each is told of when it changes. */
const MOST_AT_FIRST = 10_000;
/** Items of one write. */
const BATCH = 100;
/** Turns for which a client may take nothing of what is there for it. */
const PATIENCE = 30;

/** What one stream is filled with. */
export interface StreamSources {
  changes: StreamChanges;
  events: EventsOfStream;
  pins: PinsOfStream;
}

/** Tells one client what there is and then what has changed, each time as much as it takes. */
export class StreamTeller {
  /** The turn in which the client took something last, or there was nothing for it. */
  private taken: number;

  constructor(
    private readonly stream: EventStream<readonly StreamItem[]>,
    private readonly told: ToldSoFar,
    private readonly sources: StreamSources,
    private readonly turns: StreamTurns,
    private readonly now: () => number,
  ) {
    this.taken = turns.turn;
  }

  /** To be called now and then: cuts off a client that does not read. */
  look(): void {
    if (this.turns.turn - this.taken <= PATIENCE) return;
    this.stream.dropped = true;
    this.stream.cut();
  }

  /** There is nothing more for it at present. */
  rest(): void {
    this.taken = this.turns.turn;
  }

  async tellAll(): Promise<void> {
    const { turn } = this.turns;
    const objects = this.sources.changes.everything(this.told);
    this.told.truncated = objects.length > MOST_AT_FIRST;
    const others = [...(await this.sources.events.everything()), ...(await this.sources.pins.changed(turn))];
    await this.tell(turn, others, objects.slice(0, MOST_AT_FIRST), true);
  }

  /** @param news what else is to be told */
  async tellChanges(news: readonly StreamItem[], isFirst = false): Promise<void> {
    const { turn } = this.turns;
    const gone = this.sources.changes.gone(this.told);
    const objects = this.sources.changes.changed(this.told);
    const pins = await this.sources.pins.changed(turn);
    await this.tell(turn, [...gone, ...news, ...pins], objects, isFirst);
  }

  /** @param isWord whether it is said that everything is told when there is nothing to tell */
  private async tell(turn: number, others: readonly StreamItem[], objects: readonly ChangedObject[], isWord: boolean): Promise<void> {
    const gone: GoneItem[] = [];
    let batch: StreamItem[] = [];
    let isAnything = isWord;
    for (const item of this.items(others, objects)) {
      isAnything = true;
      batch.push(item);
      if (item.kind === 'gone') gone.push(item);
      if (batch.length < BATCH) continue;
      await this.stream.write(batch);
      this.rest();
      batch = [];
      await this.turns.breathe();
    }
    this.told.lastTurn = turn;
    if (!isAnything) return;
    const { truncated } = this.told;
    batch.push({ kind: 'current', mark: this.told.finish(gone), at: this.now(), truncated });
    await this.stream.write(batch);
    this.rest();
  }

  /** Each as it is when its turn comes. */
  private *items(others: readonly StreamItem[], objects: readonly ChangedObject[]): Generator<StreamItem> {
    yield* others;
    for (const object of objects) {
      const item = this.sources.changes.item(this.told, object);
      if (item !== undefined) yield item;
    }
  }
}
