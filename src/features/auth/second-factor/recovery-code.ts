import { createHash, randomInt } from 'node:crypto';

/** Crockford's base32: without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 random bits: too many to try, so that a fast hash without a key protects them. */
const LENGTH = 16;

export const RECOVERY_CODE_COUNT = 10;

/** A new code, `XXXX-XXXX-XXXX-XXXX`. */
export function newRecoveryCode(): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return (code.match(/.{4}/g) as string[]).join('-');
}

/**
 * The hash under which an account's code is stored. Case, spaces and hyphens do not matter; O is read as 0, I and L as
 * 1.
 */
export function recoveryCodeHash(accountId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(`recovery code|${accountId}|${plain}`).digest('hex');
}
