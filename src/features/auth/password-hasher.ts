import { randomBytes, timingSafeEqual } from 'node:crypto';
import { decodePasswordHash, defaultPasswordCost, encodePasswordHash, type PasswordCost, saltBytes, tagBytes } from './password-hash.js';
import { PasswordThreads, type PasswordThreadsOptions } from './password-threads.js';

/**
 * Hashes passwords with argon2id, off the event loop. Passwords are taken exactly as given: not trimmed, shortened or normalised.
 * Every method that hashes throws Problem `unavailable` (with `Retry-After`) when too many are waiting.
 */
export class PasswordHasher {
  readonly #threads: PasswordThreads;
  readonly #cost: PasswordCost;

  constructor(options: PasswordThreadsOptions & { cost?: PasswordCost } = {}) {
    this.#threads = new PasswordThreads(options);
    this.#cost = options.cost ?? defaultPasswordCost;
  }

  /** A new hash with a salt of its own, as a PHC string. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    return encodePasswordHash({ ...this.#cost, salt, tag: await this.#derive(password, salt, tagBytes, this.#cost) });
  }

  /** True when the password made the hash. @throws TypeError when `phc` is not an argon2id hash */
  async verify(password: string, phc: string): Promise<boolean> {
    const { salt, tag, ...cost } = decodePasswordHash(phc);
    return timingSafeEqual(await this.#derive(password, salt, tag.length, cost), tag);
  }

  /** Takes as long as a wrong password does, for an account that does not exist, so that the answer's time tells nothing. */
  async verifyDummy(password: string): Promise<false> {
    const tag = await this.#derive(password, randomBytes(saltBytes), tagBytes, this.#cost);
    timingSafeEqual(tag, randomBytes(tagBytes));
    return false;
  }

  /** True when the hash was made at another cost than today's, and should be made anew at the next right password. */
  needsRehash(phc: string): boolean {
    const { memory, passes, parallelism, tag } = decodePasswordHash(phc);
    const { memory: wantedMemory, passes: wantedPasses, parallelism: wantedParallelism } = this.#cost;
    return memory !== wantedMemory || passes !== wantedPasses || parallelism !== wantedParallelism || tag.length !== tagBytes;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #derive(password: string, salt: Buffer, tagLength: number, { memory, passes, parallelism }: PasswordCost): Promise<Buffer> {
    return this.#threads.derive({ password, salt, memory, passes, parallelism, tagLength });
  }
}
