import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, lt } from '../../../database/drizzle.js';
import { recoveryCodes, secondFactors } from '../auth.schema.js';

/** Stores secrets of authenticator apps, and recovery codes. */
@Service()
export class SecondFactorRepository {
  constructor(private readonly database: Database) {}

  /** Returns the encrypted secret of an account, even before it is confirmed; undefined without one. */
  async secretOf(accountId: string): Promise<string | undefined> {
    const [row] = await this.database.orm
      .select({ secret: secondFactors.secret })
      .from(secondFactors)
      .where(eq(secondFactors.accountId, accountId));
    return row?.secret;
  }

  /** Stores a secret and replaces an earlier one. */
  async put(accountId: string, secret: string): Promise<void> {
    await this.database.orm
      .insert(secondFactors)
      .values({ accountId, secret })
      .onConflictDoUpdate({ target: secondFactors.accountId, set: { secret, lastCounter: 0 } });
  }

  /**
   * Stores the period of an accepted code.
   * @returns false if a code of this or a later period was accepted before
   */
  async advance(accountId: string, counter: number): Promise<boolean> {
    const advanced = await this.database.orm
      .update(secondFactors)
      .set({ lastCounter: counter })
      .where(and(eq(secondFactors.accountId, accountId), lt(secondFactors.lastCounter, counter)))
      .returning({ accountId: secondFactors.accountId });
    return advanced.length > 0;
  }

  /** Removes the secret and the recovery codes. */
  async remove(accountId: string): Promise<void> {
    await this.database.orm.delete(secondFactors).where(eq(secondFactors.accountId, accountId));
    await this.database.orm.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  }

  async replaceCodes(accountId: string, hashes: readonly string[]): Promise<void> {
    await this.database.orm.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    await this.database.orm.insert(recoveryCodes).values(hashes.map((hash) => ({ accountId, hash })));
  }

  /** Deletes a recovery code because it is used. @returns false if the account has no such unused code */
  async takeCode(accountId: string, hash: string): Promise<boolean> {
    const taken = await this.database.orm
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, hash)))
      .returning({ hash: recoveryCodes.hash });
    return taken.length > 0;
  }

  countCodes(accountId: string): Promise<number> {
    return this.database.orm.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId));
  }
}
