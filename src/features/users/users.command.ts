import { randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { AuditLog } from '../../audit/audit-log.js';
import { Clock } from '../../clock.js';
import { Problem } from '../../http/problem.js';
import { PasswordService } from '../auth/password.service.js';
import { type Account, normalizeEmail, type Role } from './account.js';
import { AccountsService } from './accounts.service.js';

/** What `watchfloor users …` does: the accounts, from the operator's terminal, without the service running. */
@Service()
export class UsersCommand {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
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
    const account = await this.accounts.create({ email, displayName, role, passwordHash, passwordChangeDue: madeUp !== undefined });
    await this.note('user.added', account, { role });
    return { account, madeUp };
  }

  /** @throws Problem `not_found`, `last_operator` */
  async setRole(address: string, role: Role): Promise<Account> {
    const account = await this.accounts.change((await this.find(address)).id, { role });
    await this.note('user.changed', account, { role });
    return account;
  }

  /** Sets a password and ends every session, in whatever process it lives. @returns the password when it was made up */
  async reset(address: string, password?: string): Promise<string | undefined> {
    const account = await this.find(address);
    const madeUp = password === undefined ? makeUpPassword() : undefined;
    await this.passwords.reset(account, password ?? (madeUp as string));
    // A running service keeps its sessions to itself: it finds this date within a second.
    await this.accounts.change(account.id, { sessionsValidFrom: new Date(this.clock.now()) });
    await this.note('user.password_reset', account);
    return madeUp;
  }

  private async find(address: string): Promise<Account> {
    const account = await this.accounts.findByEmail(normalizeEmail(address));
    if (account === undefined) throw new Problem('not_found', { detail: `No account has the address ${address}.` });
    return account;
  }

  private note(action: string, account: Account, detail: Record<string, unknown> = {}): Promise<void> {
    return this.audit.append({ actorId: null, action, subject: account.id, detail: { ...detail, by: 'command line' } });
  }
}

/** 96 random bits in groups that can be read out. */
export function makeUpPassword(): string {
  return (randomBytes(12).toString('hex').match(/.{6}/g) as string[]).join('-');
}
