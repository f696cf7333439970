import { createHash } from 'node:crypto';
import type { AddressClass } from '../sessions/session.js';

/**
 * Returns the fingerprint of a device: a hash of the account, of the user agent without its numbers, and of the class
 * of its address. An update of browser or system only changes numbers, so the device stays the same; two models that
 * differ in their number alone are taken for one.
 * @returns SHA-256 in base64url, which does not reveal the device
 */
export function deviceFingerprint(accountId: string, userAgent: string, addressClass: AddressClass): string {
  const nameless = userAgent.replace(/\d+(?:[._]\d+)*/g, '').toLowerCase();
  return createHash('sha256').update(`device|${accountId}|${addressClass}|${nameless}`).digest('base64url');
}
