// A password derivation that also reports its parameters, except the password and the salt.
import { BroadcastChannel } from 'node:worker_threads';
import * as genuine from '../../src/features/auth/passwords/password-derivation.js';

const channel = new BroadcastChannel('derivations');
channel.unref();

export function derive({ password, salt, ...cost }: genuine.Derivation): Uint8Array {
  channel.postMessage({ ...cost, passwordLength: password.length, saltLength: salt.length });
  return genuine.derive({ password, salt, ...cost });
}
