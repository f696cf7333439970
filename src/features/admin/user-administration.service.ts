import { Service } from 'typedi';
import { type Account, type AccountFilter, normalizeEmail, type Role } from '../../accounts/account.js';
import { AccountQuota } from '../../accounts/account-quota.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';
import { Clock } from '../../time/clock.js';
import { AuthApi, generatePassword } from '../auth/auth.api.js';
import { entryOf } from './operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from './read-reasons.js';

export interface NewUser {
  email: string;
  displayName: string;
  role: Role;
  /** True sends an invitation; false generates a password. Default: an invitation if the service can send e-mail. */
  invite?: boolean;
}

export interface UserChanges {
  role?: Role;
  disabled?: boolean;
  rateCeiling?: number | null;
  /** Limits that replace those set before. */
  limits?: ReadonlyArray<{ name: string; value: number }>;
}

/**
 * Operations of operators on accounts. Each of them, including reads, is recorded in the audit log; changes are
 * recorded in their transaction. Sessions end before the commit: if the commit fails, the account is signed out
 * unnecessarily, which is better than a session that remains.
 */
@Service()
export class UserAdministrationService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly reasons: ReadReasons,
    private readonly quota: AccountQuota,
  ) {}

  /** Lists accounts. @throws Problem `invalid_request` if a required reason is missing */
  async list(
    operator: Caller,
    filter: AccountFilter,
    origin: ReadOrigin,
    limit: number,
    after?: string,
  ): Promise<Account[]> {
    this.reasons.check(origin);
    const accounts = await this.accounts.list(filter, limit, after);
    const { order: _, ...asked } = filter;
    await this.audit.append(entryOf(operator, 'users.listed', null, origin, { ...asked, ...reasonOf(origin) }));
    return accounts;
  }

  /** Returns an account. @throws Problem `not_found`, or `invalid_request` if a required reason is missing */
  async get(operator: Caller, id: string, origin: ReadOrigin): Promise<Account> {
    this.reasons.check(origin);
    const account = await this.accounts.get(id);
    await this.audit.append(entryOf(operator, 'user.read', id, origin, reasonOf(origin)));
    return account;
  }

  /**
   * Creates an account. Its owner sets the password by an invitation, or must change a generated password at the first
   * sign-in.
   * @returns the account, and the generated password; null with an invitation
   * @throws Problem `email_taken`, or `conflict` for an invitation if the service sends no e-mail
   */
  async create(
    operator: Caller,
    { email: address, displayName, role, invite = this.auth.canInvite }: NewUser,
    origin: RequestOrigin,
  ) {
    if (invite && !this.auth.canInvite)
      throw new Problem('conflict', {
        detail: 'This service sends no e-mail. Set `invite` to false to get a temporary password.',
      });
    const email = normalizeEmail(address);
    const password = generatePassword();
    const passwordHash = await this.auth.hashNewPassword(password, email, '/email');
    const account = await this.database.transaction(async () => {
      const created = await this.accounts.create({
        email,
        displayName,
        role,
        passwordHash,
        passwordChangeDue: !invite,
      });
      if (invite) await this.auth.invite(created.id);
      await this.audit.append(entryOf(operator, 'user.added', created.id, origin, { role, invited: invite }));
      return created;
    });
    return { account, temporaryPassword: invite ? null : password };
  }

  /**
   * Changes role, state or limits of an account.
   * @throws Problem `not_found`, `last_operator`, `precondition_failed`, and `invalid_request` for limits that are
   * unknown, repeat or are too large
   */
  async change(
    operator: Caller,
    id: string,
    changes: UserChanges,
    origin: RequestOrigin,
    ifMatch?: string,
  ): Promise<Account> {
    const { role, disabled, rateCeiling, limits } = changes;
    const changed = {
      ...(role === undefined ? {} : { role }),
      ...(disabled === undefined ? {} : { disabledAt: disabled ? new Date(this.clock.now()) : null }),
      ...(rateCeiling === undefined ? {} : { rateCeiling }),
      ...(limits === undefined ? {} : { limits: this.limitsOf(limits) }),
    };
    return this.database.transaction(async () => {
      const account = await this.accounts.change(id, changed, ifMatch);
      if (disabled) await this.auth.endSessions(id);
      await this.audit.append(entryOf(operator, 'user.changed', id, origin, { ...changes }));
      return account;
    });
  }

  /** Deletes an account. @throws Problem `not_found`, `precondition_failed`, `last_operator` */
  async remove(operator: Caller, id: string, origin: RequestOrigin, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.accounts.remove(id, ifMatch);
      await this.audit.append(entryOf(operator, 'user.deleted', id, origin));
    });
  }

  /** Ends all sessions of an account. @throws Problem `not_found` @returns the number of sessions ended */
  async revokeSessions(operator: Caller, id: string, origin: RequestOrigin): Promise<number> {
    return this.database.transaction(async () => {
      await this.accounts.get(id);
      const ended = await this.auth.endSessions(id);
      await this.audit.append(entryOf(operator, 'user.sessions_revoked', id, origin, { ended }));
      return ended;
    });
  }

  /**
   * Removes the second factor of an owner who lost it, and ends every session of the account.
   * @throws Problem `not_found`, or `conflict` for the operator's own account
   */
  async resetMfa(operator: Caller, id: string, origin: RequestOrigin): Promise<void> {
    if (id === operator.accountId)
      throw new Problem('conflict', { detail: 'Turn off your own second factor with POST /auth/mfa/disable.' });
    await this.auth.resetMfa(id, entryOf(operator, 'user.mfa_reset', id, origin));
  }

  /**
   * Sets a generated password that must be changed at the next sign-in.
   * @throws Problem `not_found`
   * @returns the password
   */
  async resetPassword(operator: Caller, id: string, origin: RequestOrigin): Promise<string> {
    const password = generatePassword();
    await this.auth.resetPassword(
      await this.accounts.get(id),
      password,
      entryOf(operator, 'user.password_reset', id, origin),
    );
    return password;
  }

  /** Returns limits by name. @throws Problem `invalid_request` for one that is unknown, repeats or is too large */
  private limitsOf(limits: NonNullable<UserChanges['limits']>): Record<string, number> {
    const { names } = this.quota;
    const errors = limits.flatMap(({ name, value }, index) => {
      const at = `/limits/${index}`;
      if (!names.includes(name)) return [{ pointer: `${at}/name`, detail: `must be one of ${names.join(', ')}` }];
      if (limits.findIndex((limit) => limit.name === name) < index)
        return [{ pointer: `${at}/name`, detail: 'is named twice' }];
      const max = this.quota.maxOf(name);
      return value > max ? [{ pointer: `${at}/value`, detail: `must be at most ${max}` }] : [];
    });
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
    return Object.fromEntries(limits.map(({ name, value }) => [name, value]));
  }
}
