import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Session } from './session.js';

/** A refresh token taken apart; nothing about it is proven yet. */
export interface PresentedToken {
  sessionId: string;
  generation: number;
  secret: string;
}

/**
 * `<UUID>.<generation>.<43 characters of base64url>`: one spelling for each token, so that no altered copy passes for
 * the original.
 */
const form =
  /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.(0|[1-9][0-9]{0,8})\.([A-Za-z0-9_-]{43})$/;
const longest = 36 + 1 + 9 + 1 + 43;

/** The parts of a token, or undefined when it is not one. */
export function parseRefreshToken(text: string): PresentedToken | undefined {
  if (text.length > longest) return undefined;
  const match = form.exec(text);
  return match ? { sessionId: match[1]!, generation: Number(match[2]), secret: match[3]! } : undefined;
}

/**
 * Makes and checks refresh tokens. The secret part is HMAC-SHA-256 over session, generation and salt, so the same
 * successor can be said again without any token being stored.
 */
export class RefreshTokenMint {
  readonly #key: Buffer;

  /** @param key the server's key, 32 bytes or more @throws RangeError when it is shorter */
  constructor(key: Buffer) {
    if (key.length < 32) throw new RangeError('The refresh token key needs 32 bytes or more');
    this.#key = key;
  }

  /** The token of the session's present generation. */
  mint(session: Pick<Session, 'id' | 'generation' | 'salt'>): string {
    return `${session.id}.${session.generation}.${this.#secret(session.id, session.generation, session.salt)}`;
  }

  /**
   * Returns whether this server made the token for this session, in any generation. Takes the same time for every wrong
   * secret.
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
