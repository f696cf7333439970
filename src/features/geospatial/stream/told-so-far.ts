import type { Layer } from '../layer.js';
import type { GoneItem } from './stream-item.js';
import { keyOfWish, type StreamWish } from './stream-wish.js';

/** Turns of a stream that can be gone on from, and what was told to be gone in them. */
const MOST_TURNS = 180;
const MOST_GONE = 5_000;

/** How far a stream has been told: versions of the layers, and a position in the event log. */
export interface Reached {
  versions: Record<Layer, number>;
  position: number;
}

interface Turn extends Reached {
  number: number;
  gone: readonly GoneItem[];
}

/**
 * What one client has been told, so that it can be told the difference: whom it knows, and how far it was told at each of the last turns.
 * Remembered for a while after the stream has ended, for the client may come back.
 */
export class ToldSoFar {
  readonly known: Record<Layer, Set<number>> = { vessels: new Set(), aircraft: new Set() };
  /** Pins by id, with their versions. */
  readonly pins = new Map<string, number>();
  /** Ids of events. */
  readonly events = new Set<string>();
  reached: Reached = { versions: { vessels: 0, aircraft: 0 }, position: 0 };
  truncated = false;
  /** The turn of `StreamTurns` in which it was told last; -1: not yet, or not all of it. */
  lastTurn = -1;
  private turns: Turn[] = [];
  private goneCount = 0;

  constructor(
    readonly id: string,
    readonly wish: StreamWish,
  ) {}

  /** How many it remembers. */
  get size(): number {
    return this.known.vessels.size + this.known.aircraft.size + this.pins.size + this.events.size + this.goneCount;
  }

  /** Notes that all of a turn was sent. @returns the mark with which to go on from here */
  finish(gone: readonly GoneItem[]): string {
    const number = (this.turns.at(-1)?.number ?? 0) + 1;
    const { versions, position } = this.reached;
    this.turns.push({ number, versions: { ...versions }, position, gone });
    this.goneCount += gone.length;
    while (this.turns.length > MOST_TURNS || this.goneCount > MOST_GONE) this.goneCount -= this.turns.shift()?.gone.length ?? 0;
    return `${this.id}.${number}`;
  }

  /**
   * The same for a client that comes back and has received everything up to a turn.
   * @returns it with what was told to be gone since; undefined when that is not known any more, or something else is wanted
   */
  resumed(number: number, wish: StreamWish, id: string): { told: ToldSoFar; gone: GoneItem[] } | undefined {
    const turn = this.turns.find((one) => one.number === number);
    if (turn === undefined || keyOfWish(wish) !== keyOfWish(this.wish)) return undefined;
    const told = new ToldSoFar(id, wish);
    for (const layer of ['vessels', 'aircraft'] as const) for (const key of this.known[layer]) told.known[layer].add(key);
    for (const event of this.events) told.events.add(event);
    // Of pins those it knows are told again: they are few.
    for (const pin of this.pins.keys()) told.pins.set(pin, 0);
    told.reached = { versions: { ...turn.versions }, position: turn.position };
    told.truncated = this.truncated;
    return { told, gone: this.turns.filter((one) => one.number > number).flatMap((one) => one.gone) };
  }
}
