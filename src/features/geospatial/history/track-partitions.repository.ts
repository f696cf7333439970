import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { rootOf } from '../../../database/database-errors.js';
import { DAY_MS } from '../../../durations.js';

/** A table that holds the points of a range of time, or those of all other times. */
export interface TrackPartition {
  id: number;
  name: string;
  /** Start and end (ms, the end excluded); null without one. */
  from: number | null;
  to: number | null;
}

interface Row {
  id: number;
  name: string;
  from: Date | null;
  to: Date | null;
}

const DEFAULT_NAME = 'track_points_default';
const LOCK_NOT_AVAILABLE = '55P03';

/** In UTC. */
const nameOf = (from: number): string => `track_points_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The partitions of `track_points`. Changes give up when another statement uses the table for longer than a second, so that none queues up behind them. */
@Service()
export class TrackPartitions {
  constructor(private readonly database: Database) {}

  /** In the order of time; the default one is the last. */
  async list(): Promise<TrackPartition[]> {
    const { rows } = await this.database.query<Row & { [column: string]: unknown }>(
      `select c.oid::int8 as id, c.relname as name, (regexp_match(bounds, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as "from",
         (regexp_match(bounds, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as "to"
       from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral pg_get_expr(c.relpartbound, c.oid) as bounds
       where i.inhparent = 'track_points'::regclass order by "to", "from"`,
    );
    return rows.map(({ id, name, from, to }) => ({ id, name, from: from?.getTime() ?? null, to: to?.getTime() ?? null }));
  }

  /** Days (ms of their start, UTC) with points in the default partition. */
  async daysOutside(from: number, to: number): Promise<number[]> {
    const { rows } = await this.database.query<{ day: number }>(
      `select distinct floor(extract(epoch from observed_at) / 86400)::int8 as day from ${DEFAULT_NAME}
       where observed_at >= to_timestamp($1::float8 / 1000) and observed_at < to_timestamp($2::float8 / 1000)`,
      [from, to],
    );
    return rows.map(({ day }) => day * DAY_MS);
  }

  /** Adds a partition and moves the points of its range into it. @returns false when the table is in use: try again later */
  add(from: number, to: number): Promise<boolean> {
    const name = nameOf(from);
    const [start, end] = [from, to].map((ms) => `'${new Date(ms).toISOString()}'`);
    return this.change([
      `lock table ${DEFAULT_NAME} in access exclusive mode`,
      `create table ${name} (like track_points including all)`,
      `with moved as (delete from ${DEFAULT_NAME} where observed_at >= ${start} and observed_at < ${end} returning *) insert into ${name} select * from moved`,
      // Unlike `create table … partition of`, this does not wait for statements that use other partitions.
      `alter table track_points attach partition ${name} for values from (${start}) to (${end})`,
    ]);
  }

  /** Removes a partition with its points. @returns false when the table is in use: try again later */
  drop({ name }: TrackPartition): Promise<boolean> {
    return this.change([`drop table "${name}"`]);
  }

  private async change(statements: readonly string[]): Promise<boolean> {
    try {
      await this.database.transaction(async () => {
        for (const statement of ["set local lock_timeout = '1s'", ...statements]) await this.database.query(statement);
      });
      return true;
    } catch (error) {
      if ((rootOf(error) as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    }
  }
}
