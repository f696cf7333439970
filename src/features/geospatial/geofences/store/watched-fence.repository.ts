import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { asc, gt, inArray, sql } from '../../../../database/drizzle.js';
import { geofenceMembers, geofences } from '../../geospatial.schema.js';
import type { Layer } from '../../layer.js';
import type { WatchedGeofence } from '../geofence.js';
import type { StoredMember } from '../transition.js';
import { geofenceOf } from './geofence.repository.js';

/** Number of the advisory lock that a transaction holds while it writes transitions. */
const TRANSITIONS_LOCK = 7_263;

/** The numbers of the layers, as in `track_points` and the other tables of the feature. */
const layerNumbers: Record<Layer, number> = { vessels: 1, aircraft: 2 };

export interface ChangedFence extends WatchedGeofence {
  change: number;
  /** Time at which the account deleted the geofence; null before. */
  endedAt: Date | null;
}

/** Key of a row of `geofence_members`. */
export interface Membership {
  fenceId: string;
  layer: Layer;
  key: number;
}

const { id, accountId, name, shape, policy, expiresAt, updatedAt, change, endedAt } = geofences;

/** Reads and writes the geofences of all accounts and their members, for the engine. */
@Service()
export class WatchedFenceRepository {
  constructor(private readonly database: Database) {}

  /** Returns the geofences changed after a change number, in the order of their changes. */
  async changedSince(last: number, limit: number): Promise<ChangedFence[]> {
    const rows = await this.database.orm
      .select({ id, accountId, name, shape, policy, expiresAt, updatedAt, change, endedAt })
      .from(geofences)
      .where(gt(change, last))
      .orderBy(asc(change))
      .limit(limit);
    return rows.map(geofenceOf);
  }

  async ids(): Promise<Set<string>> {
    const rows = await this.database.orm.select({ id }).from(geofences);
    return new Set(rows.map((row) => row.id));
  }

  /** Returns the members of geofences, by geofence. */
  async members(fenceIds: readonly string[]): Promise<Map<string, StoredMember[]>> {
    const byFence = new Map<string, StoredMember[]>();
    const rows = await this.database.orm
      .select()
      .from(geofenceMembers)
      .where(inArray(geofenceMembers.fenceId, [...fenceIds]));
    for (const { fenceId, layer, object, since, dwelled, pending } of rows) {
      const members = byFence.get(fenceId) ?? [];
      members.push({
        layer: layer === 2 ? 'aircraft' : 'vessels',
        key: object,
        since: since.getTime(),
        dwelled,
        pending: pending as StoredMember['pending'],
      });
      byFence.set(fenceId, members);
    }
    return byFence;
  }

  /**
   * Locks out other writers of transitions until the transaction ends. A writer that lost its connection during a
   * commit has finished before the lock is granted.
   */
  async lock(): Promise<void> {
    await this.database.query('select pg_advisory_xact_lock($1)', [TRANSITIONS_LOCK]);
  }

  /** Returns the ids whose geofence exists, and locks these geofences against deletion until the transaction ends. */
  async hold(fenceIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.orm
      .select({ id })
      .from(geofences)
      .where(inArray(id, [...fenceIds]))
      .orderBy(asc(id))
      .for('key share');
    return new Set(rows.map((row) => row.id));
  }

  /**
   * Stores members, or confirms pending ones.
   * @param members with `pending` as in `StoredMember`
   * @returns for each member, whether it is new, or was pending and is now confirmed
   */
  async add(members: ReadonlyArray<Membership & { since: number; pending: string | null }>): Promise<boolean[]> {
    const text = `insert into geofence_members as kept (fence_id, layer, object, since, pending)
      select f, l, o, to_timestamp(s / 1000), p from ${unnest}, $4::float8[], $5::text[]) as m (f, l, o, s, p) order by f, l, o
      on conflict (fence_id, layer, object) do update set since = excluded.since, pending = null
      where kept.pending is not null and excluded.pending is null returning fence_id, layer, object`;
    return this.affected(
      text,
      members,
      members.map(({ since }) => since),
      members.map(({ pending }) => pending),
    );
  }

  /** Deletes members. @returns for each member, whether it existed */
  async remove(members: readonly Membership[]): Promise<boolean[]> {
    return this.affected(
      `delete from geofence_members using ${unnest}) as m (f, l, o) where ${isMember} returning fence_id, layer, object`,
      members,
    );
  }

  /** Marks dwells as published. @returns for each member, whether its dwell was unpublished before */
  async markDwelled(members: readonly Membership[]): Promise<boolean[]> {
    const text = `update geofence_members set dwelled = true from ${unnest}) as m (f, l, o) where ${isMember} and not dwelled returning fence_id, layer, object`;
    return this.affected(text, members);
  }

  /** Deletes geofences with their members, but only those that have ended or expired by `now`. */
  async delete(fenceIds: readonly string[], now: Date): Promise<void> {
    await this.database.orm
      .delete(geofences)
      .where(
        sql`${inArray(id, [...fenceIds])} and (${endedAt} is not null or ${expiresAt} <= ${now.toISOString()}::timestamptz)`,
      );
  }

  private async affected(text: string, members: readonly Membership[], ...more: unknown[]): Promise<boolean[]> {
    if (members.length === 0) return [];
    const lists = [
      members.map(({ fenceId }) => fenceId),
      members.map(({ layer }) => layerNumbers[layer]),
      members.map(({ key }) => key),
    ];
    const { rows } = await this.database.query<{ fence_id: string; layer: number; object: number }>(text, [
      ...lists,
      ...more,
    ]);
    const there = new Set(rows.map(({ fence_id, layer, object }) => `${fence_id} ${layer} ${object}`));
    return members.map(({ fenceId, layer, key }) => there.has(`${fenceId} ${layerNumbers[layer]} ${key}`));
  }
}

const unnest = 'unnest($1::uuid[], $2::int2[], $3::int4[]';
const isMember = 'fence_id = m.f and layer = m.l and object = m.o';
