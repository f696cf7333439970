import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { RecentValues } from '../cache/recent-values.js';
import { Database } from '../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../http/entity-tag.js';
import type { Account, AccountChanges, AccountFilter, AccountNotes, NewAccount } from './account.js';
import { AccountRepository } from './account.repository.js';
import { AccountDataSources } from './account-data.js';

/** Lifetime of cached accounts (ms), during which changes by other processes may be missed. */
const CACHE_MS = 900;

const REMOVED_AT_ONCE = 1_000;

/** Reads and changes accounts, for all parts of the service. */
@Service()
export class AccountsService {
  private readonly cache = new RecentValues<Account>((id) => this.repository.findById(id), {
    max: 20_000,
    ageMs: CACHE_MS,
  });

  constructor(
    private readonly repository: AccountRepository,
    private readonly data: AccountDataSources,
    private readonly database: Database,
  ) {}

  /** Returns an account as it was at most about a second ago. Cached, because every request reads its account. */
  recent(id: string): Account | undefined | Promise<Account | undefined> {
    return this.cache.get(id);
  }

  /** Returns the current account and caches it; undefined when it does not exist. */
  present(id: string): Promise<Account | undefined> {
    return this.cache.renew(id);
  }

  /** Returns an account. @throws Problem `not_found` */
  async get(id: string): Promise<Account> {
    const account = await this.repository.findById(id);
    if (account === undefined) throw new Problem('not_found', { detail: 'There is no account with this id.' });
    return account;
  }

  /** Returns the current account, locked until the caller's transaction ends; undefined when it does not exist. */
  hold(id: string): Promise<Account | undefined> {
    return this.repository.hold(id);
  }

  findByEmail(email: string): Promise<Account | undefined> {
    return this.repository.findByEmail(email);
  }

  /** Lists accounts in the order of creation, after the account `after`. Default: oldest first. */
  list(filter: AccountFilter, limit: number, after?: string): Promise<Account[]> {
    return this.repository.list(filter, limit, after);
  }

  /** Creates an account. @throws Problem `email_taken` */
  create(account: NewAccount): Promise<Account> {
    return this.repository.create(account);
  }

  /**
   * Changes an account.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `email_taken`, `last_operator`
   */
  async change(id: string, changes: AccountChanges, ifMatch?: string): Promise<Account> {
    const versions = expectedVersions(ifMatch, id);
    const changed = await this.database.transaction(async () => {
      if (changes.role === 'user' || changes.disabledAt) await this.keepAnOperator(id);
      this.forgetAfterwards(id);
      return this.repository.update(id, changes, versions);
    });
    if (changed !== undefined) return changed;
    await this.get(id);
    throw staleVersion();
  }

  /** Updates fields that do not count as a change of the resource: the version stays. */
  async touch(id: string, changes: AccountNotes): Promise<void> {
    this.forgetAfterwards(id);
    await this.repository.touch(id, changes);
  }

  /**
   * Deletes an account with all data that the service keeps for it.
   * @throws Problem `not_found`, `precondition_failed`, `last_operator`
   */
  async remove(id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = await this.hold(id);
      if (current === undefined) throw new Problem('not_found', { detail: 'There is no account with this id.' });
      assertVersion(ifMatch, current);
      await this.keepAnOperator(id);
      this.forgetAfterwards(id);
      // Deleting the account's row deletes the rows that refer to it in one statement; large data is therefore deleted
      // before, in parts.
      for (const data of this.data.all.toReversed()) while ((await data.removeSome(id, REMOVED_AT_ONCE)) > 0);
      await this.repository.remove(id);
      for (const data of this.data.all) await data.removeRest(id);
    });
  }

  /** Removes an account from the cache after the commit, however long the surrounding transaction takes. */
  forgetAfterwards(id: string): void {
    this.database.afterCommit(() => this.cache.forget(id));
  }

  private async keepAnOperator(id: string): Promise<void> {
    const others = await this.repository.countOtherOperators(id);
    if (others > 0) return;
    const account = await this.repository.findById(id);
    if (account?.role === 'operator' && account.disabledAt === null)
      throw new Problem('last_operator', { detail: 'Make another account an operator first.' });
  }
}
