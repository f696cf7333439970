import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';

export const addressClasses = ['loopback', 'private', 'public'] as const;

/** Where a session came from, coarse enough to keep: `public` addresses are not stored, only that they were public. */
export type AddressClass = (typeof addressClasses)[number];

/**
 * One signed-in device: a family of refresh tokens of which only the newest generation is valid. Times are ms since the
 * epoch. Holds nothing from which a token can be made without the server's key.
 */
export interface Session {
  /** UUIDv7; also the `sid` claim of its access tokens. */
  id: string;
  accountId: string;
  /** Counts the rotations, from 0. */
  generation: number;
  /** Random and constant for the session's life; goes into the tokens' MAC. */
  salt: string;
  createdAt: number;
  /** The last rotation, or the creation. */
  lastUsedAt: number;
  rotatedAt: number;
  /** The time at which an unused session ends; never after `endsAt`. */
  expiresAt: number;
  /** The time at which the session ends even if it is used. */
  endsAt: number;
  userAgent: string;
  addressClass: AddressClass;
}

/** A session as a sign-in creates it; the store adds the times from its own clock. */
export type SessionOpening = Pick<Session, 'id' | 'accountId' | 'salt' | 'userAgent' | 'addressClass'>;

export interface SessionLimits {
  /** Life without use, ms. */
  idleMs: number;
  /** Life in all, ms. */
  maxAgeMs: number;
  /** Sessions an account may have at once; one more ends the oldest. */
  perAccount: number;
}

export const defaultSessionLimits: SessionLimits = { idleMs: 14 * DAY_MS, maxAgeMs: 90 * DAY_MS, perAccount: 20 };

const longestUserAgent = 256;

/** A new session's own part: a UUIDv7 and a 128-bit salt. */
export function openSession(
  accountId: string,
  client: { userAgent?: string; addressClass: AddressClass },
): SessionOpening {
  return {
    id: uuidV7(),
    accountId,
    salt: randomBytes(16).toString('base64url'),
    userAgent: (client.userAgent ?? '').slice(0, longestUserAgent).toWellFormed(),
    addressClass: client.addressClass,
  };
}
