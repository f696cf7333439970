import type { Clock } from '../../../time/clock.js';
import { defaultSessionLimits, type Session, type SessionLimits, type SessionOpening } from './session.js';
import { type Rotation, type RotationRequest, SessionStore } from './session-store.js';

interface Held extends Session {
  /**
   * Time of the last rotation (ms) by the monotonic clock, which shows whether a request arrived before the rotation,
   * even within one millisecond.
   */
  rotatedTick: number;
}

/**
 * Number of sessions that each sign-in checks for expiry, so that expired ones are removed faster than new ones are
 * opened.
 */
const sweepPerCreate = 4;

/**
 * Keeps sessions in the memory of this process; `SavedSessions` carries them over a graceful restart. The store has no
 * timer: expired sessions are removed when they are accessed, and a few at each sign-in.
 */
export class MemorySessionStore extends SessionStore {
  /** Sessions by id, least recently used first, because a rotation moves its session to the end. */
  readonly #sessions = new Map<string, Held>();
  readonly #byAccount = new Map<string, Set<string>>();

  /** Creates an empty store. @param capacity maximum number of sessions; above it the least recently used one ends */
  constructor(
    private readonly clock: Clock,
    private readonly limits: SessionLimits = defaultSessionLimits,
    private readonly capacity = 200_000,
  ) {
    super();
  }

  /** Number of sessions in memory, including expired ones. */
  get size(): number {
    return this.#sessions.size;
  }

  async create(opening: SessionOpening): Promise<Session> {
    const now = this.clock.now();
    this.sweep(now, sweepPerCreate);
    const endsAt = now + this.limits.maxAgeMs;
    const times = {
      createdAt: now,
      lastUsedAt: now,
      rotatedAt: now,
      expiresAt: Math.min(now + this.limits.idleMs, endsAt),
      endsAt,
    };
    const held: Held = { ...opening, ...times, generation: 0, rotatedTick: performance.now() };
    const siblings = this.#byAccount.get(opening.accountId) ?? new Set();
    // A set keeps its order of insertion, so the oldest sessions end first.
    for (const id of siblings) if (!this.#live(id)) this.#remove(id);
    for (const id of siblings) if (siblings.size >= this.limits.perAccount) this.#remove(id);
    for (const id of this.#sessions.keys()) {
      if (this.#sessions.size < this.capacity) break;
      this.#remove(id);
    }
    this.#byAccount.set(opening.accountId, siblings.add(held.id));
    this.#sessions.set(held.id, held);
    return shown(held);
  }

  async find(sessionId: string): Promise<Session | undefined> {
    const held = this.#live(sessionId);
    return held && shown(held);
  }

  async rotate(request: RotationRequest): Promise<Rotation> {
    const held = this.#live(request.sessionId);
    if (!held || request.presentedGeneration > held.generation) return { verdict: 'unknown' };
    const now = this.clock.now();
    const tick = performance.now();
    if (request.presentedGeneration === held.generation) {
      held.generation += 1;
      held.lastUsedAt = held.rotatedAt = now;
      held.rotatedTick = tick;
      held.expiresAt = Math.min(now + this.limits.idleMs, held.endsAt);
      this.#sessions.delete(held.id);
      this.#sessions.set(held.id, held);
      return { verdict: 'rotated', session: shown(held) };
    }
    const wasUnderWay = tick - request.requestAgeMs < held.rotatedTick;
    const inGrace = request.graceMs > 0 && now <= held.rotatedAt + request.graceMs;
    if (request.presentedGeneration === held.generation - 1 && (wasUnderWay || inGrace))
      return { verdict: 'replayed', session: shown(held) };
    this.#remove(held.id);
    return { verdict: 'reused', session: shown(held) };
  }

  async end(sessionId: string): Promise<boolean> {
    const lived = this.#live(sessionId) !== undefined;
    this.#remove(sessionId);
    return lived;
  }

  async endAll(accountId: string, exceptSessionId?: string): Promise<string[]> {
    const ended = [...(this.#byAccount.get(accountId) ?? [])].filter((id) => id !== exceptSessionId && this.#live(id));
    for (const id of ended) this.#remove(id);
    return ended;
  }

  async list(accountId: string): Promise<Session[]> {
    const live = [...(this.#byAccount.get(accountId) ?? [])].flatMap((id) => this.#live(id) ?? []);
    return live.map(shown).sort((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  /** Returns the live sessions for `restore`, least recently used first. */
  snapshot(): Session[] {
    const now = this.clock.now();
    return [...this.#sessions.values()].filter(({ expiresAt }) => expiresAt > now).map(shown);
  }

  /** Adds sessions of an earlier process, with their original expiry. */
  restore(sessions: readonly Session[]): void {
    for (const session of sessions) {
      // No request of this process can have been under way at the last rotation.
      this.#sessions.set(session.id, { ...session, rotatedTick: Number.NEGATIVE_INFINITY });
      const siblings = this.#byAccount.get(session.accountId) ?? new Set();
      this.#byAccount.set(session.accountId, siblings.add(session.id));
    }
  }

  /** Removes expired sessions among the `limit` least recently used ones. */
  sweep(now: number, limit = Number.POSITIVE_INFINITY): void {
    let left = limit;
    for (const held of this.#sessions.values()) {
      if (held.expiresAt > now || left <= 0) return;
      this.#remove(held.id);
      left -= 1;
    }
  }

  #live(sessionId: string): Held | undefined {
    const held = this.#sessions.get(sessionId);
    return held && held.expiresAt > this.clock.now() ? held : undefined;
  }

  #remove(sessionId: string): void {
    const held = this.#sessions.get(sessionId);
    if (!held) return;
    this.#sessions.delete(sessionId);
    const siblings = this.#byAccount.get(held.accountId);
    siblings?.delete(sessionId);
    if (siblings?.size === 0) this.#byAccount.delete(held.accountId);
  }
}

/** Returns a copy without the store's internal fields; changing it does not affect the store. */
function shown({ rotatedTick: _, ...session }: Held): Session {
  return session;
}
