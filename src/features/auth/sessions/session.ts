import { randomBytes } from 'node:crypto';
import type { Account } from '../../../accounts/account.js';
import { DAY_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';

export const addressClasses = ['loopback', 'private', 'public'] as const;

/** Class of the address of a session's first request. The address itself is not stored. */
export type AddressClass = (typeof addressClasses)[number];

/**
 * Method of a sign-in: a password, a passkey, the OpenID Connect provider with this id, or the consent of the account
 * to the app with this name.
 */
export type SignInMethod = 'password' | 'passkey' | `provider:${string}` | `app:${string}`;

/**
 * One signed-in device: a sequence of refresh tokens of which only the newest generation is valid. Times are ms since
 * the epoch. Tokens cannot be derived from it without the server's key.
 */
export interface Session {
  /** Id (UUIDv7), also the `sid` claim of the session's access tokens. */
  id: string;
  accountId: string;
  /** Number of rotations; 0 for a new session. */
  generation: number;
  /** Random value that never changes; part of the input of the tokens' MAC. */
  salt: string;
  createdAt: number;
  /** Time of the last rotation, at first of the creation. */
  lastUsedAt: number;
  rotatedAt: number;
  /** When the session ends if it is not used; never after `endsAt`. */
  expiresAt: number;
  /** When the session ends even if it is used. */
  endsAt: number;
  userAgent: string;
  addressClass: AddressClass;
  /** Method of the sign-in; absent in sessions of earlier versions, which all began with a password. */
  method?: SignInMethod;
  /** Scopes to which an app is limited; absent: the session may do everything that the account may. */
  scopes?: readonly string[];
}

/** A session as a sign-in creates it; the store adds times from its own clock. */
export type SessionOpening = Pick<
  Session,
  'id' | 'accountId' | 'salt' | 'userAgent' | 'addressClass' | 'method' | 'scopes'
>;

/** Whether the account has not invalidated the session since it began. */
export const isSessionValid = (
  { id, createdAt }: Pick<Session, 'id' | 'createdAt'>,
  { sessionsValidFrom, keptSessionId }: Pick<Account, 'sessionsValidFrom' | 'keptSessionId'>,
): boolean => createdAt >= sessionsValidFrom.getTime() || id === keptSessionId;

export interface SessionLimits {
  /** Time without use after which a session ends (ms). */
  idleMs: number;
  /** Maximum total duration of a session (ms). */
  maxAgeMs: number;
  /** Maximum number of sessions of an account; opening one more ends the oldest. */
  perAccount: number;
}

export const defaultSessionLimits: SessionLimits = { idleMs: 14 * DAY_MS, maxAgeMs: 90 * DAY_MS, perAccount: 20 };

const longestUserAgent = 256;

/** Returns the fields of a new session, with a UUIDv7 and a salt of 128 bits. */
export function openSession(
  accountId: string,
  client: { userAgent?: string; addressClass: AddressClass; method?: SignInMethod; scopes?: readonly string[] },
): SessionOpening {
  return {
    id: uuidV7(),
    accountId,
    salt: randomBytes(16).toString('base64url'),
    userAgent: (client.userAgent ?? '').slice(0, longestUserAgent).toWellFormed(),
    addressClass: client.addressClass,
    method: client.method ?? 'password',
    ...(client.scopes && { scopes: client.scopes }),
  };
}
