import { argon2Sync } from 'node:crypto';
import type { PasswordCost } from './password-hash.js';

export interface Derivation extends PasswordCost {
  password: string;
  salt: Uint8Array;
  tagLength: number;
}

/**
 * Derives an argon2id tag. Must run in a worker thread: on the event loop it would block the service, and in libuv's
 * thread pool it would delay file access and name resolution.
 */
export const derive = ({ password, salt, memory, passes, parallelism, tagLength }: Derivation): Uint8Array =>
  argon2Sync('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength });
