import { Service } from 'typedi';
import { AuditLog } from '../../audit/audit-log.js';
import { Clock } from '../../clock.js';
import type { RequestOrigin } from '../../http/caller.js';
import { KeyRing } from '../../http/key-ring.js';
import { Problem } from '../../http/problem.js';
import { type Account, normalizeEmail } from '../users/account.js';
import { AccountsService } from '../users/accounts.service.js';
import { signAccessToken } from './access-token.js';
import { addressClassOf } from './address-class.js';
import { PasswordHasher } from './password-hasher.js';
import { RefreshTokenMint } from './refresh-token.js';
import { openSession } from './session.js';
import { SessionRotation } from './session-rotation.service.js';
import { SessionStore } from './session-store.js';
import { SessionsService } from './sessions.service.js';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

/** What a sign-in or a refresh gives: the account, an access token, and the refresh token for the cookie. */
export interface SignedIn {
  account: Account;
  accessToken: string;
  refreshToken: string;
}

@Service()
export class SignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: SignInThrottle,
    private readonly store: SessionStore,
    private readonly sessions: SessionsService,
    private readonly rotation: SessionRotation,
    private readonly mint: RefreshTokenMint,
    private readonly keys: KeyRing,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @param formerToken a refresh token the caller still holds: its session ends
   * @throws Problem `invalid_credentials` (the same for an unknown address, a wrong password and a disabled account), `too_many_attempts`
   */
  async signIn(address: string, password: string, origin: RequestOrigin, formerToken?: string): Promise<SignedIn> {
    const email = normalizeEmail(address);
    const account = await this.identify(email, password, origin);
    const rehashed = this.hasher.needsRehash(account.passwordHash) ? { passwordHash: await this.hasher.hash(password) } : {};
    await this.accounts.touch(account.id, { lastSignInAt: new Date(this.clock.now()), ...rehashed });
    if (formerToken !== undefined) await this.endByToken(formerToken);
    await this.audit.append({ actorId: account.id, action: 'user.signed_in', subject: account.id, address: origin.address, requestId: origin.requestId });
    return this.begin(account, origin);
  }

  private async identify(email: string, password: string, origin: RequestOrigin): Promise<Account> {
    const attempt = await this.throttle.begin(email, origin.address, () => this.noteBlocked(email, origin));
    const account = await this.accounts.findByEmail(email);
    // An unknown address costs the same time as a wrong password.
    const right = await this.judge(attempt, () =>
      account === undefined ? this.hasher.verifyDummy(password) : this.hasher.verify(password, account.passwordHash),
    );
    if (!right || account === undefined || account.disabledAt !== null)
      throw new Problem('invalid_credentials', { detail: 'Check the e-mail address and the password.' });
    await attempt.succeeded();
    return account;
  }

  /** A password that could not be looked at, for want of capacity, is no failed attempt. */
  private async judge(attempt: SignInAttempt, verify: () => Promise<boolean>): Promise<boolean> {
    try {
      return await verify();
    } catch (error) {
      await attempt.undo();
      throw error;
    }
  }

  /** Someone guesses at an account: whoever owns it should be able to see it. Of addresses without an account nothing is kept. */
  private async noteBlocked(email: string, { address, requestId }: RequestOrigin): Promise<void> {
    const account = await this.accounts.findByEmail(email);
    if (account !== undefined) await this.audit.append({ actorId: null, action: 'user.sign_in_blocked', subject: account.id, address, requestId });
  }

  /** True when it is the account's password. @throws Problem `too_many_attempts` */
  async confirm(account: Account, password: string, origin: RequestOrigin): Promise<boolean> {
    const attempt = await this.throttle.begin(account.email, origin.address, () => this.noteBlocked(account.email, origin));
    const right = await this.judge(attempt, () => this.hasher.verify(password, account.passwordHash));
    if (right) await attempt.succeeded();
    return right;
  }

  /** Opens a session for an account whose identity is proven. */
  async begin(account: Account, origin: RequestOrigin): Promise<SignedIn> {
    const client = { userAgent: origin.userAgent ?? undefined, addressClass: addressClassOf(origin.address) };
    const session = await this.store.create(openSession(account.id, client));
    return { account, accessToken: this.accessToken(account, session.id), refreshToken: this.mint.mint(session) };
  }

  /**
   * Exchanges a refresh token for its successor.
   * @throws Problem `refresh_invalid`; `refresh_reused` after which the session has ended
   */
  async refresh(token: string | undefined, origin: RequestOrigin): Promise<SignedIn> {
    const outcome = token === undefined ? undefined : await this.rotation.refresh(token, performance.now() - origin.receivedTick);
    if (outcome === undefined || outcome.outcome === 'invalid') throw new Problem('refresh_invalid', { detail: 'Sign in again.' });
    const { session } = outcome;
    if (outcome.outcome === 'reused') {
      await this.sessions.endKnown(session.id);
      await this.audit.append({
        actorId: session.accountId,
        action: 'session.reuse_detected',
        subject: session.accountId,
        detail: { sessionId: session.id },
        address: origin.address,
        requestId: origin.requestId,
      });
      throw new Problem('refresh_reused', { detail: 'The session has ended, for safety. Sign in again.' });
    }
    const account = await this.accounts.recent(session.accountId);
    if (account === undefined || account.disabledAt !== null || session.createdAt < account.sessionsValidFrom.getTime()) {
      await this.sessions.endKnown(session.id);
      throw new Problem('refresh_invalid', { detail: 'Sign in again.' });
    }
    return { account, accessToken: this.accessToken(account, session.id), refreshToken: outcome.token };
  }

  /** Ends the session of a refresh token, if it is one of ours. Says nothing otherwise: signing out always succeeds. */
  async endByToken(token: string): Promise<void> {
    const session = await this.rotation.identify(token);
    if (session !== undefined) await this.sessions.endKnown(session.id);
  }

  private accessToken(account: Account, sessionId: string): string {
    return signAccessToken(this.keys.current, account.id, sessionId, this.clock.now());
  }
}
