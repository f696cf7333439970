import { Service } from 'typedi';
import { type Account, normalizeEmail, type Role } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { type AuditEntry, AuditLog } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import { Problem } from '../../http/problem.js';
import { AuthApi, generatePassword } from '../auth/auth.api.js';

/** What `watchfloor users …` does: the accounts, from the operator's terminal, without the service running. */
@Service()
export class UsersCommand {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  async list(): Promise<Account[]> {
    const found: Account[] = [];
    for (;;) {
      const page = await this.accounts.list({}, 200, found.at(-1)?.id);
      found.push(...page);
      if (page.length < 200) return found;
    }
  }

  /** @param password undefined generates one that is due for a change @throws Problem `email_taken`, `invalid_request` */
  async add(address: string, displayName: string, role: Role, password?: string): Promise<{ account: Account; generated?: string }> {
    const email = normalizeEmail(address);
    const generated = password === undefined ? generatePassword() : undefined;
    const passwordHash = await this.auth.hashNewPassword(password ?? (generated as string), email, '/password');
    const account = await this.database.transaction(async () => {
      const created = await this.accounts.create({ email, displayName, role, passwordHash, passwordChangeDue: generated !== undefined });
      await this.audit.append(entryOf('user.added', created, { role }));
      return created;
    });
    return { account, generated };
  }

  /** @throws Problem `not_found`, `last_operator` */
  async setRole(address: string, role: Role): Promise<Account> {
    const { id } = await this.find(address);
    return this.database.transaction(async () => {
      const account = await this.accounts.change(id, { role });
      await this.audit.append(entryOf('user.changed', account, { role }));
      return account;
    });
  }

  /** Sets a password and ends every session in all processes. @returns the password when it was generated */
  async reset(address: string, password?: string): Promise<string | undefined> {
    const account = await this.find(address);
    const generated = password === undefined ? generatePassword() : undefined;
    await this.auth.resetPassword(account, password ?? (generated as string), entryOf('user.password_reset', account));
    return generated;
  }

  private async find(address: string): Promise<Account> {
    const account = await this.accounts.findByEmail(normalizeEmail(address));
    if (account === undefined) throw new Problem('not_found', { detail: `No account has the address ${address}.` });
    return account;
  }
}

function entryOf(action: string, account: Account, detail: Record<string, unknown> = {}): AuditEntry {
  return { actorId: null, action, subject: account.id, detail: { ...detail, by: 'command line' } };
}
