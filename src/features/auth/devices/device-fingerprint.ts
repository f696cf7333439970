import { createHash } from 'node:crypto';
import type { AddressClass } from '../sessions/session.js';

/**
 * Returns the fingerprint of a device: a hash of the account, the user agent without its numbers, and the class of the
 * address. An update of the browser or system changes only numbers, so the device keeps its fingerprint; two models
 * that differ only in a number have the same one.
 * @returns SHA-256 in base64url, from which the device cannot be derived
 */
export function deviceFingerprint(accountId: string, userAgent: string, addressClass: AddressClass): string {
  const nameless = userAgent.replace(/\d+(?:[._]\d+)*/g, '').toLowerCase();
  return createHash('sha256').update(`device|${accountId}|${addressClass}|${nameless}`).digest('base64url');
}
