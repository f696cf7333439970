import { createHash, randomUUID } from 'node:crypto';
import { Problem } from '../../../api/problem.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { isStoreUnavailable } from '../../../cache/store-unavailable.js';
import type { WindowStore } from '../../../http/rate-limit/window-store.js';
import type { AttemptStore } from './attempt-store.js';

const BLOCKED_NOTE_MS = 15 * 60_000;
/** Maximum number of accounts with attempts that must still be taken back. */
const MAX_UNSETTLED = 10_000;

/**
 * A sign-in attempt that may now check its password. The caller then calls `succeeded`, `undo`, or neither if the
 * password was wrong.
 */
export interface SignInAttempt {
  /** Reports a correct password: earlier failures are removed. */
  succeeded(): Promise<void>;
  /** Takes the attempt back because the password could not be checked, for lack of capacity. Never rejects. */
  undo(): Promise<void>;
}

/**
 * Limits guessing at one account from any address; `AddressAttempts` limits guessing at many accounts from one address.
 * Accounts are identified by a hash of the e-mail address, so that unknown addresses are limited too and the store
 * contains no addresses. Fails closed: without its store no password is checked.
 */
export class SignInThrottle {
  /**
   * Attempts, by account, that must not count but may be counted because the store did not respond. They are taken back
   * before the account's next attempt.
   */
  private readonly unsettled = new BoundedCache<Set<string>>(MAX_UNSETTLED, BLOCKED_NOTE_MS * 2);

  /** Creates a throttle. @param windows the shared store itself, not a local fallback */
  constructor(
    private readonly attempts: AttemptStore,
    private readonly windows: WindowStore,
  ) {}

  /**
   * Begins a sign-in, before the password is checked: during a wait, even the correct password is rejected.
   * @param onBlocked called when an account must wait, at most once in 15 minutes, so that persistent guessing does not
   * flood the audit log
   * @throws Problem `too_many_attempts` with `Retry-After`, `unavailable` if the store is unavailable
   */
  async begin(email: string, onBlocked?: () => Promise<void>): Promise<SignInAttempt> {
    const account = createHash('sha256').update(`sign-in|${email.trim().toLowerCase()}`).digest('base64url');
    return failingClosed(async () => {
      await this.settle(account);
      const attempt = randomUUID();
      const wait = await this.unlessLost(account, attempt, () => this.attempts.begin(account, attempt));
      if (wait > 0) {
        if ((await this.windows.hit(`sign-in-blocked:${account}`, BLOCKED_NOTE_MS)).count === 1) await onBlocked?.();
        throw tooMany(wait);
      }
      return {
        succeeded: () => failingClosed(() => this.unlessLost(account, attempt, () => this.attempts.succeed(account))),
        undo: () =>
          this.unlessLost(account, attempt, () => this.attempts.undo(account, attempt)).catch(() => undefined),
      };
    });
  }

  private async settle(account: string): Promise<void> {
    for (const attempt of this.unsettled.get(account) ?? []) {
      await this.attempts.undo(account, attempt);
      this.unsettled.get(account)?.delete(attempt);
    }
  }

  /**
   * Runs an operation of the store; if the store is unavailable, the attempt is taken back later and does not count.
   */
  private async unlessLost<T>(account: string, attempt: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isStoreUnavailable(error))
        this.unsettled.set(account, (this.unsettled.get(account) ?? new Set()).add(attempt));
      throw error;
    }
  }
}

function tooMany(waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem('too_many_attempts', {
    detail: `Too many sign-in attempts for this account; try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

async function failingClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    throw new Problem('unavailable', {
      detail: 'Nobody can sign in at the moment.',
      headers: { 'Retry-After': '1' },
      cause: error,
    });
  }
}
