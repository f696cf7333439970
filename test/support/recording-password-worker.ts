// A password thread that also tells what it is asked to derive, but for the password and the salt themselves.
import { argon2Sync } from 'node:crypto';
import { BroadcastChannel, parentPort } from 'node:worker_threads';
import type { Derivation } from '../../src/features/auth/password-worker.js';

const channel = new BroadcastChannel('derivations');
channel.unref();

parentPort!.on('message', ({ password, salt, ...cost }: Derivation) => {
  channel.postMessage({ ...cost, passwordLength: password.length, saltLength: salt.length });
  parentPort!.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, ...cost }));
});
