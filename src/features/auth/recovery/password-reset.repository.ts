import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gt, lte, ne, sql } from '../../../database/drizzle.js';
import { passwordResets } from '../auth.schema.js';

/** Before the hash of a link that a newer one ended: no token has it. */
const ENDED = 'ended:';

/** Links that set a new password. */
@Service()
export class PasswordResetRepository {
  constructor(private readonly database: Database) {}

  async insert(reset: typeof passwordResets.$inferInsert): Promise<void> {
    await this.database.orm.insert(passwordResets).values(reset);
  }

  /** Returns the number of resets of an account that have not expired, with those that a newer one ended. */
  count(accountId: string, now: Date): Promise<number> {
    return this.database.orm.$count(
      passwordResets,
      and(eq(passwordResets.accountId, accountId), gt(passwordResets.expiresAt, now)),
    );
  }

  /** The account of a valid link. */
  async accountOf(hash: string, now: Date): Promise<string | undefined> {
    const [row] = await this.database.orm
      .select({ accountId: passwordResets.accountId })
      .from(passwordResets)
      .where(and(eq(passwordResets.hash, hash), gt(passwordResets.expiresAt, now)));
    return row?.accountId;
  }

  /** Uses a link up. @returns false when it was used or has expired meanwhile */
  async take(hash: string, now: Date): Promise<boolean> {
    const taken = await this.database.orm
      .delete(passwordResets)
      .where(and(eq(passwordResets.hash, hash), gt(passwordResets.expiresAt, now)))
      .returning({ hash: passwordResets.hash });
    return taken.length > 0;
  }

  /**
   * Ends the links of an account that are older than the given one and expire no later: an invitation outlives a link
   * that its account did not need. They still count until they expire, since each was a mail.
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
