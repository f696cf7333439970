import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { byNumber } from '../database/partition-key.js';
import { type RangePartition, RangePartitions } from '../database/range-partitions.js';

/** A partition that gets no more events, because the log has reached the end of its range. */
export interface ClosedPartition extends RangePartition {
  to: number;
  /** Time of its latest event; null when it is empty. */
  newest: Date | null;
}

/** An event type, and the time since which its events are kept. */
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

  /** Returns the last assigned position, even if its event was deleted; 0 before the first event. */
  async lastPosition(): Promise<number> {
    const { rows } = await this.database.query<{ last: number }>(
      'select case when is_called then last_value else last_value - 1 end as last from events_position_seq',
    );
    return rows[0]?.last ?? 0;
  }

  /**
   * Returns the closed partitions, sorted by position. @param head position of the last event: no later event gets a
   * lower position
   */
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

  /** Returns the positions of events of a partition that must be kept, at most `limit`. */
  async keptIn({ name }: RangePartition, kept: readonly KeptType[], limit: number): Promise<number[]> {
    const { rows } = await this.database.query<{ position: number }>(
      `select position from "${name}" as event where exists (
         select from unnest($1::text[], $2::timestamptz[]) as kept (type, since) where event.type = kept.type and event.time >= kept.since
       ) limit ${limit}`,
      [kept.map(({ type }) => type), kept.map(({ since }) => since)],
    );
    return rows.map(({ position }) => position);
  }

  /** Returns the number of events in some partitions. */
  async count(partitions: readonly RangePartition[]): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*) from events where tableoid = any($1::oid[])',
      [partitions.map(({ id }) => id)],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * Removes a closed partition, but moves the events at some positions into the default partition.
   * @returns false when the log is in use; call it again later
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
