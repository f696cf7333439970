import { createHash, randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { Problem } from '../../../api/problem.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { ChallengeRepository } from '../second-factor/challenge.repository.js';
import { type FactorKind, invalidCode, SecondFactorService } from '../second-factor/second-factor.service.js';
import type { SignInMethod } from '../sessions/session.js';
import type { SignedIn } from '../sessions/session-opening.service.js';
import { CodeCheck } from './code-check.service.js';
import { SignInCompletion } from './sign-in-completion.service.js';
import type { SignInAttempt } from './sign-in-throttle.js';

const LIFETIME_MS = 5 * MINUTE_MS;
const MAX_TRIES = 5;
/** Maximum number of open challenges of an account; one more replaces the oldest. */
const MAX_OPEN = 5;

/**
 * The second step of a sign-in: after a correct password the caller gets a challenge, and sends it back with a code.
 */
@Service()
export class SecondStepService {
  constructor(
    private readonly challenges: ChallengeRepository,
    private readonly factors: SecondFactorService,
    private readonly codes: CodeCheck,
    private readonly completion: SignInCompletion,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a challenge for an account whose first step succeeded, in the transaction that holds the lock on the
   * account.
   * @param method how the first step was made
   * @returns the challenge, which can be used once
   */
  async challenge({ id: accountId, passwordHash }: Account, method: SignInMethod = 'password'): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now() + LIFETIME_MS);
    await this.challenges.insert(
      { hash: hashOf(token), accountId, passwordMark: hashOf(passwordHash), method, expiresAt },
      MAX_OPEN,
    );
    return token;
  }

  /**
   * Completes a sign-in with a code. A password change in between makes the challenge invalid.
   * @throws Problem `invalid_challenge`, `invalid_code`, `too_many_attempts`
   */
  verify(token: string, code: string, origin: RequestOrigin): Promise<SignedIn> {
    return this.complete(token, origin, invalidCode, (accountId) => this.factors.accept(accountId, code));
  }

  /** Returns the account of a challenge that has not expired. @throws Problem `invalid_challenge` */
  async accountOf(token: string): Promise<string> {
    const challenge = await this.challenges.find(hashOf(token), new Date(this.clock.now()));
    if (challenge === undefined) throw invalidChallenge();
    return challenge.accountId;
  }

  /**
   * Completes a sign-in if the second factor is accepted. Counts as a try of the challenge.
   * @param wrong the problem of a factor that is not accepted
   * @param accept accepts the factor in the transaction that opens the session; undefined: it is not accepted
   * @throws Problem `invalid_challenge`, `too_many_attempts`, and `wrong`
   */
  async complete(
    token: string,
    origin: RequestOrigin,
    wrong: () => Problem,
    accept: (accountId: string) => Promise<FactorKind | undefined>,
  ): Promise<SignedIn> {
    const hash = hashOf(token);
    const challenge = await this.challenges.find(hash, new Date(this.clock.now()));
    if (challenge === undefined) throw invalidChallenge();
    const { accountId, passwordMark, method } = challenge;
    const attempt = await this.codes.begin(accountId, origin);
    if (!(await this.countTry(hash, attempt))) throw invalidChallenge();
    let kind: FactorKind | undefined;
    const signedIn = await this.completion.complete(accountId, origin, {
      ...(method !== 'password' && { method: method as SignInMethod }),
      admit: async (account) => {
        const isValid = account !== undefined && account.disabledAt === null && account.secondFactorSince !== null;
        if (!isValid || hashOf(account.passwordHash) !== passwordMark || !(await this.challenges.take(hash)))
          throw invalidChallenge();
        kind = await accept(accountId);
        if (kind === undefined) throw wrong();
        return { account };
      },
      record: async () => {
        if (kind === 'recovery_code') await this.codes.recordRecovery(accountId, origin);
      },
      detail: () => ({ secondFactor: kind }),
    });
    await attempt.succeeded();
    return signedIn;
  }

  removeExpired(): Promise<void> {
    return this.challenges.removeExpired(new Date(this.clock.now()));
  }

  private async countTry(hash: string, attempt: SignInAttempt): Promise<boolean> {
    try {
      return await this.challenges.countTry(hash, MAX_TRIES);
    } catch (error) {
      await attempt.undo();
      throw error;
    }
  }
}

const hashOf = (text: string): string => createHash('sha256').update(`mfa challenge|${text}`).digest('hex');

const invalidChallenge = () => new Problem('invalid_challenge', { detail: 'Sign in again: POST /auth/login.' });
