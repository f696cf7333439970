import { Service } from 'typedi';
import { type Account, normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { AddressAttempts } from '../../../http/rate-limit/address-attempts.js';
import { Clock } from '../../../time/clock.js';
import { sessionReuseDetected } from '../auth.events.js';
import { DevicesService } from '../devices/devices.service.js';
import { FirstOperatorFile } from '../first-operator/first-operator-file.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { Session } from '../sessions/session.js';
import { SessionOpeningService, type SignedIn } from '../sessions/session-opening.service.js';
import { SessionRotation } from '../sessions/session-rotation.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SecondStepService } from './second-step.service.js';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

@Service()
export class SignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: SignInThrottle,
    private readonly addresses: AddressAttempts,
    private readonly opening: SessionOpeningService,
    private readonly sessions: SessionsService,
    private readonly rotation: SessionRotation,
    private readonly devices: DevicesService,
    private readonly firstOperator: FirstOperatorFile,
    private readonly steps: SecondStepService,
    private readonly audit: AuditLog,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs an account in with its password.
   * @param formerToken refresh token that the caller still holds; its session ends
   * @throws Problem `invalid_credentials` (the same for an unknown address, a wrong password and a disabled account),
   * `mfa_required` with a challenge, `too_many_attempts`
   */
  async signIn(address: string, password: string, origin: RequestOrigin, formerToken?: string): Promise<SignedIn> {
    const verified = await this.identify(normalizeEmail(address), password, origin);
    const rehashed = this.hasher.needsRehash(verified.passwordHash)
      ? { passwordHash: await this.hasher.hash(password) }
      : {};
    if (verified.secondFactorSince !== null) return this.challenge(verified, password, rehashed);
    const signedIn = await this.opening.open(verified.id, origin, {
      admit: async (account) => {
        if (account === undefined || account.disabledAt !== null || !(await this.isStill(account, verified, password)))
          throw invalidCredentials();
        // The second factor was turned on after the password was checked.
        if (account.secondFactorSince !== null) throw mfaRequired(await this.steps.challenge(account));
        const isUnchanged = account.passwordHash === verified.passwordHash;
        await this.accounts.touch(account.id, {
          lastSignInAt: new Date(this.clock.now()),
          ...(isUnchanged ? rehashed : {}),
        });
        return account;
      },
      record: async (session) => {
        await this.devices.greet(session);
        // The audit entry is appended last, because appending locks out other entries until the transaction commits.
        await this.audit.append({
          actorId: verified.id,
          action: 'user.signed_in',
          subject: verified.id,
          address: origin.address,
          requestId: origin.requestId,
        });
      },
    });
    if (verified.role === 'operator') this.firstOperator.used(verified.email);
    // The former session ends only after the sign-in succeeded.
    if (formerToken !== undefined) await this.endByToken(formerToken);
    return signedIn;
  }

  /**
   * Creates a challenge for an account with a second factor; opens no session yet.
   * @throws Problem `mfa_required`, or `invalid_credentials` if the password was changed meanwhile
   */
  private async challenge(verified: Account, password: string, rehashed: { passwordHash?: string }): Promise<never> {
    const challenge = await this.database.transaction(async () => {
      const account = await this.accounts.hold(verified.id);
      if (account === undefined || account.disabledAt !== null || !(await this.isStill(account, verified, password)))
        throw invalidCredentials();
      if (rehashed.passwordHash === undefined || account.passwordHash !== verified.passwordHash)
        return this.steps.challenge(account);
      await this.accounts.touch(account.id, rehashed);
      return this.steps.challenge({ ...account, ...rehashed });
    });
    throw mfaRequired(challenge);
  }

  /**
   * Whether `password`, which was correct for `verified`, is still correct: it may have been changed or only rehashed
   * since.
   */
  async isStill(account: Account, verified: Account, password: string): Promise<boolean> {
    return account.passwordHash === verified.passwordHash || this.hasher.verify(password, account.passwordHash);
  }

  private async identify(email: string, password: string, origin: RequestOrigin): Promise<Account> {
    const attempt = await this.throttle.begin(email, () => this.noteBlocked(email, origin));
    const { account, right } = await this.judge(attempt, async () => {
      const account = await this.accounts.findByEmail(email);
      // An unknown address costs the same time as a wrong password.
      const right = await (account === undefined
        ? this.hasher.verifyDummy(password)
        : this.hasher.verify(password, account.passwordHash));
      return { account, right };
    });
    if (!right || account === undefined || account.disabledAt !== null) throw invalidCredentials();
    await attempt.succeeded();
    return account;
  }

  /** Takes the attempt back if the password could not be checked, for lack of capacity or because of the database. */
  private async judge<T>(attempt: SignInAttempt, verify: () => Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      await attempt.undo();
      throw error;
    }
  }

  /**
   * Records in the audit log that guessing at an account was blocked, so that its owner sees it. Nothing is recorded
   * for addresses without an account.
   */
  private async noteBlocked(email: string, { address, requestId }: RequestOrigin): Promise<void> {
    const account = await this.accounts.findByEmail(email);
    if (account !== undefined)
      await this.audit.append({
        actorId: null,
        action: 'user.sign_in_blocked',
        subject: account.id,
        address,
        requestId,
      });
  }

  /** Whether the password is the account's. @throws Problem `too_many_attempts` */
  async confirm(account: Account, password: string, origin: RequestOrigin): Promise<boolean> {
    await this.addresses.count('sign-in', origin.address);
    const attempt = await this.throttle.begin(account.email, () => this.noteBlocked(account.email, origin));
    const right = await this.judge(attempt, () => this.hasher.verify(password, account.passwordHash));
    if (right) await attempt.succeeded();
    return right;
  }

  /**
   * Exchanges a refresh token for its successor.
   * @throws Problem `refresh_invalid`, or `refresh_reused` for a token that was used before; its session then has ended
   */
  async refresh(token: string | undefined, origin: RequestOrigin): Promise<SignedIn> {
    let account: Account | undefined;
    const admit = async (session: Session) => {
      account = await this.accounts.recent(session.accountId);
    };
    const outcome =
      token === undefined
        ? undefined
        : await this.rotation.refresh(token, performance.now() - origin.receivedTick, admit);
    if (outcome === undefined || outcome.outcome === 'invalid')
      throw new Problem('refresh_invalid', { detail: 'Sign in again.' });
    const { session } = outcome;
    if (outcome.outcome === 'reused') {
      await this.sessions.endKnown(session.id);
      await this.noteReuse(session, origin);
      throw new Problem('refresh_reused', { detail: 'The session has ended, for safety. Sign in again.' });
    }
    if (
      account === undefined ||
      account.disabledAt !== null ||
      session.createdAt < account.sessionsValidFrom.getTime()
    ) {
      await this.sessions.endKnown(session.id);
      throw new Problem('refresh_invalid', { detail: 'Sign in again.' });
    }
    return { account, accessToken: this.opening.accessToken(account, session.id), refreshToken: outcome.token };
  }

  /** Ends the session of a refresh token. Ignores invalid tokens, because signing out always succeeds. */
  async endByToken(token: string): Promise<void> {
    const session = await this.rotation.identify(token);
    if (session !== undefined) await this.sessions.endKnown(session.id);
  }

  private async noteReuse(
    { id: sessionId, accountId, userAgent }: Session,
    { address, requestId }: RequestOrigin,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const data = { sessionId, userAgent: userAgent || null };
      await this.events.append(sessionReuseDetected, { data, subject: `session:${sessionId}`, ownerId: accountId });
      await this.audit.append({
        actorId: accountId,
        action: 'session.reuse_detected',
        subject: accountId,
        detail: { sessionId },
        address,
        requestId,
      });
    });
  }
}

const mfaRequired = (challenge: string) =>
  new Problem('mfa_required', {
    detail: 'Send the challenge and a code of the authenticator app to POST /auth/mfa/verify.',
    challenge,
  });

const invalidCredentials = () =>
  new Problem('invalid_credentials', { detail: 'Check the e-mail address and the password.' });
