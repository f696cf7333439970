// A thread that does nothing but derive argon2id tags: on the event loop one would stop the service for its whole duration, and on libuv's
// pool it would hold up file access and name resolution, which share that pool.
import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { PasswordCost } from './password-hash.js';

export interface Derivation extends PasswordCost {
  password: string;
  salt: Uint8Array;
  tagLength: number;
}

parentPort!.on('message', ({ password, salt, memory, passes, parallelism, tagLength }: Derivation) => {
  parentPort!.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength }));
});
