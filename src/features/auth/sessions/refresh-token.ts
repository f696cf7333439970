import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Session } from './session.js';

/** The parts of a refresh token, not yet verified. */
export interface PresentedToken {
  sessionId: string;
  generation: number;
  secret: string;
}

/**
 * Form of a token: `<UUID>.<generation>.<43 characters of base64url>`. Each token has only one spelling, so that an
 * altered copy is never equivalent to the original.
 */
const form =
  /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.(0|[1-9][0-9]{0,8})\.([A-Za-z0-9_-]{43})$/;
const longest = 36 + 1 + 9 + 1 + 43;

/** Parses a refresh token; undefined if the text does not have its form. */
export function parseRefreshToken(text: string): PresentedToken | undefined {
  if (text.length > longest) return undefined;
  const match = form.exec(text);
  return match ? { sessionId: match[1]!, generation: Number(match[2]), secret: match[3]! } : undefined;
}

/**
 * Creates and verifies refresh tokens. The secret part is an HMAC-SHA-256 over session, generation and salt, so that a
 * token can be created again and none is stored.
 */
export class RefreshTokenMint {
  readonly #key: Buffer;

  /**
   * Creates a mint.
   * @param key the server's key, at least 32 bytes
   * @throws RangeError if the key is shorter
   */
  constructor(key: Buffer) {
    if (key.length < 32) throw new RangeError('The refresh token key needs 32 bytes or more');
    this.#key = key;
  }

  /** Returns the token of the session's current generation. */
  mint(session: Pick<Session, 'id' | 'generation' | 'salt'>): string {
    return `${session.id}.${session.generation}.${this.#secret(session.id, session.generation, session.salt)}`;
  }

  /**
   * Returns whether this server created the token for this session, in any generation. Takes the same time for every
   * wrong secret.
   */
  made(token: PresentedToken, session: Pick<Session, 'id' | 'salt'>): boolean {
    if (token.sessionId !== session.id) return false;
    return timingSafeEqual(
      Buffer.from(this.#secret(session.id, token.generation, session.salt)),
      Buffer.from(token.secret),
    );
  }

  #secret(id: string, generation: number, salt: string): string {
    return createHmac('sha256', this.#key).update(`refresh|${id}|${generation}|${salt}`).digest('base64url');
  }
}
