import type { Clock } from '../../../time/clock.js';
import { defaultSessionLimits, type Session, type SessionLimits, type SessionOpening } from './session.js';
import { type Rotation, type RotationRequest, SessionStore } from './session-store.js';

interface Held extends Session {
  /**
   * The rotation by the monotonic clock, so that a request already under way is distinguished from a later one within
   * the same millisecond.
   */
  rotatedTick: number;
}

/** Number of expired sessions that each sign-in checks, so that they are removed faster than sessions are opened. */
const sweepPerCreate = 4;

/**
 * Sessions in this process's memory; `SavedSessions` carries them over a graceful restart. No timer; expired ones go
 * when met, or a few at each sign-in.
 */
export class MemorySessionStore extends SessionStore {
  /** Least recently used first, since a rotation puts its session last. */
  readonly #sessions = new Map<string, Held>();
  readonly #byAccount = new Map<string, Set<string>>();

  /** @param capacity sessions held at most; beyond it the least recently used ends */
  constructor(
    private readonly clock: Clock,
    private readonly limits: SessionLimits = defaultSessionLimits,
    private readonly capacity = 200_000,
  ) {
    super();
  }

  /** Sessions in memory, expired ones included. */
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
    // A set keeps the order of insertion, which is the order of creation.
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

  /** The live sessions, least recently used first: what `restore` takes. */
  snapshot(): Session[] {
    const now = this.clock.now();
    return [...this.#sessions.values()].filter(({ expiresAt }) => expiresAt > now).map(shown);
  }

  /** Adds sessions of an earlier process, which last no longer than they would have there. */
  restore(sessions: readonly Session[]): void {
    for (const session of sessions) {
      // Before every request of this process: none of them was under way at the rotation.
      this.#sessions.set(session.id, { ...session, rotatedTick: Number.NEGATIVE_INFINITY });
      const siblings = this.#byAccount.get(session.accountId) ?? new Set();
      this.#byAccount.set(session.accountId, siblings.add(session.id));
    }
  }

  /** Forgets expired sessions, the longest unused first, at most `limit` of them. */
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

/** A copy without the store's own bookkeeping, which callers cannot change the store through. */
function shown({ rotatedTick: _, ...session }: Held): Session {
  return session;
}
