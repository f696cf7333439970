import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { Clock } from '../../../time/clock.js';
import { personalKeys } from '../auth.schema.js';
import type { PersonalKey } from './personal-key.js';

/** Stores personal keys, as hashes. */
@Service()
export class PersonalKeyRepository extends OwnedTable<PersonalKey> {
  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super(database, personalKeys);
  }

  async findById(id: string): Promise<PersonalKey | undefined> {
    const [key] = await this.items(and(eq(personalKeys.id, id), this.existing()));
    return key;
  }

  async findByHash(hash: string): Promise<PersonalKey | undefined> {
    const [key] = await this.items(and(eq(personalKeys.hash, hash), this.existing()));
    return key;
  }

  /** Stores the last use of a key; the version does not change. */
  async touch(id: string, lastUsedAt: Date): Promise<void> {
    await this.database.orm.update(personalKeys).set({ lastUsedAt }).where(eq(personalKeys.id, id));
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

  override existing(): SQL | undefined {
    return or(isNull(personalKeys.expiresAt), gt(personalKeys.expiresAt, new Date(this.clock.now())));
  }
}
