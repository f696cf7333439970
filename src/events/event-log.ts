import type { Order } from '../time/sort-order.js';
import type { EventType } from './event-type.js';
import type { PreparedCondition } from './field-condition.js';
import type { LoggedEvent } from './logged-event.js';

export interface NewEvent<Data extends object> {
  data: Data;
  /** The subject of the event, such as `feed:simulator`. */
  subject?: string;
  /** Account that the event concerns: required for the audience `owner`, forbidden otherwise. */
  ownerId?: string;
  /** Time of the event. Default: now. */
  time?: Date;
  /** Id of the event, a new UUIDv7, if the caller must know it before. Default: generated. */
  id?: string;
}

/**
 * Selects events for which all conditions hold. An event without a position on the map does not match a filter by
 * place.
 */
export interface EventFilter {
  /** Full names of types; undefined means all types. */
  types?: readonly string[];
  /** Lists of keys: the event must have at least one key of each list. */
  keys?: ReadonlyArray<readonly string[]>;
  minSeverity?: number;
  /** Box in degrees; west is greater than east if it crosses the antimeridian. */
  bbox?: { west: number; south: number; east: number; north: number };
  /** Conditions on fields of the data. */
  fields?: readonly PreparedCondition[];
  /** Only events that name this webhook endpoint. */
  endpointId?: string;
  /** True: only quiet events, which are logged but not delivered; false: only the others. */
  isQuiet?: boolean;
  /** Time range: `from` is inclusive, `to` exclusive. */
  from?: Date;
  to?: Date;
  /** Order of the timeline. Default: latest first. */
  order?: Order;
}

/** Additional conditions of the timeline. Subscriptions do not have them, so `matchesFilter` need not support them. */
export interface TimelineFilter extends EventFilter {
  /** Text query, in the form that `textQuery` returns. */
  text?: string;
  /** Severities from 1 to 5; an event must have one of them. */
  severities?: readonly number[];
}

/** A range of positions in the log: `from` is inclusive, `to` exclusive. */
export interface PositionRange {
  from: number;
  to: number;
}

/** A range of the log: positions greater than `after` and at most `upTo`. */
export interface LogRange {
  after: number;
  upTo: number;
}

/**
 * The durable record of notable events: append-only and in the same order for every reader. An event is in the log if
 * and only if the transaction that appended it has committed; readers see it moments later.
 */
export abstract class EventLog {
  /**
   * Appends an event in the caller's transaction, or in its own.
   * @returns its id
   * @throws Error when the data does not match the type, or the owner is missing (a programming error)
   */
  abstract append<Data extends object>(type: EventType<Data>, event: NewEvent<Data>): Promise<string>;

  /**
   * Appends several events of a type, all of them or none; readers receive them in the given order.
   * @returns their ids in that order
   * @throws Error as `append`, if any event is invalid
   */
  abstract appendMany<Data extends object>(
    type: EventType<Data>,
    events: ReadonlyArray<NewEvent<Data>>,
  ): Promise<string[]>;

  /**
   * Resolves to true when at least one of the events was appended, sequenced or not: for callers that do not know
   * whether a transaction committed.
   */
  abstract isWritten(ids: readonly string[]): Promise<boolean>;

  /** Returns the last assigned position; 0 for an empty log. */
  abstract head(): Promise<number>;

  /** Returns events of all owners in order. Only for the service itself. */
  abstract after(position: number, limit: number, types?: readonly string[]): Promise<LoggedEvent[]>;

  /** Returns the events of a range that an account may see, in order. */
  abstract visible(accountId: string, filter: EventFilter, range: LogRange, limit: number): Promise<LoggedEvent[]>;

  /**
   * Returns the events that an account may see, sorted by time, then position, in the filter's order; only events after
   * the sort key `after`.
   */
  abstract timeline(
    accountId: string,
    filter: TimelineFilter,
    limit: number,
    after?: { time: Date; position: number },
  ): Promise<LoggedEvent[]>;

  /** Returns an event; undefined when it does not exist or is not visible to the account. */
  abstract find(accountId: string, id: string): Promise<LoggedEvent | undefined>;

  /** Returns an account's own events, without public ones, the latest first. */
  abstract own(accountId: string, limit: number): Promise<LoggedEvent[]>;

  /** Returns the existing events with these ids, of all owners, unordered. Only for the service itself. */
  abstract byIds(ids: readonly string[]): Promise<LoggedEvent[]>;

  /**
   * Returns the position before the first event that was appended at or after a time; inexact by the duration of a
   * transaction.
   */
  abstract positionBefore(time: Date): Promise<number>;

  /** Returns the number of events of a type before `time`, except those in the range `without`. */
  abstract countBefore(type: string, time: Date, without?: PositionRange): Promise<number>;

  /**
   * Deletes at most `limit` events of a type before `time`, except those in the range `without`.
   * @returns the number of deleted events
   */
  abstract forget(type: string, time: Date, limit: number, without?: PositionRange): Promise<number>;

  /**
   * Deletes own events of an account, sequenced or not, with their deliveries, in the caller's transaction: for records
   * that their owner changes or deletes. Public events and events of other accounts stay.
   */
  abstract withdraw(ownerId: string, ids: readonly string[]): Promise<void>;

  /** Deletes at most `limit` of an account's own events. @returns the number of deleted events */
  abstract removeOwn(accountId: string, limit: number): Promise<number>;
}
