import { randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { type Account, normalizeEmail, type Role } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { type AuditEntry, AuditLog } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import { Problem } from '../../http/problem.js';
import { PasswordService } from '../auth/password.service.js';

/** What `watchfloor users …` does: the accounts, from the operator's terminal, without the service running. */
@Service()
export class UsersCommand {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordService,
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

  /** @param password undefined makes one up, to be changed @throws Problem `email_taken`, `invalid_request` */
  async add(address: string, displayName: string, role: Role, password?: string): Promise<{ account: Account; madeUp?: string }> {
    const email = normalizeEmail(address);
    const madeUp = password === undefined ? makeUpPassword() : undefined;
    const passwordHash = await this.passwords.hashNew(password ?? (madeUp as string), email, '/password');
    const account = await this.database.transaction(async () => {
      const created = await this.accounts.create({ email, displayName, role, passwordHash, passwordChangeDue: madeUp !== undefined });
      await this.audit.append(entryOf('user.added', created, { role }));
      return created;
    });
    return { account, madeUp };
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

  /** Sets a password and ends every session, in whatever process it lives. @returns the password when it was made up */
  async reset(address: string, password?: string): Promise<string | undefined> {
    const account = await this.find(address);
    const madeUp = password === undefined ? makeUpPassword() : undefined;
    await this.passwords.reset(account, password ?? (madeUp as string), entryOf('user.password_reset', account));
    return madeUp;
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

/** 96 random bits in groups that can be read out. */
export function makeUpPassword(): string {
  return (randomBytes(12).toString('hex').match(/.{6}/g) as string[]).join('-');
}
