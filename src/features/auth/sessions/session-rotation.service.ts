import { type PresentedToken, parseRefreshToken, type RefreshTokenMint } from './refresh-token.js';
import type { Session } from './session.js';
import type { SessionStore } from './session-store.js';

/**
 * Result of a refresh:
 * - `fresh`: `token` is the new token of the session; a repeated request within the grace time gets the token that was
 * handed out before.
 * - `reused`: the token was used before, so `session` has just ended.
 * - `invalid`: any other token; nothing has changed.
 */
export type RefreshOutcome =
  | { outcome: 'fresh'; session: Session; token: string }
  | { outcome: 'reused'; session: Session }
  | { outcome: 'invalid' };

/** Exchanges a refresh token for its successor. Only this class verifies tokens against the session store. */
export class SessionRotation {
  /**
   * @param graceMs time for which a used token yields the same successor again: 0 (strict rotation, RFC 9700 §4.14.2)
   * to 60 000
   */
  constructor(
    private readonly store: SessionStore,
    private readonly mint: RefreshTokenMint,
    private readonly graceMs: number,
  ) {}

  /**
   * Exchanges a token.
   * @param text value of the cookie as received
   * @param requestAgeMs ms since the request reached this process, by `performance.now()`
   * @param admit further checks and reads that may fail; if it throws, the token stays valid
   * @throws StoreUnavailable if the store did not respond; the token stays valid
   */
  async refresh(
    text: string,
    requestAgeMs: number,
    admit: (session: Session) => Promise<void> = async () => {},
  ): Promise<RefreshOutcome> {
    const called = performance.now();
    const token = parseRefreshToken(text);
    const found = token && (await this.find(token));
    if (!found) return { outcome: 'invalid' };
    await admit(found);
    const rotation = await this.store.rotate({
      sessionId: found.id,
      presentedGeneration: token.generation,
      // The look-up counts as part of the age: meanwhile, a request sent at the same time may have rotated the token.
      requestAgeMs: requestAgeMs + performance.now() - called,
      graceMs: this.graceMs,
    });
    switch (rotation.verdict) {
      case 'unknown':
        return { outcome: 'invalid' };
      case 'reused':
        return { outcome: 'reused', session: rotation.session };
      default:
        return { outcome: 'fresh', session: rotation.session, token: this.mint.mint(rotation.session) };
    }
  }

  /** Returns the live session of a refresh token of any generation, without rotating it. */
  async identify(text: string): Promise<Session | undefined> {
    const token = parseRefreshToken(text);
    return token && this.find(token);
  }

  private async find(token: PresentedToken): Promise<Session | undefined> {
    const found = await this.store.find(token.sessionId);
    return found && this.mint.made(token, found) ? found : undefined;
  }
}
