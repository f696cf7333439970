// A password derivation in which one password ends the thread, as running out of memory would.
import * as genuine from '../../src/features/auth/passwords/password-derivation.js';

export function derive(derivation: genuine.Derivation): Uint8Array {
  if (derivation.password === 'the thread dies at this') process.exit(1);
  return genuine.derive(derivation);
}
