import { argon2Sync } from 'node:crypto';
import type { PasswordCost } from './password-hash.js';

export interface Derivation extends PasswordCost {
  password: string;
  salt: Uint8Array;
  tagLength: number;
}

/**
 * Derives an argon2id tag. Run in a thread: on the event loop one would stop the service for its whole duration, and on
 * libuv's pool it would hold up file access and name resolution, which share that pool.
 */
export const derive = ({ password, salt, memory, passes, parallelism, tagLength }: Derivation): Uint8Array =>
  argon2Sync('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength });
