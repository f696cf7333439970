import { randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { SecretVault } from '../../secrets/secret-vault.js';
import { DAY_MS } from '../../time/durations.js';
import { type Endpoint, LOST_SECRET, MAX_SECRETS } from './endpoint.js';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Time for which a replaced secret still signs (ms), so that receivers have time to switch. */
const OVERLAP_MS = DAY_MS;

type Secrets = Pick<Endpoint, 'secret' | 'oldSecrets'>;
type Sealed = Secrets & Pick<Endpoint, 'id'>;

/**
 * Manages the signing secrets of endpoints: `whsec_` and 32 random bytes in Base64, as in Standard Webhooks; stored
 * encrypted.
 */
@Service()
export class EndpointSecrets {
  constructor(private readonly vault: SecretVault) {}

  /** Creates a secret. @returns the secret, which is shown once, and its encrypted form for storage */
  make(endpointId: string): { secret: string; sealed: string } {
    const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    return { secret, sealed: this.vault.seal(secret, placeOf(endpointId)) };
  }

  /** Creates a new secret. @param revokeOld true: earlier secrets stop signing at once; false: they expire later */
  rotate(
    { id, secret: replaced, oldSecrets }: Sealed,
    now: number,
    revokeOld: boolean,
  ): { secret: string; kept: Secrets } {
    const { secret, sealed } = this.make(id);
    const old =
      revokeOld || replaced === LOST_SECRET
        ? []
        : [{ secret: replaced, expiresAt: now + OVERLAP_MS }, ...living(oldSecrets, now)];
    return { secret, kept: { secret: sealed, oldSecrets: old.slice(0, MAX_SECRETS - 1) } };
  }

  /** Returns the keys that sign now, newest first. @throws CannotOpen if a secret cannot be decrypted */
  keysOf({ id, secret, oldSecrets }: Sealed, now: number): Buffer[] {
    return signing({ secret, oldSecrets }, now).map((one) =>
      Buffer.from(this.vault.open(one, placeOf(id)).slice(PREFIX.length), 'base64'),
    );
  }

  /** Whether one of the secrets that sign now was encrypted with a data secret that is not configured. */
  isLost(secrets: Secrets, now: number): boolean {
    return !signing(secrets, now).every((one) => this.vault.hasKeyOf(one));
  }

  /**
   * Returns the secrets that sign now, encrypted with the current data secret; undefined if they already are.
   * @throws CannotOpen if a secret cannot be decrypted
   */
  reseal({ id, ...secrets }: Sealed, now: number): Secrets | undefined {
    if (signing(secrets, now).every((one) => this.vault.isCurrent(one))) return undefined;
    const anew = (one: string) => this.vault.seal(this.vault.open(one, placeOf(id)), placeOf(id));
    const old = living(secrets.oldSecrets, now).map((one) => ({ ...one, secret: anew(one.secret) }));
    return { secret: anew(secrets.secret), oldSecrets: old };
  }
}

/** Returns the encrypted secrets that sign now, newest first. */
const signing = ({ secret, oldSecrets }: Secrets, now: number): string[] => [
  secret,
  ...living(oldSecrets, now).map((old) => old.secret),
];

export const living = (oldSecrets: Endpoint['oldSecrets'], now: number): Endpoint['oldSecrets'] =>
  oldSecrets.filter(({ expiresAt }) => expiresAt > now);

const placeOf = (endpointId: string) => `webhook endpoint ${endpointId}`;
