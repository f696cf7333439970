import { Service } from 'typedi';
import { RecentValues } from '../../cache/recent-values.js';
import { Database } from '../../database/database.js';
import { expectedVersions, staleVersion } from '../../http/entity-tag.js';
import { Problem } from '../../http/problem.js';
import type { Account } from './account.js';
import { type AccountChanges, type AccountFilter, AccountRepository, type NewAccount } from './account.repository.js';

/** How long another process's change of an account may go unnoticed here (ms). */
const CACHE_MS = 900;

/** The accounts, for every part of the service that needs one. */
@Service()
export class AccountsService {
  private readonly cache = new RecentValues<Account>((id) => this.repository.findById(id), { max: 20_000, ageMs: CACHE_MS });

  constructor(
    private readonly repository: AccountRepository,
    private readonly database: Database,
  ) {}

  /** The account as it was at most a second ago: asked on every request, so not from the database each time. */
  recent(id: string): Account | undefined | Promise<Account | undefined> {
    return this.cache.get(id);
  }

  /** @throws Problem `not_found` */
  async get(id: string): Promise<Account> {
    const account = await this.repository.findById(id);
    if (account === undefined) throw new Problem('not_found', { detail: 'There is no account with this id.' });
    return account;
  }

  findByEmail(email: string): Promise<Account | undefined> {
    return this.repository.findByEmail(email);
  }

  /** Oldest first, after the account `after`. */
  list(filter: AccountFilter, limit: number, after?: string): Promise<Account[]> {
    return this.repository.list(filter, limit, after);
  }

  /** @throws Problem `email_taken` */
  create(account: NewAccount): Promise<Account> {
    return this.repository.create(account);
  }

  /**
   * @param ifMatch the caller's `If-Match`; undefined changes whatever version there is
   * @throws Problem `not_found`, `precondition_failed`, `email_taken`, `last_operator`
   */
  async change(id: string, changes: AccountChanges, ifMatch?: string): Promise<Account> {
    const versions = expectedVersions(ifMatch, id);
    const changed = await this.database.transaction(async () => {
      if (changes.role === 'user' || changes.disabledAt) await this.keepAnOperator(id);
      return this.repository.update(id, changes, versions);
    });
    this.cache.forget(id);
    if (changed !== undefined) return changed;
    await this.get(id);
    throw staleVersion();
  }

  async touch(id: string, changes: Pick<AccountChanges, 'lastSignInAt' | 'passwordHash'>): Promise<void> {
    await this.repository.touch(id, changes);
  }

  /** @throws Problem `not_found`, `last_operator` */
  async remove(id: string): Promise<void> {
    const removed = await this.database.transaction(async () => {
      await this.keepAnOperator(id);
      return this.repository.remove(id);
    });
    this.cache.forget(id);
    if (!removed) throw new Problem('not_found', { detail: 'There is no account with this id.' });
  }

  private async keepAnOperator(id: string): Promise<void> {
    const others = await this.repository.countOtherOperators(id);
    if (others > 0) return;
    const account = await this.repository.findById(id);
    if (account?.role === 'operator' && account.disabledAt === null) throw new Problem('last_operator', { detail: 'Make another account an operator first.' });
  }
}
