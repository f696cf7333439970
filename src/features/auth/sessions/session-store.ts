import type { Session, SessionOpening } from './session.js';

/** A refresh token whose secret the caller has found right. */
export interface RotationRequest {
  sessionId: string;
  presentedGeneration: number;
  /**
   * Ms since the request reached this process, by a monotonic clock: two requests sent together are one, whichever
   * comes second.
   */
  requestAgeMs: number;
  /** For how long (ms) after a rotation its predecessor gets the same successor again. */
  graceMs: number;
}

/**
 * - `rotated`: the session moved on by one generation; `session` is the new state.
 * - `replayed`: the predecessor came again, in time or because the answer to its rotation was lost; `session` is the
 * present state, unchanged.
 * - `reused`: a spent token came back; the session has ended and `session` is what it was.
 * - `unknown`: there is no such session, or no such generation yet; nothing was touched.
 */
export type Rotation = { verdict: 'rotated' | 'replayed' | 'reused'; session: Session } | { verdict: 'unknown' };

/** The server-side sessions. Every method that reaches a shared store may throw `StoreUnavailable`. */
export abstract class SessionStore {
  /** Opens a session; when the account has too many, its oldest ends. */
  abstract create(opening: SessionOpening): Promise<Session>;

  /** The live session, or undefined when it has ended, expired or never was. */
  abstract find(sessionId: string): Promise<Session | undefined>;

  /** Decides about a presented generation and acts on it, in one atomic step among all processes. */
  abstract rotate(request: RotationRequest): Promise<Rotation>;

  /** Ends one session. False when there was none. */
  abstract end(sessionId: string): Promise<boolean>;

  /** Ends the account's sessions, but for the one named. Returns the ids that ended. */
  abstract endAll(accountId: string, exceptSessionId?: string): Promise<string[]>;

  /** The account's live sessions, last used first. */
  abstract list(accountId: string): Promise<Session[]>;

  /** Deletes sessions expired at `now` (ms), if the store does not expire them itself. */
  abstract sweep(now: number): void;
}
