import { createHash, randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { recoveryCodeUsed } from '../auth.events.js';
import { DevicesService } from '../devices/devices.service.js';
import { FirstOperatorFile } from '../first-operator/first-operator-file.js';
import { ChallengeRepository } from '../second-factor/challenge.repository.js';
import {
  type FactorKind,
  invalidCode,
  refusedCode,
  SecondFactorService,
} from '../second-factor/second-factor.service.js';
import { SessionOpeningService, type SignedIn } from '../sessions/session-opening.service.js';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

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
    private readonly accounts: AccountsService,
    private readonly throttle: SignInThrottle,
    private readonly opening: SessionOpeningService,
    private readonly devices: DevicesService,
    private readonly firstOperator: FirstOperatorFile,
    private readonly events: EventLog,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a challenge for an account whose password was correct, in the transaction that holds the lock on the
   * account.
   * @returns the challenge, which can be used once
   */
  async challenge({ id: accountId, passwordHash }: Account): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now() + LIFETIME_MS);
    await this.challenges.insert(
      { hash: hashOf(token), accountId, passwordMark: hashOf(passwordHash), expiresAt },
      MAX_OPEN,
    );
    return token;
  }

  /**
   * Completes a sign-in with a code. A password change in between makes the challenge invalid.
   * @throws Problem `invalid_challenge`, `invalid_code`, `too_many_attempts`
   */
  async verify(token: string, code: string, origin: RequestOrigin): Promise<SignedIn> {
    const hash = hashOf(token);
    const challenge = await this.challenges.find(hash, new Date(this.clock.now()));
    if (challenge === undefined) throw invalidChallenge();
    const { accountId, passwordMark } = challenge;
    const attempt = await this.begin(accountId, origin);
    if (!(await this.countTry(hash, attempt))) throw invalidChallenge();
    let kind: FactorKind | undefined;
    const signedIn = await this.opening.open(accountId, origin, {
      admit: async (account) => {
        const isValid = account !== undefined && account.disabledAt === null && account.secondFactorSince !== null;
        if (!isValid || hashOf(account.passwordHash) !== passwordMark || !(await this.challenges.take(hash)))
          throw invalidChallenge();
        kind = await this.factors.accept(accountId, code);
        if (kind === undefined) throw invalidCode();
        await this.accounts.touch(accountId, { lastSignInAt: new Date(this.clock.now()) });
        return account;
      },
      record: async (session) => {
        await this.devices.greet(session);
        if (kind === 'recovery_code') await this.recordRecovery(accountId, origin);
        await this.audit.append({ ...entryOf(accountId, 'user.signed_in', origin), detail: { secondFactor: kind } });
      },
    });
    await attempt.succeeded();
    if (signedIn.account.role === 'operator') this.firstOperator.used(signedIn.account.email);
    return signedIn;
  }

  /**
   * Accepts a code of a signed-in account that confirms a change; the code cannot be used again.
   * @throws Problem `forbidden` for a wrong code, `too_many_attempts`
   */
  async confirm(accountId: string, code: string, origin: RequestOrigin): Promise<void> {
    const attempt = await this.begin(accountId, origin);
    await this.database.transaction(async () => {
      const kind = await this.factors.accept(accountId, code);
      if (kind === undefined) throw refusedCode();
      if (kind === 'recovery_code') await this.recordRecovery(accountId, origin);
    });
    await attempt.succeeded();
  }

  removeExpired(): Promise<void> {
    return this.challenges.removeExpired(new Date(this.clock.now()));
  }

  private begin(accountId: string, origin: RequestOrigin): Promise<SignInAttempt> {
    // Wrong codes are counted per account, over all its challenges.
    return this.throttle.begin(`second factor ${accountId}`, () =>
      this.audit.append({ ...entryOf(accountId, 'user.sign_in_blocked', origin), actorId: null }),
    );
  }

  private async countTry(hash: string, attempt: SignInAttempt): Promise<boolean> {
    try {
      return await this.challenges.countTry(hash, MAX_TRIES);
    } catch (error) {
      await attempt.undo();
      throw error;
    }
  }

  private async recordRecovery(accountId: string, origin: RequestOrigin): Promise<void> {
    const remainingCodeCount = await this.factors.countCodes(accountId);
    const data = { remainingCodeCount, userAgent: origin.userAgent?.slice(0, 256) || null };
    await this.events.append(recoveryCodeUsed, { data, subject: `account:${accountId}`, ownerId: accountId });
    await this.audit.append({
      ...entryOf(accountId, 'user.recovery_code_used', origin),
      detail: { remainingCodeCount },
    });
  }
}

const hashOf = (text: string): string => createHash('sha256').update(`mfa challenge|${text}`).digest('hex');

function entryOf(accountId: string, action: string, { address, requestId }: RequestOrigin) {
  return { actorId: accountId, action, subject: accountId, address, requestId };
}

const invalidChallenge = () => new Problem('invalid_challenge', { detail: 'Sign in again: POST /auth/login.' });
