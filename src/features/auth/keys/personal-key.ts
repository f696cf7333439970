import { addressList, isListed } from '../../../config/address-ranges.js';
import type { Owned } from '../../../resources/owned-table.js';

/** A credential of a program that acts for an account. The key itself is not stored. */
export interface PersonalKey extends Owned {
  name: string;
  /** SHA-256 of the key in base64url. A fast hash suffices, because the key has 178 random bits. */
  hash: string;
  /** The first 8 characters of the key. */
  hint: string;
  /** Names from `scopes` (openapi/scopes.ts), in that order. */
  scopes: string[];
  /** Addresses and CIDR ranges from which the key may be used; empty: any address. */
  addressRanges: string[];
  /** When the key expires; null: never. */
  expiresAt: Date | null;
  /** Last use, accurate to a minute; null if the key was never used. */
  lastUsedAt: Date | null;
}

/** The fields that the owner of the key sets. */
export type PersonalKeyContent = Pick<PersonalKey, 'name' | 'scopes' | 'addressRanges' | 'expiresAt'>;

export const WRONG_ADDRESS = 'The personal key may not be used from this address; see its `addressRanges`.';

export function isUsableFrom({ addressRanges }: PersonalKey, address: string): boolean {
  return addressRanges.length === 0 || isListed(addressList(addressRanges), address);
}
