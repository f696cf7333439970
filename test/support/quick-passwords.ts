import { lazy } from '../../src/async/lazy.js';
import type { PasswordCost } from '../../src/features/auth/passwords/password-hash.js';
import { PasswordHasher } from '../../src/features/auth/passwords/password-hasher.js';

/** The minimum cost of a hash, because most tests do not depend on the strength of passwords. */
const cost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

/**
 * The hasher that all services of a process share, because its threads cost far more than these hashes. The threads
 * keep no process alive.
 */
const threads = lazy(() => new PasswordHasher({ cost, waiting: Number.POSITIVE_INFINITY }));

/** Hashes passwords at minimum cost. After `close` it rejects, while the hashers of other services continue. */
export class QuickPasswords extends PasswordHasher {
  #isClosed = false;

  constructor() {
    super({ cost });
  }

  override hash(password: string): Promise<string> {
    return this.#isClosed ? super.hash(password) : threads().hash(password);
  }

  override verify(password: string, phc: string): Promise<boolean> {
    return this.#isClosed ? super.verify(password, phc) : threads().verify(password, phc);
  }

  override verifyDummy(password: string): Promise<false> {
    return this.#isClosed ? super.verifyDummy(password) : threads().verifyDummy(password);
  }

  override close(): Promise<void> {
    this.#isClosed = true;
    return super.close();
  }
}
