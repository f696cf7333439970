import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, eq, gte, lt, or, type SQL, sql, unionAll } from '../database/drizzle.js';
import { events } from '../database/event-schema.js';
import { timelineConditions } from './event-conditions.js';
import type { TimelineFilter } from './event-log.js';

/** The number of events in one bucket, of one type group and one severity. */
export interface EventCount {
  /** Start of the bucket. */
  time: Date;
  /** The type group: the first word of the type, such as `geofence` of `geofence.entered`. */
  group: string;
  severity: number;
  count: number;
}

/** Origin of all buckets, in UTC: a Monday, so that weekly buckets start on Mondays. */
export const BUCKET_ORIGIN = new Date(Date.UTC(2001, 0, 1));

/** Counts the events that an account may see, by time, type group and severity. */
@Service()
export class EventHistogram {
  constructor(private readonly database: Database) {}

  /** Returns only buckets, groups and severities with events, in the order of time. */
  async count(
    accountId: string,
    filter: TimelineFilter & { from: Date; to: Date },
    bucketSeconds: number,
  ): Promise<EventCount[]> {
    const conditions = [...timelineConditions(filter), gte(events.time, filter.from), lt(events.time, filter.to)];
    const both = unionAll(
      this.part(eq(events.audience, 'public'), conditions, bucketSeconds),
      this.part(eq(events.ownerId, accountId), conditions, bucketSeconds),
    ).as('counted');
    const group = sql<string>`split_part(${both.type}, '.', 1)`;
    const counts = await this.database.orm
      .select({ time: both.time, group, severity: both.severity, count: sql<string>`sum(${both.count})` })
      .from(both)
      .groupBy(both.time, group, both.severity)
      .orderBy(both.time, group, both.severity);
    return counts.map(({ time, count, ...rest }) => ({ ...rest, time: new Date(time), count: Number(count) }));
  }

  /** Returns whether some of the events are simulated. */
  async hasSimulated(accountId: string, filter: TimelineFilter & { from: Date; to: Date }): Promise<boolean> {
    const found = await this.database.orm
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          or(eq(events.audience, 'public'), eq(events.ownerId, accountId)),
          ...timelineConditions(filter),
          gte(events.time, filter.from),
          lt(events.time, filter.to),
          sql`${events.data} @> '{"simulated": true}'::jsonb`,
        ),
      )
      .limit(1);
    return found.length > 0;
  }

  /** Counts by complete types, which takes fewer operations than extracting their first words for each event. */
  private part(whose: SQL, conditions: Array<SQL | undefined>, bucketSeconds: number) {
    const time = sql<string>`date_bin(make_interval(secs => ${bucketSeconds}), ${events.time}, ${BUCKET_ORIGIN.toISOString()}::timestamptz)`;
    const severity = sql<number>`coalesce(${events.severity}, 1)`;
    return this.database.orm
      .select({
        time: time.as('time'),
        type: events.type,
        severity: severity.as('severity'),
        count: sql<string>`count(*)`.as('count'),
      })
      .from(events)
      .where(and(whose, ...conditions))
      .groupBy(sql`1`, sql`2`, sql`3`);
  }
}
