import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { and, asc, eq, gt, isNull, or, type SQL, sql } from '../../../../database/drizzle.js';
import { geofences } from '../../geospatial.schema.js';
import type { FencePolicy, FenceShape, Geofence } from '../geofence.js';

/** Held while a change gets its number. */
const CHANGE_LOCK = 7_262;

const { id, accountId, name, shape, policy, expiresAt, version, createdAt, updatedAt } = geofences;
const columns = { id, accountId, name, shape, policy, expiresAt, version, createdAt, updatedAt };

/** The fences of accounts in the database. One that has ended or expired is none any more, though the engine may still have to tell its exits. */
@Service()
export class GeofenceRepository {
  constructor(private readonly database: Database) {}

  async find(owner: string, fence: string, now: Date): Promise<Geofence | undefined> {
    const [row] = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(own(owner, now, eq(id, fence)));
    return row && geofenceOf(row);
  }

  /** As it is now, held against every other change until the transaction ends. */
  async hold(owner: string, fence: string, now: Date): Promise<Geofence | undefined> {
    const [row] = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(own(owner, now, eq(id, fence)))
      .for('update');
    return row && geofenceOf(row);
  }

  /** Oldest first, after the fence `after`. */
  async list(owner: string, now: Date, limit: number, after?: string): Promise<Geofence[]> {
    const rows = await this.database.orm
      .select(columns)
      .from(geofences)
      .where(own(owner, now, after === undefined ? undefined : gt(id, after)))
      .orderBy(asc(id))
      .limit(limit);
    return rows.map(geofenceOf);
  }

  /** How many an account has. */
  count(owner: string, now: Date): Promise<number> {
    return this.database.orm.$count(geofences, own(owner, now));
  }

  async insert(fence: Geofence): Promise<void> {
    await this.database.orm
      .insert(geofences)
      .values({ ...rowOf(fence), id: fence.id, accountId: fence.accountId, createdAt: fence.createdAt, change: await this.nextChange() });
  }

  async replace(fence: Geofence): Promise<void> {
    await this.database.orm
      .update(geofences)
      .set({ ...rowOf(fence), change: await this.nextChange() })
      .where(eq(id, fence.id));
  }

  /** It is the account's no longer; it goes when its exits are told. @returns whether there was one */
  async end(owner: string, fence: string, now: Date): Promise<boolean> {
    const ended = await this.database.orm
      .update(geofences)
      .set({ endedAt: now, change: await this.nextChange() })
      .where(own(owner, now, eq(id, fence)))
      .returning({ id });
    return ended.length > 0;
  }

  /**
   * Rises from commit to commit: whoever takes a number has the lock until its transaction ends. By the database's own clock, so that a
   * number is not given again when the row that had it is gone.
   */
  private async nextChange(): Promise<SQL> {
    await this.database.query('select pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
    return sql`greatest((select coalesce(max(change), 0) + 1 from geofences), (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;
  }
}

const own = (owner: string, now: Date, condition?: SQL) =>
  and(eq(accountId, owner), isNull(geofences.endedAt), or(isNull(expiresAt), gt(expiresAt, now)), condition);

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
