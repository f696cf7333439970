import { Service } from 'typedi';
import { type Account, normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { SignInConfig } from '../auth.config.js';
import type { SignedIn } from '../sessions/session-opening.service.js';
import { invalidCredentials, PasswordCheck } from './password-check.service.js';
import { RefreshService } from './refresh.service.js';
import { SecondStepService } from './second-step.service.js';
import { SignInCompletion } from './sign-in-completion.service.js';

@Service()
export class SignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordCheck,
    private readonly steps: SecondStepService,
    private readonly completion: SignInCompletion,
    private readonly refreshing: RefreshService,
    private readonly database: Database,
    private readonly config: SignInConfig,
  ) {}

  /**
   * Signs an account in with its password.
   * @param formerToken refresh token that the caller still holds; its session ends
   * @throws Problem `invalid_credentials` (the same for an unknown address, a wrong password and a disabled account),
   * `mfa_required` with a challenge, `too_many_attempts`, `password_sign_in_closed`
   */
  async signIn(address: string, password: string, origin: RequestOrigin, formerToken?: string): Promise<SignedIn> {
    if (this.config.passwordSignIn === 'none') throw passwordsClosed();
    const verified = await this.passwords.identify(normalizeEmail(address), password, origin);
    if (!this.config.allowsPassword(verified.role)) throw passwordsClosed();
    const passwordHash = await this.passwords.rehashed(verified, password);
    const rehashed = passwordHash === undefined ? {} : { passwordHash };
    if (verified.secondFactorSince !== null) return this.challenge(verified, password, rehashed);
    const signedIn = await this.completion.complete(verified.id, origin, {
      admit: async (found) => {
        const account = await this.stillValid(found, verified, password);
        // The second factor was turned on after the password was checked.
        if (account.secondFactorSince !== null) throw mfaRequired(await this.steps.challenge(account));
        const isUnchanged = account.passwordHash === verified.passwordHash;
        return { account, changes: isUnchanged ? rehashed : {} };
      },
    });
    // The former session ends only after the sign-in succeeded.
    if (formerToken !== undefined) await this.refreshing.endByToken(formerToken);
    return signedIn;
  }

  /**
   * Creates a challenge for an account with a second factor; opens no session yet.
   * @throws Problem `mfa_required`, or `invalid_credentials` if the password was changed meanwhile
   */
  private async challenge(verified: Account, password: string, rehashed: { passwordHash?: string }): Promise<never> {
    const challenge = await this.database.transaction(async () => {
      const account = await this.stillValid(await this.accounts.hold(verified.id), verified, password);
      if (rehashed.passwordHash === undefined || account.passwordHash !== verified.passwordHash)
        return this.steps.challenge(account);
      await this.accounts.touch(account.id, rehashed);
      return this.steps.challenge({ ...account, ...rehashed });
    });
    throw mfaRequired(challenge);
  }

  /** Returns the locked account if it may sign in with the password now. @throws Problem `invalid_credentials` */
  private async stillValid(account: Account | undefined, verified: Account, password: string): Promise<Account> {
    if (account === undefined || account.disabledAt !== null) throw invalidCredentials();
    if (!(await this.passwords.isStill(account, verified, password))) throw invalidCredentials();
    return account;
  }
}

/** The problem for an account with a second factor whose first step succeeded. */
export const mfaRequired = (challenge: string) =>
  new Problem('mfa_required', {
    detail: 'Send the challenge and a code of the authenticator app to POST /auth/mfa/verify.',
    challenge,
  });

const passwordsClosed = () =>
  new Problem('password_sign_in_closed', {
    detail: 'Sign in with a provider or a passkey: GET /auth/oidc lists them.',
  });
