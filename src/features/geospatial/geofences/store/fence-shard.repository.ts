import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { and, eq } from '../../../../database/drizzle.js';
import { geofenceShards } from '../../geospatial.schema.js';
import type { FenceShard } from '../fence-shard.js';

const { shards, shard, term, evaluatedUntil } = geofenceShards;

/** Stores the progress of each shard, and the term of its current evaluation. */
@Service()
export class FenceShardRepository {
  constructor(private readonly database: Database) {}

  /**
   * Starts a term. Other evaluations of the shard can no longer write.
   * @returns the time of receipt (ms) up to which movements are evaluated; undefined at the first evaluation
   */
  async begin({ index, count, term: next }: FenceShard): Promise<number | undefined> {
    const [row] = await this.database.orm
      .insert(geofenceShards)
      .values({ shards: count, shard: index, term: next })
      .onConflictDoUpdate({ target: [shards, shard], set: { term: next } })
      .returning({ until: evaluatedUntil });
    return row?.until?.getTime();
  }

  /** Locks the shard until the transaction ends. @returns false when another evaluation has started */
  async hold(own: FenceShard): Promise<boolean> {
    const rows = await this.database.orm.select({ term }).from(geofenceShards).where(isTermOf(own)).for('update');
    return rows.length > 0;
  }

  /**
   * Stores the progress of a shard.
   * @param until time of receipt (ms) up to which all movements are evaluated and their transitions stored
   * @returns false when another evaluation has started
   */
  async advance(own: FenceShard, until: number): Promise<boolean> {
    const rows = await this.database.orm
      .update(geofenceShards)
      .set({ evaluatedUntil: new Date(until) })
      .where(isTermOf(own))
      .returning({ term });
    return rows.length > 0;
  }
}

const isTermOf = (own: FenceShard) => and(eq(shards, own.count), eq(shard, own.index), eq(term, own.term));
