import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from '../../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../../database/order-by.js';
import type { GrantableTable } from '../../../../resources/owned-table.js';
import type { Order } from '../../../../time/sort-order.js';
import { geofences } from '../../geospatial.schema.js';
import type { FencePolicy, FenceShape, Geofence } from '../geofence.js';

/** Number of the advisory lock that a transaction holds from the assignment of a change number to its end. */
const CHANGE_LOCK = 7_262;

const { id, accountId, name, shape, policy, expiresAt, version, createdAt, updatedAt } = geofences;
const columns = { id, accountId, name, shape, policy, expiresAt, version, createdAt, updatedAt };

/**
 * Stores the geofences of accounts. It does not return a geofence that has ended or expired, although the engine may
 * still have to publish its exits.
 */
@Service()
export class GeofenceRepository implements GrantableTable<Geofence> {
  readonly table = geofences;

  constructor(private readonly database: Database) {}

  async find(owner: string, fence: string, now: Date): Promise<Geofence | undefined> {
    const [row] = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(this.own(owner, now, eq(id, fence)));
    return row && geofenceOf(row);
  }

  /** Returns the current version of a geofence, locked against other changes until the transaction ends. */
  async hold(owner: string, fence: string, now: Date): Promise<Geofence | undefined> {
    const [row] = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(this.own(owner, now, eq(id, fence)))
      .for('update');
    return row && geofenceOf(row);
  }

  /** Lists geofences, oldest first unless `order` is given, after the geofence `after`. */
  async list(owner: string, now: Date, limit: number, after?: string, order: Order = 'asc'): Promise<Geofence[]> {
    const rows = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(this.own(owner, now, afterKey(id, order, after)))
      .orderBy(inOrder(id, order))
      .limit(limit);
    return rows.map(geofenceOf);
  }

  /** Returns the condition of geofences that have not ended or expired. */
  existing(now: Date): SQL | undefined {
    return and(isNull(geofences.endedAt), or(isNull(expiresAt), gt(expiresAt, now)));
  }

  /** Returns the existing geofences with these ids, of all accounts, unordered. */
  async findMany(ids: readonly string[], now: Date): Promise<Geofence[]> {
    const rows = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(and(inArray(id, [...ids]), this.existing(now)));
    return rows.map(geofenceOf);
  }

  /** Counts the geofences of an account that have not ended or expired. */
  count(owner: string, now: Date): Promise<number> {
    return this.database.orm.$count(geofences, this.own(owner, now));
  }

  async insert(fence: Geofence): Promise<void> {
    await this.database.orm.insert(geofences).values({
      ...rowOf(fence),
      id: fence.id,
      accountId: fence.accountId,
      createdAt: fence.createdAt,
      change: await this.nextChange(),
    });
  }

  async replace(fence: Geofence): Promise<void> {
    await this.database.orm
      .update(geofences)
      .set({ ...rowOf(fence), change: await this.nextChange() })
      .where(eq(id, fence.id));
  }

  /** Deletes the counts of the objects in a geofence. */
  async forgetTraffic(fence: string): Promise<void> {
    await this.database.query('delete from geofence_traffic_days where fence_id = $1', [fence]);
  }

  /** Marks a geofence as ended; the engine deletes it after publishing its exits. @returns whether it existed */
  async end(owner: string, fence: string, now: Date): Promise<boolean> {
    const ended = await this.database.orm
      .update(geofences)
      .set({ endedAt: now, change: await this.nextChange() })
      .where(this.own(owner, now, eq(id, fence)))
      .returning({ id });
    return ended.length > 0;
  }

  private own(owner: string, now: Date, condition?: SQL): SQL | undefined {
    return and(eq(accountId, owner), this.existing(now), condition);
  }

  /**
   * Returns the next change number. Numbers rise in the order of commits, because the lock is held until the
   * transaction ends. The numbers follow the clock of the database, so that the number of a deleted row is not used
   * again.
   */
  private async nextChange(): Promise<SQL> {
    await this.database.query('select pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
    return sql`greatest((select coalesce(max(change), 0) + 1 from geofences), (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;
  }
}

type Row = Omit<Geofence, 'shape' | 'policy'> & { shape: Record<string, unknown>; policy: Record<string, unknown> };

export const geofenceOf = <Kept extends Pick<Row, 'shape' | 'policy'>>(row: Kept) => ({
  ...row,
  shape: row.shape as unknown as FenceShape,
  policy: row.policy as unknown as FencePolicy,
});

const rowOf = ({ name, shape, policy, expiresAt, version, updatedAt }: Geofence) => ({
  name,
  shape: { ...shape },
  policy: { ...policy },
  expiresAt,
  version,
  updatedAt,
});
