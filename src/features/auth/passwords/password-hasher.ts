import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../../api/problem.js';
import { type ThreadFunction, threadFunction } from '../../../threads/thread-call.js';
import { ThreadPool, ThreadQueueFull } from '../../../threads/thread-pool.js';
import type { Derivation, derive } from './password-derivation.js';
import {
  decodePasswordHash,
  defaultPasswordCost,
  encodePasswordHash,
  type PasswordCost,
  saltBytes,
  tagBytes,
} from './password-hash.js';

export interface PasswordHasherOptions {
  cost?: PasswordCost;
  /** Maximum number of threads; each holds the memory of one derivation while it works. */
  threads?: number;
  /** Maximum number of derivations that wait for a thread. */
  waiting?: number;
  /** Module that exports `derive`; tests replace it. */
  module?: URL;
}

/** Heap limit of a thread (MB). The memory of a derivation is outside the heap. */
const MAX_HEAP_MB = 64;

/**
 * Hashes passwords with argon2id in worker threads. Passwords are hashed exactly as given: not trimmed, shortened or
 * normalized. Every method that hashes throws Problem `unavailable` (with `Retry-After`) if too many derivations are
 * waiting.
 */
export class PasswordHasher {
  readonly #threads: ThreadPool;
  readonly #derivation: ThreadFunction<Derivation, Uint8Array>;
  readonly #cost: PasswordCost;

  constructor({ cost = defaultPasswordCost, threads = 2, waiting = 64, module }: PasswordHasherOptions = {}) {
    this.#threads = new ThreadPool({ does: 'derives passwords', threads, waiting, maxHeapMb: MAX_HEAP_MB });
    this.#derivation = threadFunction<typeof derive>(
      module ?? new URL('./password-derivation.js', import.meta.url),
      'derive',
    );
    this.#cost = cost;
  }

  /** Hashes a password with a new salt. @returns PHC string */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    return encodePasswordHash({ ...this.#cost, salt, tag: await this.#derive(password, salt, tagBytes, this.#cost) });
  }

  /** Whether a hash belongs to the password. @throws TypeError if `phc` is not an argon2id hash */
  async verify(password: string, phc: string): Promise<boolean> {
    const { salt, tag, ...cost } = decodePasswordHash(phc);
    return timingSafeEqual(await this.#derive(password, salt, tag.length, cost), tag);
  }

  /**
   * Takes as long as verifying a wrong password. Called for an account that does not exist, so that the response time
   * does not reveal this.
   */
  async verifyDummy(password: string): Promise<false> {
    const tag = await this.#derive(password, randomBytes(saltBytes), tagBytes, this.#cost);
    timingSafeEqual(tag, randomBytes(tagBytes));
    return false;
  }

  /**
   * Whether a hash was computed with another cost than the current one, and should be renewed at the next successful
   * sign-in.
   */
  needsRehash(phc: string): boolean {
    const { memory, passes, parallelism, tag } = decodePasswordHash(phc);
    const { memory: wantedMemory, passes: wantedPasses, parallelism: wantedParallelism } = this.#cost;
    return (
      memory !== wantedMemory || passes !== wantedPasses || parallelism !== wantedParallelism || tag.length !== tagBytes
    );
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #derive(
    password: string,
    salt: Buffer,
    tagLength: number,
    { memory, passes, parallelism }: PasswordCost,
  ): Promise<Buffer> {
    try {
      return Buffer.from(
        await this.#threads.run(this.#derivation, { password, salt, memory, passes, parallelism, tagLength }),
      );
    } catch (error) {
      if (error instanceof ThreadQueueFull)
        throw new Problem('unavailable', {
          detail: 'Too many sign-ins at the same time.',
          headers: { 'Retry-After': '1' },
        });
      throw error;
    }
  }
}
