// A password thread that one password kills, as running out of memory would.
import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Derivation } from '../../src/features/auth/password-worker.js';

parentPort!.on('message', ({ password, salt, ...cost }: Derivation) => {
  if (password === 'the thread dies at this') process.exit(1);
  parentPort!.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, ...cost }));
});
