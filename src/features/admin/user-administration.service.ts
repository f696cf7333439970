import { Service } from 'typedi';
import type { Account, AccountFilter, Role } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Clock } from '../../clock.js';
import { Database } from '../../database/database.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';
import { Problem } from '../../http/problem.js';
import { AuthApi, generatePassword } from '../auth/auth.api.js';
import { entryOf } from './operator-entry.js';

export interface UserChanges {
  role?: Role;
  disabled?: boolean;
  rateCeiling?: number | null;
}

/**
 * What operators do to accounts. Every act, a read too, is audited with who did it, in one transaction. Sessions end before that does: should it fail,
 * someone is signed out for nothing, which is better than staying signed in.
 */
@Service()
export class UserAdministrationService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(operator: Caller, filter: AccountFilter, origin: RequestOrigin, limit: number, after?: string): Promise<Account[]> {
    const accounts = await this.accounts.list(filter, limit, after);
    const { order: _, ...asked } = filter;
    await this.audit.append(entryOf(operator, 'users.listed', null, origin, asked));
    return accounts;
  }

  /** @throws Problem `not_found` */
  async get(operator: Caller, id: string, origin: RequestOrigin): Promise<Account> {
    const account = await this.accounts.get(id);
    await this.audit.append(entryOf(operator, 'user.read', id, origin));
    return account;
  }

  /** @throws Problem `not_found`, `last_operator`, `precondition_failed` */
  async change(operator: Caller, id: string, changes: UserChanges, origin: RequestOrigin, ifMatch?: string): Promise<Account> {
    const { role, disabled, rateCeiling } = changes;
    const changed = {
      ...(role === undefined ? {} : { role }),
      ...(disabled === undefined ? {} : { disabledAt: disabled ? new Date(this.clock.now()) : null }),
      ...(rateCeiling === undefined ? {} : { rateCeiling }),
    };
    return this.database.transaction(async () => {
      const account = await this.accounts.change(id, changed, ifMatch);
      if (disabled) await this.auth.endSessions(id);
      await this.audit.append(entryOf(operator, 'user.changed', id, origin, { ...changes }));
      return account;
    });
  }

  /** @throws Problem `not_found`, `precondition_failed`, `last_operator` */
  async remove(operator: Caller, id: string, origin: RequestOrigin, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.accounts.remove(id, ifMatch);
      await this.audit.append(entryOf(operator, 'user.deleted', id, origin));
    });
  }

  /** @throws Problem `not_found` @returns how many sessions ended */
  async revokeSessions(operator: Caller, id: string, origin: RequestOrigin): Promise<number> {
    await this.accounts.get(id);
    const ended = await this.auth.endSessions(id);
    await this.audit.append(entryOf(operator, 'user.sessions_revoked', id, origin, { ended }));
    return ended;
  }

  /** Removes the second factor of someone who lost it, and ends every session. @throws Problem `not_found`, `conflict` for the operator's own */
  async resetMfa(operator: Caller, id: string, origin: RequestOrigin): Promise<void> {
    if (id === operator.accountId) throw new Problem('conflict', { detail: 'Turn off your own second factor with POST /auth/mfa/disable.' });
    await this.auth.resetMfa(id, entryOf(operator, 'user.mfa_reset', id, origin));
  }

  /** @throws Problem `not_found` @returns the made-up password */
  async resetPassword(operator: Caller, id: string, origin: RequestOrigin): Promise<string> {
    const password = generatePassword();
    await this.auth.resetPassword(await this.accounts.get(id), password, entryOf(operator, 'user.password_reset', id, origin));
    return password;
  }
}
