import type { Order } from '../time/sort-order.js';
import type { EventType } from './event-type.js';
import type { LoggedEvent } from './logged-event.js';

export interface NewEvent<Data extends object> {
  data: Data;
  /** The subject of the event, such as `feed:simulator`. */
  subject?: string;
  /** The account it concerns: needed for the audience `owner`, forbidden otherwise. */
  ownerId?: string;
  /** When it happened; now unless said. */
  time?: Date;
  /** Its id, a fresh UUIDv7, when the cause has to know it beforehand. */
  id?: string;
}

/**
 * The selection of events; all conditions hold together. An event without a position on the map does not match a filter
 * by place.
 */
export interface EventFilter {
  /** Full names; undefined means every type. */
  types?: readonly string[];
  /** At least one key of each list. */
  keys?: ReadonlyArray<readonly string[]>;
  minSeverity?: number;
  /** Degrees; west is greater than east where the box crosses the antimeridian. */
  bbox?: { west: number; south: number; east: number; north: number };
  /** Only events that name this webhook endpoint. */
  endpointId?: string;
  /** True: only quiet events, which are logged but not delivered; false: only the others. */
  isQuiet?: boolean;
  /** Times, the first included, the second not. */
  from?: Date;
  to?: Date;
  /** Order of the timeline: latest first unless given. */
  order?: Order;
}

/**
 * The filters of the timeline in addition; subscriptions have none of them, so no filter in memory has to mean the
 * same.
 */
export interface TimelineFilter extends EventFilter {
  /** A text query in the form of `textQuery`. */
  text?: string;
  /** Any of these, from 1 to 5. */
  severities?: readonly number[];
}

/** Positions of the log, `to` excluded. */
export interface PositionRange {
  from: number;
  to: number;
}

/** A stretch of the log: positions after `after`, up to and including `upTo`. */
export interface LogRange {
  after: number;
  upTo: number;
}

/**
 * The one record of what was notable: append-only, in one order, the same for every reader. An event is in the log when
 * the transaction of its cause has committed, never otherwise, and appears to readers within moments of that.
 */
export abstract class EventLog {
  /**
   * Appends an event in the caller's transaction, or in its own.
   * @returns its id
   * @throws Error when the data does not match the type, or the owner is missing (a programming error)
   */
  abstract append<Data extends object>(type: EventType<Data>, event: NewEvent<Data>): Promise<string>;

  /**
   * The same for many events of a type at once, all of them or none; readers meet them in the order given.
   * @returns their ids, in that order
   * @throws Error as `append`, of whichever event it is
   */
  abstract appendMany<Data extends object>(
    type: EventType<Data>,
    events: ReadonlyArray<NewEvent<Data>>,
  ): Promise<string[]>;

  /**
   * True when one of these was appended, sequenced or not: for callers that do not know whether a transaction
   * committed.
   */
  abstract isWritten(ids: readonly string[]): Promise<boolean>;

  /** The last position given out; 0 for an empty log. */
  abstract head(): Promise<number>;

  /** Internal: events of all owners, in order. */
  abstract after(position: number, limit: number, types?: readonly string[]): Promise<LoggedEvent[]>;

  /** Returns the events of a range that an account may see, in order. */
  abstract visible(accountId: string, filter: EventFilter, range: LogRange, limit: number): Promise<LoggedEvent[]>;

  /** Returns the events that an account may see, by time, then position, in the filter's order, after `after`. */
  abstract timeline(
    accountId: string,
    filter: TimelineFilter,
    limit: number,
    after?: { time: Date; position: number },
  ): Promise<LoggedEvent[]>;

  /** Undefined when it does not exist or is not visible to the account. */
  abstract find(accountId: string, id: string): Promise<LoggedEvent | undefined>;

  /** An account's own events without the public ones, latest time first. */
  abstract own(accountId: string, limit: number): Promise<LoggedEvent[]>;

  /** Internal: existing events, unordered. */
  abstract byIds(ids: readonly string[]): Promise<LoggedEvent[]>;

  /** The position before the first event recorded at or after a moment, give or take the length of a transaction. */
  abstract positionBefore(time: Date): Promise<number>;

  /** The number of events of a type that happened before `time`, without a range of positions. */
  abstract countBefore(type: string, time: Date, without?: PositionRange): Promise<number>;

  /**
   * Deletes events of a type that happened before `time`, at most `limit`, without a range of positions.
   * @returns how many
   */
  abstract forget(type: string, time: Date, limit: number, without?: PositionRange): Promise<number>;

  /**
   * Removes own events of an account, sequenced or not, in the caller's transaction, with their deliveries: for records
   * that their owner changes or deletes. Events of other accounts and public ones are left.
   */
  abstract withdraw(ownerId: string, ids: readonly string[]): Promise<void>;

  /** Removes at most `limit` of an account's own events. @returns how many */
  abstract removeOwn(accountId: string, limit: number): Promise<number>;
}
