import { randomBytes } from 'node:crypto';
import { decodePasswordHash, defaultPasswordCost, encodePasswordHash, saltBytes, tagBytes } from './password-hash.js';

/**
 * Returns the hash of an account without a password: a random tag, which no password yields, and a salt of zeros, by
 * which `hasPassword` recognizes it.
 */
export const unusablePassword = (): string =>
  encodePasswordHash({ ...defaultPasswordCost, salt: Buffer.alloc(saltBytes), tag: randomBytes(tagBytes) });

/** Returns true if a password may exist that has this hash. */
export const hasPassword = (passwordHash: string): boolean =>
  decodePasswordHash(passwordHash).salt.some((byte) => byte !== 0);
