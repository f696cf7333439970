import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { lazily } from '../../lazily.js';
import { uuid } from '../../openapi/rules.js';

/** 15 minutes. */
export const ACCESS_TOKEN_SECONDS = 900;
export const ISSUER = 'watchfloor';
export const AUDIENCE = 'watchfloor-api';
/** RFC 9068: an access token and nothing else. */
export const TOKEN_TYPE = 'at+jwt';
export const ALGORITHM = 'HS256';
/** How far clocks may differ. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Loaded with the first sign-in. */
const jsonwebtoken = lazily(() => createRequire(import.meta.url)('jsonwebtoken') as typeof import('jsonwebtoken'));

export interface AccessClaims {
  iss: string;
  aud: string;
  /** Account id. */
  sub: string;
  /** Session id. */
  sid: string;
  jti: string;
  iat: number;
  exp: number;
}

/** Signs an access token. It names account and session and nothing else: role and limits are looked up at each request. */
export function signAccessToken(key: { id: string; secret: string }, accountId: string, sessionId: string, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  const claims: AccessClaims = { iss: ISSUER, aud: AUDIENCE, sub: accountId, sid: sessionId, jti: randomUUID(), iat, exp: iat + ACCESS_TOKEN_SECONDS };
  return jsonwebtoken().sign(claims, key.secret, { algorithm: ALGORITHM, keyid: key.id, header: { alg: ALGORITHM, typ: TOKEN_TYPE, kid: key.id } });
}

const { check: isUuid } = uuid();

/** Refuses what the JWT library accepts and an access token of ours never is (RFC 8725 §3). Whether it is current is another question. */
export function areOurClaims(claims: unknown): claims is AccessClaims {
  if (typeof claims !== 'object' || claims === null) return false;
  const { iss, aud, sub, sid, jti, iat, exp } = claims as Partial<Record<keyof AccessClaims, unknown>>;
  if (![sub, sid, jti].every(isUuid) || iss !== ISSUER || aud !== AUDIENCE || 'nbf' in claims) return false;
  return Number.isInteger(iat) && Number.isInteger(exp) && (exp as number) - (iat as number) === ACCESS_TOKEN_SECONDS;
}

export function isCurrent({ iat, exp }: AccessClaims, nowMs: number): boolean {
  const now = nowMs / 1000;
  return iat <= now + CLOCK_TOLERANCE_SECONDS && exp > now - CLOCK_TOLERANCE_SECONDS;
}

/** The header must be exactly ours: no key of the sender's, no critical extension. */
export function isOurHeader(token: string): boolean {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString());
    return header.alg === ALGORITHM && header.typ === TOKEN_TYPE && typeof header.kid === 'string' && Object.keys(header).length === 3;
  } catch {
    return false;
  }
}
