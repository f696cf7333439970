import type { Database } from './database.js';
import { rootOf } from './database-errors.js';
import type { PartitionKey } from './partition-key.js';

/** A partition with a range of keys, or the default partition with all other keys. */
export interface RangePartition {
  /** PostgreSQL's oid of the partition. */
  id: number;
  name: string;
  /**
   * Start (inclusive) and end (exclusive) in the unit of the key. Both are null in the default partition; the start is
   * null in the partition with the rows from before partitioning.
   */
  from: number | null;
  to: number | null;
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Lists and changes the partitions of a table. Changes fail when another statement uses the table for longer than a
 * second, so that no queries queue up behind them.
 */
export class RangePartitions {
  private readonly default: string;

  constructor(
    protected readonly database: Database,
    readonly table: string,
    private readonly key: PartitionKey,
  ) {
    this.default = `${table}_default`;
  }

  /** Returns the partitions in the order of their keys; the default one is the last. */
  async list(): Promise<RangePartition[]> {
    const bound = (word: string) => this.key.numberOf(`(regexp_match(bounds, '${word} \\(''([^'']+)''\\)'))[1]`);
    const { rows } = await this.database.query<RangePartition & { [column: string]: unknown }>(
      `select c.oid::int8 as id, c.relname as name, ${bound('FROM')} as "from", ${bound('TO')} as "to"
       from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral pg_get_expr(c.relpartbound, c.oid) as bounds
       where i.inhparent = $1::regclass order by "to", "from"`,
      [this.table],
    );
    return rows;
  }

  /** Returns the starts of all ranges of a length that have rows in the default partition, between two keys. */
  async rangesOutside(from: number, to: number, length: number): Promise<number[]> {
    const { rows } = await this.database.query<{ range: number }>(
      `select distinct floor(${this.key.numberOf(this.key.column)} / $1::float8)::int8 as range from ${this.default} where ${this.within(from, to)}`,
      [length],
    );
    return rows.map(({ range }) => range * length);
  }

  /**
   * Adds a partition and moves the rows of its range into it.
   * @returns false when the table is in use; call it again later
   */
  async add(from: number, to: number): Promise<boolean> {
    const name = `${this.table}_${this.key.nameOf(from)}`;
    const columns = await this.storedColumns();
    return this.change([
      `lock table ${this.default} in access exclusive mode`,
      `create table ${name} (like ${this.table} including all excluding identity)`,
      `with moved as (delete from ${this.default} where ${this.within(from, to)} returning ${columns}) insert into ${name} (${columns}) select * from moved`,
      // Unlike `create table … partition of`, this statement does not wait for statements that use other partitions.
      `alter table ${this.table} attach partition ${name} for values from (${this.key.literal(from)}) to (${this.key.literal(to)})`,
    ]);
  }

  /**
   * Removes a partition with its rows; row triggers do not fire.
   * @param around statements that run before and after, in the same transaction
   * @returns false when the table is in use; call it again later
   */
  drop(
    { name }: RangePartition,
    { before = [], after = [] }: { before?: readonly string[]; after?: readonly string[] } = {},
  ): Promise<boolean> {
    return this.change([...before, `drop table "${name}"`, ...after]);
  }

  /** Returns the names of the columns that can be written, as SQL: all but generated ones. */
  protected async storedColumns(): Promise<string> {
    const { rows } = await this.database.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [this.table],
    );
    return rows[0]?.columns ?? '';
  }

  private within(from: number, to: number): string {
    return `${this.key.column} >= ${this.key.literal(from)} and ${this.key.column} < ${this.key.literal(to)}`;
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
