import { type PresentedToken, parseRefreshToken, type RefreshTokenMint } from './refresh-token.js';
import type { Session } from './session.js';
import type { SessionStore } from './session-store.js';

/**
 * `fresh` carries the session and the token to hand out (for a repeated request in time, the very token handed out
 * before); `reused` carries the session that has just ended because of it; `invalid` is every other token, and has
 * touched nothing.
 */
export type RefreshOutcome =
  | { outcome: 'fresh'; session: Session; token: string }
  | { outcome: 'reused'; session: Session }
  | { outcome: 'invalid' };

/** Exchanges a refresh token for its successor: the one place where a presented secret meets the session store. */
export class SessionRotation {
  /** @param graceMs 0 for strict rotation (RFC 9700 §4.14.2), up to 60 000 */
  constructor(
    private readonly store: SessionStore,
    private readonly mint: RefreshTokenMint,
    private readonly graceMs: number,
  ) {}

  /**
   * @param text the cookie's value as it came
   * @param requestAgeMs ms since the request reached this process, by `performance.now()`
   * @param admit everything else that a refresh needs and that may fail: when it throws, the token is not spent
   * @throws StoreUnavailable when the store cannot decide, or its decision did not arrive; the token is then still good
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
      // The look-up above took its time too, in which a request sent together with this one may have been quicker.
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
