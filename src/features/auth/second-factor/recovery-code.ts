import { createHash, randomInt } from 'node:crypto';

/** Crockford's base32: without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Length in characters: 80 random bits, too many to guess, so that a fast unkeyed hash is sufficient protection. */
const LENGTH = 16;

export const RECOVERY_CODE_COUNT = 10;

/** Returns a new code in the form `XXXX-XXXX-XXXX-XXXX`. */
export function newRecoveryCode(): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return (code.match(/.{4}/g) as string[]).join('-');
}

/**
 * Returns the hash under which an account's code is stored. Case, spaces and hyphens are ignored; O is read as 0, and I
 * and L as 1.
 */
export function recoveryCodeHash(accountId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(`recovery code|${accountId}|${plain}`).digest('hex');
}
