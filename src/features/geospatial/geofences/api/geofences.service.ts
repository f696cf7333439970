import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../../../accounts/account-quota.service.js';
import { Problem } from '../../../../api/problem.js';
import { Database } from '../../../../database/database.js';
import type { Caller } from '../../../../http/caller.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../../http/entity-tag.js';
import type { OldestFirstQuery, Page } from '../../../../http/page.js';
import type { GrantedItem } from '../../../../resources/granted-items.service.js';
import { ShareableKinds } from '../../../../resources/owned-records.js';
import type { ShareableKind } from '../../../../resources/shareable-kind.js';
import { Clock } from '../../../../time/clock.js';
import type { Order } from '../../../../time/sort-order.js';
import { uuidV7 } from '../../../../time/uuid-v7.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { Geofence } from '../geofence.js';
import { GeofenceChangeSignal } from '../geofence-change-signal.js';
import { GeofenceRepository } from '../store/geofence.repository.js';
import { type GeofenceInput, readGeofence } from './geofence-request.js';

const kind: ShareableKind = { name: 'geofence', path: '/geospatial/geofences', access: ['read', 'write'] };

/** Manages the geofences of an account. The engine reads every change from the database. */
@Service()
export class GeofencesService {
  constructor(
    private readonly repository: GeofenceRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    config: GeospatialConfig,
    private readonly changes: GeofenceChangeSignal,
    private readonly clock: Clock,
    private readonly shareable: ShareableKinds,
  ) {
    quota.declare('geofences', {
      configured: () => config.geofences,
      count: (accountId) => repository.count(accountId, this.now()),
    });
    shareable.declare({
      ...kind,
      hold: async (accountId, id) => found(await repository.hold(accountId, id, this.now())),
    });
  }

  /** Returns a geofence. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Geofence> {
    return found(await this.repository.find(accountId, id, this.now()));
  }

  /** Lists geofences, oldest first unless `order` is given, after the geofence `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Geofence[]> {
    return this.repository.list(accountId, this.now(), limit, after, order);
  }

  /** Returns a page of the geofences that other accounts have granted to an account. */
  shared(caller: Caller, query: OldestFirstQuery): Promise<Page<GrantedItem<Geofence>>> {
    return this.shareable.page(kind, this.repository, caller, query);
  }

  /** Creates a geofence. @throws Problem `invalid_request` for an invalid shape or policy, `quota_reached` */
  async create(accountId: string, input: GeofenceInput): Promise<Geofence> {
    const now = this.now();
    const fence: Geofence = {
      id: uuidV7(),
      accountId,
      ...readGeofence(input, now.getTime()),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.changing(async () => {
      await this.quota.check(
        accountId,
        'geofences',
        (limit) => `An account has at most ${limit} geofences here; delete one first.`,
      );
      await this.repository.insert(fence);
      await this.shareable.begun(kind, accountId, fence.id);
    });
    return fence;
  }

  /**
   * Replaces a geofence; omitted fields get their defaults.
   * @param ifMatch the `If-Match` of the request; undefined replaces any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`
   */
  async replace(accountId: string, id: string, input: GeofenceInput, ifMatch?: string): Promise<Geofence> {
    const versions = expectedVersions(ifMatch, id);
    const now = this.now();
    const wanted = readGeofence(input, now.getTime());
    return this.changing(async () => {
      const current = found(await this.repository.hold(accountId, id, now));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const next = { ...current, ...wanted, version: current.version + 1, updatedAt: now };
      await this.repository.replace(next);
      if (!isCountedAlike(current, next)) await this.repository.forgetTraffic(id);
      return next;
    });
  }

  /**
   * Ends a geofence; the engine publishes an exit for every member.
   * @throws Problem `not_found`, `precondition_failed`
   */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.changing(async () => {
      // Every change locks the geofence before the change number, so that two changes never deadlock.
      assertVersion(ifMatch, found(await this.repository.hold(accountId, id, this.now())));
      await this.repository.end(accountId, id, this.now());
      await this.shareable.ended(accountId, id);
    });
  }

  private changing<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      const result = await work();
      this.database.afterCommit(() => this.changes.notify());
      return result;
    });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** True if two versions of a geofence contain the same objects, so that their counts can be compared. */
const isCountedAlike = (one: Geofence, other: Geofence): boolean => isDeepStrictEqual(countedBy(one), countedBy(other));

const countedBy = ({ shape, policy: { layers, entities, altitudeFeet, accuracyGateMeters } }: Geofence) => ({
  shape,
  layers,
  entities,
  altitudeFeet,
  accuracyGateMeters,
});

function found(fence: Geofence | undefined): Geofence {
  if (fence === undefined) throw new Problem('not_found', { detail: 'You have no geofence with this id.' });
  return fence;
}
