import { createHash, randomUUID } from 'node:crypto';
import { Problem } from '../../../api/problem.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { isStoreUnavailable } from '../../../cache/store-unavailable.js';
import type { WindowStore } from '../../../http/rate-limit/window-store.js';
import type { AttemptStore } from './attempt-store.js';

const BLOCKED_NOTE_MS = 15 * 60_000;
/** Maximum number of accounts whose attempts wait to be taken back. */
const MAX_UNSETTLED = 10_000;

/**
 * One sign-in that may now check its password. Exactly one of the two is called afterwards, or neither when the
 * password was wrong.
 */
export interface SignInAttempt {
  /** The password was right: the failures before it are forgotten. */
  succeeded(): Promise<void>;
  /** The password was never checked, for want of capacity: the attempt does not count. Never rejects. */
  undo(): Promise<void>;
}

/**
 * Slows down guessing at one account, from any address; guessing at many accounts from one address is limited by
 * `AddressAttempts`. Accounts are identified by a hash of the e-mail address: unknown ones are slowed alike, and the
 * store holds no addresses. Fails closed: without its store no one can sign in.
 */
export class SignInThrottle {
  /**
   * Attempts that must not count but may do, because the store did not answer. By account; undone before its next
   * attempt.
   */
  private readonly unsettled = new BoundedCache<Set<string>>(MAX_UNSETTLED, BLOCKED_NOTE_MS * 2);

  /** @param windows the shared store itself, not a fallback */
  constructor(
    private readonly attempts: AttemptStore,
    private readonly windows: WindowStore,
  ) {}

  /**
   * Begins a sign-in, before the password is checked: while an account waits, the right password is refused too.
   * @param onBlocked called when an account starts to wait, at most once in 15 minutes, so that persistent guessing
   * does not flood the record
   * @throws Problem `too_many_attempts` with `Retry-After`, `unavailable` when the store is away
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

  /** An attempt whose caller got no verdict, because of the store, does not count. */
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
