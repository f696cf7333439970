import { Service } from 'typedi';
import { normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Jobs } from '../../../jobs/jobs.js';
import { Mailer } from '../../../mail/mailer.js';
import { Clock } from '../../../time/clock.js';
import { PasswordService } from '../sign-in/password.service.js';
import { PasswordResetRepository } from './password-reset.repository.js';
import { hashOf, RESET_MAIL_JOB, type ResetMailPlan } from './reset-mails.service.js';

/** Sets new passwords by links that are sent by mail. */
@Service()
export class PasswordResetService {
  constructor(
    private readonly resets: PasswordResetRepository,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordService,
    private readonly mailer: Mailer,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a mail without looking up the account, so that neither the response nor its time reveals whether the account
   * exists.
   * @throws Problem `not_found` if the service sends no mail
   */
  async request(email: string): Promise<void> {
    if (!this.mailer.isConfigured)
      throw new Problem('not_found', { detail: 'This service sends no mail. Contact an operator for a new password.' });
    await this.jobs.send(RESET_MAIL_JOB, {
      email: normalizeEmail(email),
      requestedAt: this.clock.now(),
    } satisfies ResetMailPlan);
  }

  /** Invitations need a configured mail server. */
  get canInvite(): boolean {
    return this.mailer.isConfigured;
  }

  /** Queues an invitation in the caller's transaction. Its link lets the owner of a new account set the password. */
  async invite(accountId: string): Promise<void> {
    await this.jobs.send(RESET_MAIL_JOB, { invited: accountId, requestedAt: this.clock.now() } satisfies ResetMailPlan);
  }

  /**
   * Sets a password by a link, which can be used only once, and ends every session of the account.
   * @throws Problem `not_found` for an invalid, used or expired link; `invalid_request` for a weak password, which
   * leaves the link valid
   */
  async reset(token: string, newPassword: string, { address, requestId }: RequestOrigin): Promise<void> {
    const hash = hashOf(token);
    const accountId = await this.resets.accountOf(hash, this.now());
    const account = accountId === undefined ? undefined : await this.accounts.present(accountId);
    if (account === undefined || account.disabledAt !== null) throw invalidLink();
    const passwordHash = await this.passwords.hashNew(newPassword, account.email, '/newPassword');
    await this.database.transaction(async () => {
      if (!(await this.resets.take(hash, this.now()))) throw invalidLink();
      const entry = {
        actorId: account.id,
        action: 'user.password_reset_by_mail',
        subject: account.id,
        address,
        requestId,
      };
      await this.passwords.replace(account.id, { passwordHash, passwordChangeDue: false }, entry);
      await this.resets.removeOf(account.id);
      await this.jobs.send(RESET_MAIL_JOB, {
        changedOf: account.id,
        changeId: hash.slice(0, 16),
      } satisfies ResetMailPlan);
    });
  }

  removeExpired(): Promise<void> {
    return this.resets.removeExpired(this.now());
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

const invalidLink = (): Problem =>
  new Problem('not_found', {
    detail: 'The link is not valid, was used, or has expired. Request another: POST /auth/password/forgot.',
  });
