import { createHmac } from 'node:crypto';
import { KeyRing } from '../../src/http/key-ring.js';
import { SECRET } from './test-service.js';

export const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
export const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Returns the header and claims of a real token, to be changed. */
export function partsOf(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = token.split('.') as [string, string];
  return { header: decode(header), claims: decode(claims) };
}

/**
 * Returns a token with this header and these claims, signed with HS256. Default: the key of the service, so that only
 * the changed parts are wrong.
 */
export function forge(header: unknown, claims: unknown, key: string | Buffer = SECRET): string {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

export const signingKeyId = new KeyRing(SECRET).current.id;
