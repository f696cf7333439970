import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { uuid } from '../../../api/rules.js';
import { lazy } from '../../../async/lazy.js';

/** Lifetime of an access token: 15 minutes. */
export const ACCESS_TOKEN_SECONDS = 900;
export const ISSUER = 'watchfloor';
export const AUDIENCE = 'watchfloor-api';
/** Type of the JWT (RFC 9068), so that no other kind of JWT is accepted as an access token. */
export const TOKEN_TYPE = 'at+jwt';
export const ALGORITHM = 'HS256';
/** Tolerated difference between the clocks of processes. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** The library is loaded at the first sign-in. */
const jsonwebtoken = lazy(() => createRequire(import.meta.url)('jsonwebtoken') as typeof import('jsonwebtoken'));

export interface AccessClaims {
  iss: string;
  aud: string;
  /** Account id. */
  sub: string;
  /** Session id; absent for a personal key. */
  sid?: string;
  /** Id of a personal key; absent for a session. */
  key?: string;
  jti: string;
  iat: number;
  exp: number;
}

/** The holder of an access token: an account, and the session or personal key whose end also ends the token. */
export type TokenHolder = { accountId: string } & (
  | { sessionId: string; keyId?: undefined }
  | { keyId: string; sessionId?: undefined }
);

/** Signs an access token. It contains only its holder: role, scopes and limits are looked up at each request. */
export function signAccessToken(
  key: { id: string; secret: string },
  { accountId, sessionId, keyId }: TokenHolder,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000);
  const holder = keyId === undefined ? { sid: sessionId } : { key: keyId };
  const claims: AccessClaims = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: accountId,
    ...holder,
    jti: randomUUID(),
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
  };
  return jsonwebtoken().sign(claims, key.secret, {
    algorithm: ALGORITHM,
    keyid: key.id,
    header: { alg: ALGORITHM, typ: TOKEN_TYPE, kid: key.id },
  });
}

const { check: isUuid } = uuid();

/**
 * Whether claims have the form that this service gives to access tokens. Rejects forms that the JWT library accepts and
 * this service never issues (RFC 8725 §3). Does not check the expiry.
 */
export function areOurClaims(claims: unknown): claims is AccessClaims {
  if (typeof claims !== 'object' || claims === null) return false;
  const { iss, aud, sub, sid, key, jti, iat, exp } = claims as Partial<Record<keyof AccessClaims, unknown>>;
  if (
    (sid === undefined) === (key === undefined) ||
    ![sub, sid ?? key, jti].every(isUuid) ||
    iss !== ISSUER ||
    aud !== AUDIENCE ||
    'nbf' in claims
  )
    return false;
  return Number.isInteger(iat) && Number.isInteger(exp) && (exp as number) - (iat as number) === ACCESS_TOKEN_SECONDS;
}

export function isCurrent({ iat, exp }: AccessClaims, nowMs: number): boolean {
  const now = nowMs / 1000;
  return iat <= now + CLOCK_TOLERANCE_SECONDS && exp > now - CLOCK_TOLERANCE_SECONDS;
}

/**
 * Whether the header of a token is exactly the header that this service writes: without a key of the sender and without
 * critical extensions.
 */
export function isOurHeader(token: string): boolean {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString());
    return (
      header.alg === ALGORITHM &&
      header.typ === TOKEN_TYPE &&
      typeof header.kid === 'string' &&
      Object.keys(header).length === 3
    );
  } catch {
    return false;
  }
}
