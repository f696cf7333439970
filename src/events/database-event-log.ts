import { Service } from 'typedi';
import { YieldTimer } from '../async/cooperative-yield.js';
import { Database } from '../database/database.js';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  sql,
  unionAll,
} from '../database/drizzle.js';
import { eventInbox, events } from '../database/event-schema.js';
import { inOrder } from '../database/order-by.js';
import { RowInsertion } from '../database/row-insertion.js';
import { DtoPlan } from '../http/validation/dto-plan.js';
import { Clock } from '../time/clock.js';
import { leastUuidAt, timeOfUuidV7, uuidV7 } from '../time/uuid-v7.js';
import { EventChangeSignal } from './event-change-signal.js';
import { conditionsOf, timelineConditions } from './event-conditions.js';
import {
  type EventFilter,
  EventLog,
  type LogRange,
  type NewEvent,
  type PositionRange,
  type TimelineFilter,
} from './event-log.js';
import type { EventType } from './event-type.js';
import type { LoggedEvent } from './logged-event.js';

/** An event's position is assigned later than its id, by at most the duration of a transaction (ms). */
const MAX_TRANSACTION_MS = 60_000;

/** Maximum number of rows of one insert, so that its text is written in a millisecond or two. */
const MAX_ROWS = 200;
/**
 * Maximum number of rows of one query of a long list, because the PostgreSQL driver converts all rows of a result in
 * one step.
 */
const ROWS_AT_ONCE = 500;

/** All columns except the words of the text search, which are only compared. */
const { search: _, ...logged } = getTableColumns(events);

type InboxRow = ReturnType<typeof rowOf>;
const insertion = new RowInsertion<InboxRow>(eventInbox);

