import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { byTimeOfId } from '../../database/partition-key.js';
import type { RangePartition } from '../../database/range-partitions.js';
import { TimePartitions } from '../../database/time-partitions.js';
import { leastUuidAt } from '../../time/uuid-v7.js';

/** The partitions of deliveries, by the time in the id of their event. */
@Service()
export class DeliveryPartitions extends TimePartitions {
  constructor(database: Database) {
    super(database, 'webhook_deliveries', byTimeOfId('event_id'));
  }

  /** Returns the number of deliveries in some partitions that were created before a time. */
  async countBefore(time: Date, partitions: readonly RangePartition[]): Promise<number> {
    const sql = 'select count(*) from webhook_deliveries where created_at < $1 and tableoid = any($2::oid[])';
    const { rows } = await this.database.query<{ count: number }>(sql, [time, partitions.map(({ id }) => id)]);
    return rows[0]?.count ?? 0;
  }

  /**
   * Whether a partition has deliveries that were created at a time or later: recovered events are up to 30 days old.
   */
  async hasSince(time: Date, { name }: RangePartition): Promise<boolean> {
    return (await this.database.query(`select from "${name}" where created_at >= $1 limit 1`, [time])).rows.length > 0;
  }

  /**
   * Deletes at most `limit` deliveries of a partition that were created before a time, and their attempts.
   * @returns the number deleted
   */
  async forget(time: Date, limit: number, { name }: RangePartition): Promise<number> {
    const sql = `delete from "${name}" where ctid = any(array(select ctid from "${name}" where created_at < $1 order by created_at limit $2))`;
    return (await this.database.query(sql, [time, limit])).rowCount ?? 0;
  }

  /**
   * Drops a partition, and deletes the attempts of its deliveries that are not in the partition of attempts for the
   * same time.
   * @returns false if a table is in use
   */
  dropDeliveries(partition: RangePartition & { to: number }): Promise<boolean> {
    const later = `select id from "${partition.name}" where id >= '${leastUuidAt(partition.to)}'`;
    return this.drop(partition, {
      before: [
        `delete from webhook_attempts where delivery_id in (${later})`,
        `delete from webhook_attempts_default where delivery_id in (select id from "${partition.name}")`,
      ],
    });
  }
}

/** The partitions of attempts, by the time in the id of their delivery. */
@Service()
export class AttemptPartitions extends TimePartitions {
  constructor(database: Database) {
    super(database, 'webhook_attempts', byTimeOfId('delivery_id'));
  }

  /** Whether there are deliveries whose attempts are in a partition. */
  async isNeeded({ from, to }: RangePartition & { to: number }): Promise<boolean> {
    const sql = 'select from webhook_deliveries where id >= $1 and id < $2 limit 1';
    return (await this.database.query(sql, [leastUuidAt(from ?? 0), leastUuidAt(to)])).rows.length > 0;
  }
}
