import { addressList, isListed } from '../../../config/address-ranges.js';
import type { Owned } from '../../../resources/owned-table.js';

/** A credential of a program that acts for an account. The key itself is not stored. */
export interface PersonalKey extends Owned {
  name: string;
  /** SHA-256 of the key, in base64url. A quick hash is enough: the key has 178 random bits. */
  hash: string;
  /** The first 8 characters of the key. */
  hint: string;
  /** Scopes of `scopes` (openapi/scopes.ts), in their order. */
  scopes: string[];
  /** Addresses and CIDR ranges from which it may be used; empty: from anywhere. */
  addressRanges: string[];
  /** Null: it does not expire. */
  expiresAt: Date | null;
  /** Correct to a minute; null when it was never used. */
  lastUsedAt: Date | null;
}

/** The fields that the account sets. */
export type PersonalKeyContent = Pick<PersonalKey, 'name' | 'scopes' | 'addressRanges' | 'expiresAt'>;

export const WRONG_ADDRESS = 'The personal key may not be used from this address; see its `addressRanges`.';

export function isUsableFrom({ addressRanges }: PersonalKey, address: string): boolean {
  return addressRanges.length === 0 || isListed(addressList(addressRanges), address);
}
