import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'wfk_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 8;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
const LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/**
 * Returns a new key in the form of GitHub's tokens: `wfk_`, 30 random characters (178 bits), and 6 characters of their
 * CRC-32. Secret scanners recognize it offline, and a mistyped key is rejected without a look-up.
 */
export function generateKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${PREFIX}${random}${checksumOf(random)}`;
}

/** Whether a text has the form of a key and the correct checksum. Such a key need not exist. */
export function isKey(text: string): boolean {
  if (text.length !== LENGTH) return false;
  const [, random, checksum] = form.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

export const hintOf = (key: string): string => key.slice(0, HINT_LENGTH);

/** Returns the CRC-32 of the characters in base 62, padded with zeros. */
export function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (; rest > 0; rest = Math.floor(rest / alphabet.length)) text = `${alphabet[rest % alphabet.length]}${text}`;
  return text.padStart(CHECKSUM_LENGTH, '0');
}
