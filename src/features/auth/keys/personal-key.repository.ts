import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { personalKeys } from '../auth.schema.js';
import type { PersonalKey } from './personal-key.js';

/** Condition for keys that have not expired; expired keys may not be deleted yet. */
const lasting = (now: Date): SQL | undefined => or(isNull(personalKeys.expiresAt), gt(personalKeys.expiresAt, now));
const own = (accountId: string, id: string, now: Date) =>
  and(eq(personalKeys.id, id), eq(personalKeys.accountId, accountId), lasting(now));

/** Stores personal keys, as hashes. */
@Service()
export class PersonalKeyRepository {
  constructor(private readonly database: Database) {}

  async findById(id: string, now: Date): Promise<PersonalKey | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(personalKeys)
      .where(and(eq(personalKeys.id, id), lasting(now)));
    return row;
  }

  async findByHash(hash: string, now: Date): Promise<PersonalKey | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(personalKeys)
      .where(and(eq(personalKeys.hash, hash), lasting(now)));
    return row;
  }

  async find(accountId: string, id: string, now: Date): Promise<PersonalKey | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(personalKeys)
      .where(own(accountId, id, now));
    return row;
  }

  /**
   * Reads a key and locks it against changes until the transaction ends; undefined if it does not exist or has expired.
   */
  async hold(accountId: string, id: string, now: Date): Promise<PersonalKey | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(personalKeys)
      .where(own(accountId, id, now))
      .for('update');
    return row;
  }

  /** Lists keys that have not expired, by default oldest first, after the key `after`. */
  list(accountId: string, now: Date, limit: number, after?: string, order: Order = 'asc'): Promise<PersonalKey[]> {
    return this.database.orm
      .select()
      .from(personalKeys)
      .where(and(eq(personalKeys.accountId, accountId), lasting(now), afterKey(personalKeys.id, order, after)))
      .orderBy(inOrder(personalKeys.id, order))
      .limit(limit);
  }

  /** Returns the number of keys of an account that have not expired. */
  count(accountId: string, now: Date): Promise<number> {
    return this.database.orm.$count(personalKeys, and(eq(personalKeys.accountId, accountId), lasting(now)));
  }

  async insert(key: PersonalKey): Promise<void> {
    await this.database.orm.insert(personalKeys).values(key);
  }

  async replace({ id, name, scopes, addressRanges, expiresAt, version, updatedAt }: PersonalKey): Promise<void> {
    await this.database.orm
      .update(personalKeys)
      .set({ name, scopes, addressRanges, expiresAt, version, updatedAt })
      .where(eq(personalKeys.id, id));
  }

  /** Stores the last use of a key; the version does not change. */
  async touch(id: string, lastUsedAt: Date): Promise<void> {
    await this.database.orm.update(personalKeys).set({ lastUsedAt }).where(eq(personalKeys.id, id));
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(personalKeys).where(eq(personalKeys.id, id));
  }

  /** Deletes at most `limit` expired keys. @returns the number deleted */
  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = this.database.orm
      .select({ id: personalKeys.id })
      .from(personalKeys)
      .where(lte(personalKeys.expiresAt, now))
      .orderBy(asc(personalKeys.expiresAt))
      .limit(limit);
    return (
      await this.database.orm
        .delete(personalKeys)
        .where(inArray(personalKeys.id, expired))
        .returning({ id: personalKeys.id })
    ).length;
  }
}
