import { lazy } from '../../src/async/lazy.js';
import type { PasswordCost } from '../../src/features/auth/passwords/password-hash.js';
import { PasswordHasher } from '../../src/features/auth/passwords/password-hasher.js';

/** Next to nothing: most tests need accounts, and not that their passwords are hard to guess. */
const cost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Threads cost far more than these hashes, so all services of a process share some. They keep no process alive. */
const threads = lazy(() => new PasswordHasher({ cost, waiting: Number.POSITIVE_INFINITY }));

/** Hashes passwords at next to no cost. Closed, it hashes nothing more, while those of other services continue. */
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
