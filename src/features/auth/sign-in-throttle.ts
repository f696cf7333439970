import { createHash } from 'node:crypto';
import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import { Problem } from '../../http/problem.js';
import { addressKey } from '../../http/rate-limit/address-key.js';
import type { WindowStore } from '../../http/rate-limit/window-store.js';
import type { AttemptStore } from './attempt-store.js';

const BLOCKED_NOTE_MS = 15 * 60_000;

export interface AddressLimit {
  /** Attempts one address (of IPv6, one /64) may make per window. */
  max: number;
  windowMs: number;
}

/** One sign-in that may now check its password. Exactly one of the two is called afterwards, or neither when the password was wrong. */
export interface SignInAttempt {
  /** The password was right: the failures before it are forgotten. */
  succeeded(): Promise<void>;
  /** The password was never checked, for want of capacity: the attempt does not count. */
  undo(): Promise<void>;
}

/**
 * Slows guessing down: per account whatever the address, and per address whatever the account. Accounts are told by a hash of the e-mail
 * address, so unknown ones are slowed alike and the store holds no addresses. Fails closed: without its store nobody signs in.
 */
export class SignInThrottle {
  /** @param windows the shared store itself, not a fallback */
  constructor(
    private readonly attempts: AttemptStore,
    private readonly windows: WindowStore,
    private readonly perAddress: AddressLimit,
  ) {}

  /**
   * Begins a sign-in, before the password is looked at: while an account waits, the right password is refused too.
   * @param onBlocked told when an account begins to wait: once in a quarter of an hour, so that a stubborn guesser does not fill the record
   * @throws Problem `too_many_attempts` with `Retry-After`, `unavailable` when the store is away
   */
  async begin(email: string, address: string, onBlocked?: () => Promise<void>): Promise<SignInAttempt> {
    const account = createHash('sha256').update(`sign-in|${email.trim().toLowerCase()}`).digest('base64url');
    return failingClosed(async () => {
      const { count, resetInMs } = await this.windows.hit(`sign-in:${addressKey(address)}`, this.perAddress.windowMs);
      if (count > this.perAddress.max) throw tooMany(resetInMs, 'from this address');
      const wait = await this.attempts.begin(account);
      if (wait > 0) {
        if ((await this.windows.hit(`sign-in-blocked:${account}`, BLOCKED_NOTE_MS)).count === 1) await onBlocked?.();
        throw tooMany(wait, 'for this account');
      }
      return {
        succeeded: () => failingClosed(() => this.attempts.succeed(account)),
        undo: () => failingClosed(() => this.attempts.undo(account)),
      };
    });
  }
}

function tooMany(waitMs: number, whose: string): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem('too_many_attempts', {
    detail: `Too many sign-in attempts ${whose}; try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

async function failingClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    throw new Problem('unavailable', { detail: 'Nobody can sign in at the moment.', headers: { 'Retry-After': '1' }, cause: error });
  }
}
