import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Maximum size of a message in bytes (RFC 8291 §4: 4,096 bytes of body less header, delimiter and tag). */
export const MAX_PUSH_BYTES = 3_993;

const RECORD_BYTES = 4_096;

/** The keys of a subscription, as base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Values that are random for every message; tests give them. */
export interface PushSecrets {
  salt: Buffer;
  /** Private key of the sender on P-256. */
  privateKey: Buffer;
}

/**
 * Encrypts a message for a subscription (RFC 8291) as one record of the content coding `aes128gcm` (RFC 8188).
 * @param text at most `MAX_PUSH_BYTES` as UTF-8
 * @throws Error if the key of the subscription is not on the curve
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys, secrets?: PushSecrets): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH('prime256v1');
  if (secrets === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(secrets.privateKey);
  const sender = ecdh.getPublicKey();
  const salt = secrets?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const material = derived(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const key = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size.writeUInt8(sender.length, 4);
  // The delimiter 2 ends the last record (RFC 8188 §2).
  const content = [cipher.update(Buffer.from(text)), cipher.update(Buffer.from([2])), cipher.final()];
  return Buffer.concat([salt, size, sender, ...content, cipher.getAuthTag()]);
}

const derived = (material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, bytes));
