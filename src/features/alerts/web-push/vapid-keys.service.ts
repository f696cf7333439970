import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { Service } from 'typedi';
import { SecretVault } from '../../../secrets/secret-vault.js';
import { type StoredKeys, VapidKeyRepository } from './vapid-key.repository.js';

/** The key pair by which push services recognize this service (RFC 8292). */
export interface VapidKeys {
  /** Uncompressed point of P-256 as base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

const PLACE = 'web push keys';

/**
 * Creates the keys of the service at their first use and keeps them, because browsers bind their subscriptions to the
 * public key. The private key is stored encrypted.
 */
@Service()
export class VapidKeyStore {
  private readonly cached: { keys?: VapidKeys } = {};

  constructor(
    private readonly repository: VapidKeyRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Returns the public key as base64url. */
  async publicKey(): Promise<string> {
    return (await this.stored()).publicKey;
  }

  /** Returns the keys. @throws CannotOpen if the private key cannot be decrypted */
  async keys(): Promise<VapidKeys> {
    if (this.cached.keys !== undefined) return this.cached.keys;
    const { publicKey, privateKey } = await this.stored();
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: this.vault.open(privateKey, PLACE),
    };
    this.cached.keys = { publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
    return this.cached.keys;
  }

  /** Encrypts the private key again if it was encrypted with an earlier data secret. */
  async reseal(): Promise<void> {
    const stored = await this.repository.find();
    if (stored === undefined || this.vault.isCurrent(stored.privateKey) || !this.vault.hasKeyOf(stored.privateKey))
      return;
    const privateKey = this.vault.seal(this.vault.open(stored.privateKey, PLACE), PLACE);
    await this.repository.update(privateKey);
  }

  private async stored(): Promise<StoredKeys> {
    const found = await this.repository.find();
    if (found !== undefined) return found;
    const ecdh = createECDH('prime256v1');
    const publicKey = ecdh.generateKeys('base64url');
    // A private key may start with zeros, which the library omits; a JSON Web Key has all 32 bytes (RFC 7518 §6.2.2.1).
    const secret = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
      .subarray(-32)
      .toString('base64url');
    const made = { publicKey, privateKey: this.vault.seal(secret, PLACE) };
    // Another process may have created the keys meanwhile; the stored ones count.
    return this.repository.insert(made);
  }
}