/** The event log in the service's database. */
@Service()
export class DatabaseEventLog extends EventLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly signal: EventChangeSignal,
  ) {
    super();
  }

  async append<Data extends object>(type: EventType<Data>, event: NewEvent<Data>): Promise<string> {
    const [id] = await this.appendMany(type, [event]);
    return id as string;
  }

  async appendMany<Data extends object>(
    type: EventType<Data>,
    given: ReadonlyArray<NewEvent<Data>>,
  ): Promise<string[]> {
    if (given.length === 0) return [];
    const now = this.clock.now();
    const rows: InboxRow[] = [];
    const slices = new YieldTimer();
    for (const event of given) {
      if (slices.isOver) await slices.next();
      rows.push(rowOf(type, event, now));
    }
    const insert = (some: readonly InboxRow[]) => this.database.orm.execute(insertion.of(some));
    if (rows.length <= MAX_ROWS) await insert(rows);
    else
      await this.database.transaction(async () => {
        for (let at = 0; at < rows.length; at += MAX_ROWS) await insert(rows.slice(at, at + MAX_ROWS));
      });
    this.database.afterCommit(() => this.signal.notify());
    return rows.map(({ id }) => id);
  }

  async isWritten(ids: readonly string[]): Promise<boolean> {
    // One statement reads both tables, so that no row moves from one to the other between two queries.
    const { rows } = await this.database.query<{ found: boolean }>(
      'select exists (select from event_inbox where id = any($1::uuid[])) or exists (select from events where ' +
        'id = any($1::uuid[])) as found',
      [[...ids]],
    );
    return rows[0]?.found === true;
  }

  /** Last known head; from there on, only the newest partitions are read. */
  private lastHead = 0;

  async head(): Promise<number> {
    const last = (await this.lastSince(this.lastHead)) ?? (await this.lastSince(0)) ?? 0;
    this.lastHead = last;
    return last;
  }

  async after(position: number, limit: number, types?: readonly string[]): Promise<LoggedEvent[]> {
    const wanted = types === undefined ? undefined : inArray(events.type, [...types]);
    return this.database.orm
      .select(logged)
      .from(events)
      .where(and(gt(events.position, position), wanted))
      .orderBy(asc(events.position))
      .limit(limit);
  }

  async visible(
    accountId: string,
    filter: EventFilter,
    { after, upTo }: LogRange,
    limit: number,
  ): Promise<LoggedEvent[]> {
    const range = [gt(events.position, after), lte(events.position, upTo)];
    return unionAll(
      this.page(eq(events.audience, 'public'), [...range, ...conditionsOf(filter)], [asc(events.position)], limit),
      this.page(eq(events.ownerId, accountId), [...range, ...conditionsOf(filter)], [asc(events.position)], limit),
    )
      .orderBy(sql`position`)
      .limit(limit);
  }

  async timeline(
    accountId: string,
    filter: TimelineFilter,
    limit: number,
    after?: { time: Date; position: number },
  ): Promise<LoggedEvent[]> {
    const { order: way = 'desc' } = filter;
    const [beyond, direction] = way === 'asc' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
    const cursor =
      after &&
      sql`(${events.time}, ${events.position}) ${beyond} (${after.time.toISOString()}::timestamptz, ${after.position}::bigint)`;
    const conditions = [cursor, ...timelineConditions(filter)];
    const order = [inOrder(events.time, way), inOrder(events.position, way)];
    return unionAll(
      this.page(eq(events.audience, 'public'), conditions, order, limit),
      this.page(eq(events.ownerId, accountId), conditions, order, limit),
    )
      .orderBy(sql`"time" ${direction}`, sql`position ${direction}`)
      .limit(limit);
  }

  async find(accountId: string, id: string): Promise<LoggedEvent | undefined> {
    const isVisible = sql`(${events.audience} = 'public' or ${events.ownerId} = ${accountId})`;
    const [event] = await this.database.orm
      .select(logged)
      .from(events)
      .where(and(eq(events.id, id), isVisible));
    return event;
  }

  async own(accountId: string, limit: number): Promise<LoggedEvent[]> {
    const found: LoggedEvent[] = [];
    for (let last: LoggedEvent | undefined; ; last = found.at(-1)) {
      const older =
        last &&
        sql`(${events.time}, ${events.position}) < (${last.time.toISOString()}::timestamptz, ${last.position}::bigint)`;
      const wanted = Math.min(ROWS_AT_ONCE, limit - found.length);
      const rows = await this.page(
        eq(events.ownerId, accountId),
        [older],
        [desc(events.time), desc(events.position)],
        wanted,
      );
      found.push(...rows);
      if (rows.length < ROWS_AT_ONCE || found.length >= limit) return found;
    }
  }

  async byIds(ids: readonly string[]): Promise<LoggedEvent[]> {
    return this.database.orm
      .select(logged)
      .from(events)
      .where(inArray(events.id, [...ids]));
  }

  async positionBefore(time: Date): Promise<number> {
    const from = leastUuidAt(time.getTime() - MAX_TRANSACTION_MS);
    const [first] = await this.database.orm
      .select({ id: events.id })
      .from(events)
      .where(gte(events.id, from))
      .orderBy(asc(events.id))
      .limit(1);
    if (first === undefined) return this.head();
    // An event whose id is later by less than the duration of a transaction may have an earlier position.
    const until = leastUuidAt(timeOfUuidV7(first.id) + MAX_TRANSACTION_MS);
    const [least] = await this.database.orm
      .select({ position: sql<number>`min(${events.position})`.mapWith(Number) })
      .from(events)
      .where(and(gte(events.id, first.id), lt(events.id, until)));
    return (least?.position ?? 1) - 1;
  }

  countBefore(type: string, time: Date, without?: PositionRange): Promise<number> {
    return this.database.orm.$count(
      events,
      and(eq(events.type, type), lt(events.time, time), without && outside(without)),
    );
  }

  async forget(type: string, time: Date, limit: number, without?: PositionRange): Promise<number> {
    const old = this.database.orm
      .select({ position: events.position })
      .from(events)
      .where(and(eq(events.type, type), lt(events.time, time), without && outside(without)))
      .orderBy(asc(events.position))
      .limit(limit);
    const gone = await this.database.orm
      .delete(events)
      .where(inArray(events.position, old))
      .returning({ position: events.position });
    return gone.length;
  }

  async withdraw(ownerId: string, ids: readonly string[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      // The inbox comes first: if an event is being moved to the log, the deletion waits for the move, and then the
      // event is found in the log.
      await tx.delete(eventInbox).where(and(eq(eventInbox.ownerId, ownerId), inArray(eventInbox.id, [...ids])));
      await tx.delete(events).where(and(eq(events.ownerId, ownerId), inArray(events.id, [...ids])));
    });
  }

  async removeOwn(accountId: string, limit: number): Promise<number> {
    const own = this.database.orm
      .select({ position: events.position })
      .from(events)
      .where(eq(events.ownerId, accountId))
      .limit(limit);
    return (
      await this.database.orm
        .delete(events)
        .where(inArray(events.position, own))
        .returning({ position: events.position })
    ).length;
  }

  private async lastSince(position: number): Promise<number | undefined> {
    const newest = this.database.orm
      .select({ position: events.position })
      .from(events)
      .where(gte(events.position, position));
    return (await newest.orderBy(desc(events.position)).limit(1))[0]?.position;
  }

  /**
   * Returns the query of a page of the public events, or of the account's own events. The two are queried separately,
   * because only then does an index return each of them in the requested order.
   */
  private page(whose: SQL, conditions: Array<SQL | undefined>, order: SQL[], limit: number) {
    return this.database.orm
      .select(logged)
      .from(events)
      .where(and(whose, ...conditions))
      .orderBy(...order)
      .limit(limit);
  }
}

/**
 * Returns the row of a new event.
 * @throws Error when the data does not match the type, the owner is missing, or there is an owner where none is allowed
 */
function rowOf<Data extends object>(
  type: EventType<Data>,
  { data, subject, ownerId, time, id = uuidV7() }: NewEvent<Data>,
  now: number,
) {
  if (DtoPlan.of(type.data).accept(data) === undefined)
    throw new Error(`The data of ${type.type} is not as its type says.`);
  if ((type.audience === 'owner') !== (ownerId !== undefined))
    throw new Error(`${type.type} is for ${type.audience}: it has an owner exactly then.`);
  const { keys = [], severity, place, endpointIds = [], isQuiet = false } = type.facetsOf(data);
  if (endpointIds.length > 0 && ownerId === undefined)
    throw new Error(`${type.type} has no owner, so it cannot name endpoints.`);
  return {
    id,
    type: type.type,
    subject: subject ?? null,
    audience: type.audience,
    ownerId: ownerId ?? null,
    time: time ?? new Date(now),
    data: data as Record<string, unknown>,
    keys,
    severity,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    endpointIds: endpointIds.length === 0 ? null : [...new Set(endpointIds)],
    isQuiet,
    title: type.titleOf(data),
  };
}

const outside = ({ from, to }: PositionRange): SQL | undefined =>
  or(lt(events.position, from), gte(events.position, to));
