import { Service } from 'typedi';
import { AuditLog } from '../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';
import { Problem } from '../../http/problem.js';
import type { Account } from '../users/account.js';
import { AccountsService } from '../users/accounts.service.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordProblem } from './password-policy.js';
import { SessionsService } from './sessions.service.js';
import { type SignedIn, SignInService } from './sign-in.service.js';

@Service()
export class PasswordService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Changes the caller's own password. Every session ends; the caller gets a new one.
   * @throws Problem `invalid_request` for a wrong current or a weak new password, `too_many_attempts`
   */
  async change(caller: Caller, currentPassword: string, newPassword: string, origin: RequestOrigin): Promise<SignedIn> {
    const account = await this.accounts.get(caller.accountId);
    if (!(await this.signIn.confirm(account, currentPassword, origin))) throw wrong('/currentPassword', 'is not the password of this account');
    const changed = await this.set(account, newPassword, '/newPassword', { passwordChangeDue: false });
    await this.audit.append({
      actorId: account.id,
      action: 'user.password_changed',
      subject: account.id,
      address: origin.address,
      requestId: origin.requestId,
    });
    return this.signIn.begin(changed, origin);
  }

  /** Sets a password for someone else: it is to be changed. Every session of the account ends. */
  async reset(account: Account, newPassword: string): Promise<Account> {
    return this.set(account, newPassword, '/password', { passwordChangeDue: true });
  }

  private async set(account: Account, password: string, pointer: string, flags: { passwordChangeDue: boolean }): Promise<Account> {
    const passwordHash = await this.hashNew(password, account.email, pointer);
    const changed = await this.accounts.change(account.id, { passwordHash, ...flags });
    await this.sessions.endAll(account.id);
    return changed;
  }

  /** @throws Problem `invalid_request` when the password is common or the address itself */
  async hashNew(password: string, email: string, pointer: string): Promise<string> {
    const problem = await passwordProblem(password, email, pointer);
    if (problem !== undefined) throw wrong(problem.pointer, problem.detail);
    return this.hasher.hash(password);
  }
}

function wrong(pointer: string, detail: string): Problem {
  return new Problem('invalid_request', { detail: 'The password cannot be accepted; see errors.', errors: [{ pointer, detail }] });
}
