import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Passkey } from '../credentials/passkey.repository.js';

/** Time that a person has to answer a challenge (ms). */
export const CEREMONY_MS = 5 * MINUTE_MS;
const RP_NAME = 'Watchfloor';
/** COSE algorithms that are accepted: EdDSA, ES256 and RS256, which all authenticators have at least one of. */
const ALGORITHMS = [-8, -7, -257];

/** The response of an authenticator did not pass a check. */
export class PasskeyRejection extends Error {
  constructor(
    readonly reason: 'counter' | 'invalid' | 'unknown' | 'not_verified',
    cause?: unknown,
  ) {
    super(`The passkey was rejected: ${reason}`, { cause });
  }
}

/** A verified new credential. */
export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

const library = () => import('@simplewebauthn/server');
const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
const newChallenge = (): string => randomBytes(32).toString('base64url');
/** Passkeys belong to the host of the public address. */
const rpIdOf = (publicAddress: string): string => new URL(publicAddress).hostname;
const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

/**
 * Makes the challenges of WebAuthn (https://www.w3.org/TR/webauthn-3/) and verifies the responses of authenticators.
 * Any attestation is ignored: the service trusts no model of authenticator more than another.
 */
@Service()
export class PasskeyCeremonies {
  /** Returns the options for a new passkey. */
  async registration(
    publicAddress: string,
    account: Account,
    existing: readonly Passkey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: rpIdOf(publicAddress),
      userName: account.email,
      userDisplayName: account.displayName,
      userID: new Uint8Array(Buffer.from(account.id.replaceAll('-', ''), 'hex')),
      challenge: new Uint8Array(Buffer.from(newChallenge(), 'base64url')),
      timeout: CEREMONY_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: existing.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
  }

  /** Verifies a new credential. @throws PasskeyRejection */
  async verifyRegistration(publicAddress: string, challenge: string, response: object): Promise<NewCredential> {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(publicAddress).origin,
      expectedRPID: rpIdOf(publicAddress),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((error: unknown) => {
      throw new PasskeyRejection('invalid', error);
    });
    if (!verified) throw new PasskeyRejection('invalid');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => known.includes(one)),
      isSynced: credentialBackedUp,
    };
  }

  /**
   * Returns the options for signing in.
   * @param allowed the passkeys of the account that is asked for its second factor; undefined: any passkey of the
   *   service, and the authenticator must verify its user, since no password was checked
   */
  async authentication(
    publicAddress: string,
    allowed?: readonly Passkey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: rpIdOf(publicAddress),
      challenge: new Uint8Array(Buffer.from(newChallenge(), 'base64url')),
      timeout: CEREMONY_MS,
      allowCredentials: allowed?.map(descriptorOf),
      userVerification: allowed === undefined ? 'required' : 'preferred',
    });
  }

  /**
   * Verifies the response of a known passkey. A counter that did not grow shows a copied authenticator.
   * @param alone true: no password was checked, so the authenticator must have verified its user
   * @returns the new counter, and whether the passkey is copied between devices
   * @throws PasskeyRejection
   */
  async verifyAuthentication(
    publicAddress: string,
    challenge: string,
    response: object,
    { credentialId, publicKey, counter }: Passkey,
    alone: boolean,
  ): Promise<Pick<Passkey, 'counter' | 'isSynced'>> {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(publicAddress).origin,
      expectedRPID: rpIdOf(publicAddress),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: alone,
    }).catch((error: unknown) => {
      throw new PasskeyRejection(/counter/i.test((error as Error).message) ? 'counter' : 'invalid', error);
    });
    if (!verified) throw new PasskeyRejection('invalid');
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  }
}
