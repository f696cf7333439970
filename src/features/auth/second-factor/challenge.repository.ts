import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, lt, lte, sql } from '../../../database/drizzle.js';
import { mfaChallenges } from '../auth.schema.js';

export type Challenge = typeof mfaChallenges.$inferSelect;

/** Stores the challenges of sign-ins that wait for their second factor. */
@Service()
export class ChallengeRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a challenge. Above `max` challenges of an account the oldest are removed. The caller must hold the lock on
   * the account.
   */
  async insert(challenge: typeof mfaChallenges.$inferInsert, max: number): Promise<void> {
    const { orm } = this.database;
    const open = await orm
      .select({ hash: mfaChallenges.hash })
      .from(mfaChallenges)
      .where(eq(mfaChallenges.accountId, challenge.accountId))
      .orderBy(asc(mfaChallenges.expiresAt));
    const surplus = open.slice(0, Math.max(0, open.length - max + 1)).map(({ hash }) => hash);
    if (surplus.length > 0) await orm.delete(mfaChallenges).where(inArray(mfaChallenges.hash, surplus));
    await orm.insert(mfaChallenges).values(challenge);
  }

  /** Returns a challenge that has not expired; undefined without one. */
  async find(hash: string, now: Date): Promise<Challenge | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(mfaChallenges)
      .where(and(eq(mfaChallenges.hash, hash), gt(mfaChallenges.expiresAt, now)));
    return row;
  }

  /**
   * Counts a try before its code is checked, so that parallel tries cannot exceed the limit.
   * @returns false if no tries are left
   */
  async countTry(hash: string, max: number): Promise<boolean> {
    const counted = await this.database.orm
      .update(mfaChallenges)
      .set({ tries: sql`${mfaChallenges.tries} + 1` })
      .where(and(eq(mfaChallenges.hash, hash), lt(mfaChallenges.tries, max)))
      .returning({ hash: mfaChallenges.hash });
    return counted.length > 0;
  }

  /** Deletes a challenge because it is used. @returns false if it was used meanwhile */
  async take(hash: string): Promise<boolean> {
    const taken = await this.database.orm
      .delete(mfaChallenges)
      .where(eq(mfaChallenges.hash, hash))
      .returning({ hash: mfaChallenges.hash });
    return taken.length > 0;
  }

  async removeExpired(now: Date): Promise<void> {
    await this.database.orm.delete(mfaChallenges).where(lte(mfaChallenges.expiresAt, now));
  }
}
