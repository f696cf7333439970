import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { RecentValues } from '../../../cache/recent-values.js';
import type { Session } from './session.js';
import { SessionStore } from './session-store.js';

/** Time (ms) for which this process may still accept a session that another process has ended. */
const CACHE_MS = 500;

/** Reads and ends live sessions for all parts of the service. */
@Service()
export class SessionsService {
  private readonly cache = new RecentValues<Session>((id) => this.store.find(id), { max: 50_000, ageMs: CACHE_MS });

  constructor(private readonly store: SessionStore) {}

  /** Returns a session, at most half a second old, because every request needs it; undefined if it has ended. */
  recent(id: string): Session | undefined | Promise<Session | undefined> {
    return this.cache.get(id);
  }

  /** Returns the current session from the store; undefined if it has ended. */
  present(id: string): Promise<Session | undefined> {
    return this.cache.renew(id);
  }

  list(accountId: string): Promise<Session[]> {
    return this.store.list(accountId);
  }

  /** Ends a session of the account. @throws Problem `not_found`, also for another account's session */
  async end(accountId: string, id: string): Promise<void> {
    const session = await this.store.find(id);
    if (session?.accountId !== accountId)
      throw new Problem('not_found', { detail: 'There is no session with this id.' });
    await this.endKnown(id);
  }

  async endKnown(id: string): Promise<void> {
    await this.store.end(id);
    this.cache.forget(id);
  }

  /** Ends the account's sessions except `exceptId`. @returns the number ended */
  async endAll(accountId: string, exceptId?: string): Promise<number> {
    const ended = await this.store.endAll(accountId, exceptId);
    for (const id of ended) this.cache.forget(id);
    return ended.length;
  }
}
