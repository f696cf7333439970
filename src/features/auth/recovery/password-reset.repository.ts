import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gt, lte, ne, sql } from '../../../database/drizzle.js';
import { passwordResets } from '../auth.schema.js';

/** Prefix of the stored hash of a link that a newer link has replaced; no token's hash begins with it. */
const ENDED = 'ended:';

/** Stores the links that set a new password, by the hash of their token. */
@Service()
export class PasswordResetRepository {
  constructor(private readonly database: Database) {}

  async insert(reset: typeof passwordResets.$inferInsert): Promise<void> {
    await this.database.orm.insert(passwordResets).values(reset);
  }

  /** Returns the number of links of an account that have not expired, including replaced ones. */
  count(accountId: string, now: Date): Promise<number> {
    return this.database.orm.$count(
      passwordResets,
      and(eq(passwordResets.accountId, accountId), gt(passwordResets.expiresAt, now)),
    );
  }

  /** Returns the account of a valid link; undefined for any other hash. */
  async accountOf(hash: string, now: Date): Promise<string | undefined> {
    const [row] = await this.database.orm
      .select({ accountId: passwordResets.accountId })
      .from(passwordResets)
      .where(and(eq(passwordResets.hash, hash), gt(passwordResets.expiresAt, now)));
    return row?.accountId;
  }

  /** Deletes a link because it is used. @returns false if it was used or has expired meanwhile */
  async take(hash: string, now: Date): Promise<boolean> {
    const taken = await this.database.orm
      .delete(passwordResets)
      .where(and(eq(passwordResets.hash, hash), gt(passwordResets.expiresAt, now)))
      .returning({ hash: passwordResets.hash });
    return taken.length > 0;
  }

  /**
   * Ends the older links of an account that do not expire later than the given one, so that an invitation stays valid
   * beside a later reset link. Ended links count towards the limit until they expire, because each was mailed.
   */
  async endOlder({ accountId, hash, expiresAt }: typeof passwordResets.$inferInsert): Promise<void> {
    const older = and(
      eq(passwordResets.accountId, accountId),
      ne(passwordResets.hash, hash),
      lte(passwordResets.expiresAt, expiresAt),
    );
    await this.database.orm
      .update(passwordResets)
      .set({ hash: sql`${ENDED} || ${passwordResets.hash}` })
      .where(and(older, sql`${passwordResets.hash} not like ${`${ENDED}%`}`));
  }

  async remove(hash: string): Promise<void> {
    await this.database.orm.delete(passwordResets).where(eq(passwordResets.hash, hash));
  }

  async removeOf(accountId: string): Promise<void> {
    await this.database.orm.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
  }

  async removeExpired(now: Date): Promise<void> {
    await this.database.orm.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  }
}
