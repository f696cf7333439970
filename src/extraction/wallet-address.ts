import { hash } from 'node:crypto';
import { keccak256 } from './keccak256.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** Version bytes of addresses: P2PKH and P2SH of Bitcoin and Litecoin, and accounts of Tron. */
const VERSIONS = [0x00, 0x05, 0x30, 0x32, 0x41];
/** Prefixes of Bech32 in the form that the checksum uses (BIP 173): high bits, zero, low bits. */
const PREFIXES: Readonly<Record<string, readonly number[]>> = { bc: [3, 3, 0, 2, 3], ltc: [3, 3, 3, 0, 12, 20, 3] };
const BECH32_CHECKSUM = 1;
/** Checksum constant of version 1 and later (BIP 350). */
const BECH32M_CHECKSUM = 0x2bc830a3;

/**
 * Returns true for an address of Bitcoin, Litecoin or Tron in Base58: 25 bytes, of which the last four are a checksum.
 */
export function isBase58Address(text: string): boolean {
  if (!/^[13LMT][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)) return false;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const digits = value.toString(16);
  if (digits.length > 50) return false;
  const bytes = Buffer.from(digits.padStart(50, '0'), 'hex');
  const checksum = hash('sha256', hash('sha256', bytes.subarray(0, 21), 'buffer'), 'buffer').subarray(0, 4);
  return VERSIONS.includes(bytes[0] as number) && checksum.equals(bytes.subarray(21));
}

/** Returns true for an address of Bitcoin or Litecoin in Bech32 (BIP 173) or Bech32m (BIP 350). */
export function isBech32Address(text: string): boolean {
  const lower = text.toLowerCase();
  const [, prefix = '', letters = ''] = /^(bc|ltc)1([02-9ac-hj-np-z]{11,87})$/.exec(lower) ?? [];
  if (letters === '' || (text !== lower && text !== text.toUpperCase())) return false;
  const data = [...letters].map((letter) => BECH32.indexOf(letter));
  const checksum = polymod([...(PREFIXES[prefix] as readonly number[]), ...data]);
  return checksum === (data[0] === 0 ? BECH32_CHECKSUM : BECH32M_CHECKSUM);
}

/** Returns the checksum of Bech32. */
function polymod(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    generators.forEach((generator, bit) => {
      if ((top >>> bit) & 1) checksum ^= generator;
    });
  }
  return checksum >>> 0;
}

/**
 * Checks an Ethereum address: `right` or `wrong` by the checksum of EIP-55 in its capitals, `absent` when all letters
 * have the same case. Also `wrong` for a text in another form.
 */
export function ethereumChecksum(text: string): 'right' | 'absent' | 'wrong' {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined) return 'wrong';
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return 'absent';
  const hashed = keccak256(lower);
  const isRight = [...lower].every(
    (digit, index) =>
      (Number.parseInt(hashed[index] as string, 16) >= 8 ? digit.toUpperCase() : digit) === digits[index],
  );
  return isRight ? 'right' : 'wrong';
}
