import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { Database } from './database.js';

/** Maximum number of counted rows for each table; a greater number makes no difference. */
const MAX_COUNTED = 10_000;

interface PartitionedTable {
  table: string;
  /** Name of the default partition. */
  outside: string;
  key: string;
  /** Starts of the ranges of the other partitions; null for one without a start. */
  starts: Array<string | null>;
}

/** Shows whether partitions are created in time: counts the rows in default partitions. */
@Service()
export class PartitionMetrics extends MetricSource {
  constructor(private readonly database: Database) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge(
      'watchfloor_rows_outside_partitions',
      `Rows that have no partition of their own yet, up to ${MAX_COUNTED}; a job makes it.`,
      async () => {
        const counts = [];
        for (const table of await this.tables())
          counts.push({ value: await this.countOutside(table), labels: { table: table.table } });
        return counts;
      },
      ['table'],
    );
  }

  private async tables(): Promise<PartitionedTable[]> {
    const { rows } = await this.database.query<PartitionedTable & { [column: string]: unknown }>(
      `select p.relname as "table", d.relname as outside, substring(pg_get_partkeydef(p.oid) from '\\((.*)\\)') as key,
         (select json_agg((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([^'']+)''\\)'))[1])
          from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = p.oid and c.oid <> d.oid) as starts
       from pg_partitioned_table t join pg_class p on p.oid = t.partrelid join pg_class d on d.oid = t.partdefid
       where p.relnamespace = 'public'::regnamespace order by 1`,
    );
    return rows;
  }

  /**
   * Counts rows in the default partition that should have a partition. Rows below the oldest partition are left out,
   * because they stay there, such as events that are kept for years.
   */
  private async countOutside({ outside, key, starts }: PartitionedTable): Promise<number> {
    const isAll = starts.includes(null);
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*) from (select from "${outside}" ${isAll ? '' : `where ${key} >= any($1)`} limit ${MAX_COUNTED}) as outside`,
      isAll ? [] : [starts],
    );
    return rows[0]?.count ?? 0;
  }
}
