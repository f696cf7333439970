import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { byNumber } from '../database/partition-key.js';
import { type RangePartition, RangePartitions } from '../database/range-partitions.js';

/** A partition with both a name and an end, to whose positions no more events come. */
export interface ClosedPartition extends RangePartition {
  to: number;
  /** When the last of its events happened; null when it is empty. */
  newest: Date | null;
}

/** Events of which a type is kept since a time. */
export interface KeptType {
  type: string;
  since: Date;
}

/** The partitions of the event log, by position. */
@Service()
export class EventPartitions extends RangePartitions {
  constructor(database: Database) {
    super(database, 'events', byNumber('position'));
  }

  /** The last position that was given out, also of an event that is deleted; 0 before the first. */
  async lastPosition(): Promise<number> {
    const { rows } = await this.database.query<{ last: number }>(
      'select case when is_called then last_value else last_value - 1 end as last from events_position_seq',
    );
    return rows[0]?.last ?? 0;
  }

  /** In the order of their positions. @param head position of the last event: events below it come no more */
  async closed(head: number): Promise<ClosedPartition[]> {
    const found: ClosedPartition[] = [];
    for (const partition of await this.list()) {
      const { name, to } = partition;
      if (to === null || to > head) continue;
      const { rows } = await this.database.query<{ time: Date }>(
        `select time from "${name}" order by position desc limit 1`,
      );
      found.push({ ...partition, to, newest: rows[0]?.time ?? null });
    }
    return found;
  }

  /** Positions of the events of a partition that are kept, at most `limit`. */
  async keptIn({ name }: RangePartition, kept: readonly KeptType[], limit: number): Promise<number[]> {
    const { rows } = await this.database.query<{ position: number }>(
      `select position from "${name}" as event where exists (
         select from unnest($1::text[], $2::timestamptz[]) as kept (type, since) where event.type = kept.type and event.time >= kept.since
       ) limit ${limit}`,
      [kept.map(({ type }) => type), kept.map(({ since }) => since)],
    );
    return rows.map(({ position }) => position);
  }

  /** The number of events in some partitions. */
  async count(partitions: readonly RangePartition[]): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*) from events where tableoid = any($1::oid[])',
      [partitions.map(({ id }) => id)],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * Removes a closed partition; the events at some positions stay, in the default partition.
   * @returns false when the log is in use: try again later
   */
  async dropAllBut(positions: readonly number[], partition: ClosedPartition): Promise<boolean> {
    if (positions.length === 0) return this.drop(partition);
    const columns = await this.storedColumns();
    return this.drop(partition, {
      before: [
        `create table events_kept as select ${columns} from "${partition.name}" where position in (${positions.join(', ')})`,
      ],
      after: [
        `insert into events (${columns}) overriding system value select ${columns} from events_kept`,
        'drop table events_kept',
      ],
    });
  }
}
