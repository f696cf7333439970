import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { type AuditEntry, AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { passwordProblem } from '../passwords/password-policy.js';
import { SessionOpeningService, type SignedIn } from '../sessions/session-opening.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordCheck } from './password-check.service.js';

@Service()
export class PasswordService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly check: PasswordCheck,
    private readonly opening: SessionOpeningService,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /**
   * Changes the caller's own password. All sessions of the account end; the caller gets a new one.
   * @throws Problem `invalid_request` for a wrong current password or a weak new one, `too_many_attempts`
   */
  async change(caller: Caller, currentPassword: string, newPassword: string, origin: RequestOrigin): Promise<SignedIn> {
    const verified = await this.accounts.get(caller.accountId);
    const isWrong = () => wrong('/currentPassword', 'is not the password of this account');
    if (!(await this.check.confirm(verified, currentPassword, origin))) throw isWrong();
    const passwordHash = await this.hashNew(newPassword, verified.email, '/newPassword');
    return this.opening.open(verified.id, origin, {
      admit: async (account) => {
        if (account === undefined || !(await this.check.isStill(account, verified, currentPassword))) throw isWrong();
        await this.sessions.endEverywhere(account.id);
        return this.accounts.change(account.id, { passwordHash, passwordChangeDue: false });
      },
      record: () =>
        this.audit.append({
          actorId: verified.id,
          action: 'user.password_changed',
          subject: verified.id,
          address: origin.address,
          requestId: origin.requestId,
        }),
    });
  }

  /**
   * Sets a password that its owner must change at the next sign-in, and ends all sessions of the account, including
   * sessions in the memory of other processes.
   * @param entry audit entry
   * @throws Problem `invalid_request`, `not_found`
   */
  async reset(account: Account, newPassword: string, entry: AuditEntry): Promise<void> {
    const passwordHash = await this.hashNew(newPassword, account.email, '/password');
    await this.database.transaction(() => this.replace(account.id, { passwordHash, passwordChangeDue: true }, entry));
  }

  /**
   * Replaces the password and ends all sessions, in the caller's transaction.
   * @param entry audit entry
   * @throws Problem `not_found`
   */
  async replace(
    accountId: string,
    password: Pick<Account, 'passwordHash' | 'passwordChangeDue'>,
    entry: AuditEntry,
  ): Promise<void> {
    await this.accounts.hold(accountId);
    // The account's row is locked, so no session opens meanwhile.
    await this.accounts.change(accountId, password);
    await this.sessions.endEverywhere(accountId);
    await this.audit.append(entry);
  }

  /** Whether the password is the account's. The caller must limit the number of attempts. */
  isPasswordOf({ passwordHash }: Account, password: string): Promise<boolean> {
    return this.hasher.verify(password, passwordHash);
  }

  /**
   * Hashes a new password.
   * @throws Problem `invalid_request` if the password is too short, too long, common or equal to the e-mail address
   */
  async hashNew(password: string, email: string, pointer: string): Promise<string> {
    const problem = await passwordProblem(password, email, pointer);
    if (problem !== undefined) throw wrong(problem.pointer, problem.detail);
    return this.hasher.hash(password);
  }
}

function wrong(pointer: string, detail: string): Problem {
  return new Problem('invalid_request', {
    detail: 'The password cannot be accepted; see errors.',
    errors: [{ pointer, detail }],
  });
}
