import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { lastBackup } from '../../../database/schema.js';

/** Disk space of a table, including its partitions. */
export interface TableSize {
  schema: string;
  table: string;
  /** Number of rows at the last vacuum or analyze; 0 before the first. */
  estimatedRows: number;
  dataBytes: number;
  indexBytes: number;
}

/** Reads the sizes of tables and of the database, and the time of the last backup. */
@Service()
export class StorageRepository {
  constructor(private readonly database: Database) {}

  /** Lists tables, largest first. */
  async tables(): Promise<TableSize[]> {
    const { rows } = await this.database.query<TableSize & { [column: string]: unknown }>(
      // Tables grow meanwhile, so the sizes that are returned also give the order.
      `select * from (
         select n.nspname as schema, r.relname as "table", sum(greatest(c.reltuples, 0))::int8 as "estimatedRows",
           sum(pg_table_size(c.oid))::int8 as "dataBytes", sum(pg_indexes_size(c.oid))::int8 as "indexBytes"
         from pg_class c
         join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
         join pg_namespace n on n.oid = r.relnamespace
         where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
         group by 1, 2) as sizes
       order by "dataBytes" + "indexBytes" desc, schema, "table"`,
    );
    return rows;
  }

  /** Returns the time of the database state that the last backup contains; undefined without a recorded backup. */
  async lastBackupAt(): Promise<Date | undefined> {
    const [row] = await this.database.orm.select({ takenAt: lastBackup.takenAt }).from(lastBackup);
    return row?.takenAt;
  }

  /** Returns the size of the whole database in bytes. */
  async databaseBytes(): Promise<number> {
    const { rows } = await this.database.query<{ bytes: number }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return rows[0]?.bytes ?? 0;
  }
}
