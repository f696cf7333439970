import { createHash, randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { HttpConfig } from '../../../config/http-config.js';
import { Log } from '../../../logging/log.js';
import { Mailer, MailFailure } from '../../../mail/mailer.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
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

/** Sends mails with links that set passwords, and notices of passwords that were set. */
@Service()
export class ResetMails {
  constructor(
    private readonly resets: PasswordResetRepository,
    private readonly accounts: AccountsService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Sends the planned mail; drops it after a permanent failure.
   * @throws MailFailure after a failure that may be temporary
   */
  async send(plan: ResetMailPlan): Promise<void> {
    try {
      if ('email' in plan) await this.sendLink(plan.email, plan.requestedAt);
      else if ('invited' in plan) await this.sendInvitation(plan.invited, plan.requestedAt);
      else await this.sendNotice(plan.changedOf, plan.changeId);
    } catch (error) {
      if (!(error instanceof MailFailure) || !error.isPermanent) throw error;
      this.log.warn({ component: 'mail', err: error }, 'Mail dropped.');
    }
  }

  private async sendLink(email: string, requestedAt: number): Promise<void> {
    const now = this.clock.now();
    // A run this late sends no mail, because the link would have expired already.
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

/** Returns the hash of a link's token, by which the link is stored. */
export const hashOf = (token: string): string => createHash('sha256').update(`password reset|${token}`).digest('hex');
