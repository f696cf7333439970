import type { Session, SessionOpening } from './session.js';

/** A request to rotate a session; the caller has verified the secret of its refresh token. */
export interface RotationRequest {
  sessionId: string;
  presentedGeneration: number;
  /**
   * Time since the request reached this process (ms), by a monotonic clock. It shows whether the request was sent
   * before the latest rotation; such a request gets the same token.
   */
  requestAgeMs: number;
  /** Time after a rotation (ms) within which the predecessor yields the same successor again. */
  graceMs: number;
}

/**
 * Result of a rotation:
 * - `rotated`: the session advanced by one generation; `session` is its new state.
 * - `replayed`: the predecessor was presented again within the grace time, or the result of its rotation was lost;
 * `session` is the current state, unchanged.
 * - `reused`: an older token was presented again; the session has ended, and `session` is its last state.
 * - `unknown`: no such session exists, or not yet this generation; nothing has changed.
 */
export type Rotation = { verdict: 'rotated' | 'replayed' | 'reused'; session: Session } | { verdict: 'unknown' };

/** Stores the sessions. Every method that uses a shared store may throw `StoreUnavailable`. */
export abstract class SessionStore {
  /** Opens a session. If the account has too many, its oldest one ends. */
  abstract create(opening: SessionOpening): Promise<Session>;

  /** Returns a live session; undefined if it has ended, has expired or never existed. */
  abstract find(sessionId: string): Promise<Session | undefined>;

  /** Rotates a session according to the presented generation, in one step that is atomic across all processes. */
  abstract rotate(request: RotationRequest): Promise<Rotation>;

  /** Ends one session. @returns false if it did not exist */
  abstract end(sessionId: string): Promise<boolean>;

  /** Ends the account's sessions except `exceptSessionId`. @returns ids of the ended sessions */
  abstract endAll(accountId: string, exceptSessionId?: string): Promise<string[]>;

  /** Returns the account's live sessions, most recently used first. */
  abstract list(accountId: string): Promise<Session[]>;

  /** Deletes sessions that have expired at `now` (ms), if the store does not expire them itself. */
  abstract sweep(now: number): void;
}
