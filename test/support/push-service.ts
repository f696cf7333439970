import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Received } from './receiver.js';

/** A subscription of a browser, with the secrets that only the browser has. */
export interface Subscription {
  /** Settings of the contact. */
  delivery: { channel: 'webPush'; endpoint: string; p256dh: string; auth: string };
  ecdh: ECDH;
}

/** Creates a subscription of a browser at an address. */
export function subscribed(endpoint: string): Subscription {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  return {
    ecdh,
    delivery: { channel: 'webPush', endpoint, p256dh, auth: randomBytes(16).toString('base64url') },
  };
}

/** Decrypts a body as a browser does (RFC 8291 §3.4, RFC 8188 §2). @throws Error for a body of another form */
export function decrypted(body: Buffer, { ecdh, delivery }: Subscription): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  if (length !== 65 || body.length > 4_096 || body.length - 86 > size) throw new Error('The header is wrong.');
  const sender = body.subarray(21, 86);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const hkdf = (material: Buffer, itsSalt: Buffer, itsInfo: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, itsSalt, itsInfo, bytes));
  const material = hkdf(ecdh.computeSecret(sender), Buffer.from(delivery.auth, 'base64url'), info, 32);
  const key = hkdf(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
  const content = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  const end = content.findLastIndex((byte) => byte !== 0);
  if (content[end] !== 2) throw new Error('The record is not the last one.');
  return content.subarray(0, end).toString();
}

/** Verifies the token of a request as a push service does (RFC 8292). @returns its claims and the public key */
export function verified({ headers }: Received, now: number): { claims: jwt.JwtPayload; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url')) as [
    string,
    string,
  ];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const options = { algorithms: ['ES256' as const], clockTimestamp: Math.floor(now / 1_000) };
  return { claims: jwt.verify(token, key, options) as jwt.JwtPayload, publicKey };
}
