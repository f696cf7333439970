import { createHash, randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { type Account, normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { HttpConfig } from '../../../config/http-config.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Jobs } from '../../../jobs/jobs.js';
import { Log } from '../../../logging/log.js';
import { Mailer, MailFailure } from '../../../mail/mailer.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { PasswordService } from '../sign-in/password.service.js';
import { INVITATION_DAYS, invitationMail, passwordChangedMail, RESET_MINUTES, resetMail } from './account-mails.js';
import { PasswordResetRepository } from './password-reset.repository.js';

export const RESET_MAIL_JOB = 'auth.reset-mail';

/**
 * The mail that a run of the job sends: a reset link to an address, an invitation to a new account, or the notice that
 * a password was set.
 */
export type ResetMailPlan =
  | { email: string; requestedAt: number }
  | { invited: string; requestedAt: number }
  | { changedOf: string; changeId: string };

/** Maximum number of unexpired links of an account: further requests send no mail. Only the newest link is valid. */
const MAX_LINKS = 3;

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
    private readonly http: HttpConfig,
    private readonly clock: Clock,
    private readonly log: Log,
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
   * Sends the planned mail; drops it after a permanent failure.
   * @throws MailFailure after a failure that may be temporary
   */
  async mail(plan: ResetMailPlan): Promise<void> {
    try {
      if ('email' in plan) await this.sendLink(plan.email, plan.requestedAt);
      else if ('invited' in plan) await this.sendInvitation(plan.invited, plan.requestedAt);
      else await this.sendNotice(plan.changedOf, plan.changeId);
    } catch (error) {
      if (!(error instanceof MailFailure) || !error.isPermanent) throw error;
      this.log.warn({ component: 'mail', err: error }, 'Mail dropped.');
    }
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

  private async sendLink(email: string, requestedAt: number): Promise<void> {
    const now = this.clock.now();
    // The link would have expired already.
    if (now - requestedAt > RESET_MINUTES * MINUTE_MS) return;
    const account = await this.accounts.findByEmail(email);
    if (
      account === undefined ||
      account.disabledAt !== null ||
      (await this.resets.count(account.id, this.now())) >= MAX_LINKS
    )
      return;
    await this.mailLink(account, now + RESET_MINUTES * MINUTE_MS, resetMail);
  }

  private async sendInvitation(accountId: string, requestedAt: number): Promise<void> {
    const expiresAt = requestedAt + INVITATION_DAYS * DAY_MS;
    const account = this.clock.now() < expiresAt ? await this.accounts.present(accountId) : undefined;
    // An account that has signed in already has a password.
    if (account === undefined || account.disabledAt !== null || account.lastSignInAt !== null) return;
    await this.mailLink(account, expiresAt, invitationMail);
  }

  /** Creates a link that sets a password once, and mails it. */
  private async mailLink(account: Account, expiresAt: number, mailOf: typeof resetMail): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    const link = { hash, accountId: account.id, expiresAt: new Date(expiresAt) };
    await this.resets.insert(link);
    try {
      await this.mailer.send(mailOf(account, token, `reset.${hash.slice(0, 16)}`, this.http.publicUrl));
    } catch (error) {
      await this.resets.remove(hash);
      throw error;
    }
    // The older links end only after the new one was sent; otherwise the owner could be left without a valid link.
    await this.resets.endOlder(link);
  }

  private async sendNotice(accountId: string, changeId: string): Promise<void> {
    const account = this.mailer.isConfigured ? await this.accounts.present(accountId) : undefined;
    if (account !== undefined)
      await this.mailer.send(passwordChangedMail(account, `changed.${changeId}`, this.http.publicUrl));
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

const hashOf = (token: string): string => createHash('sha256').update(`password reset|${token}`).digest('hex');

const invalidLink = (): Problem =>
  new Problem('not_found', {
    detail: 'The link is not valid, was used, or has expired. Request another: POST /auth/password/forgot.',
  });
