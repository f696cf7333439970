import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { RecentValues } from '../../../cache/recent-values.js';
import type { Session } from './session.js';
import { SessionStore } from './session-store.js';

/** A session that another process ended may still be taken for live here this long (ms). */
const CACHE_MS = 500;

/** The live sessions, for every part of the service that asks about them or ends them. */
@Service()
export class SessionsService {
  private readonly cache = new RecentValues<Session>((id) => this.store.find(id), { max: 50_000, ageMs: CACHE_MS });

  constructor(private readonly store: SessionStore) {}

  /** The session as it was at most half a second ago: asked on every request. Undefined when it has ended. */
  recent(id: string): Session | undefined | Promise<Session | undefined> {
    return this.cache.get(id);
  }

  /** The session as it is now. */
  present(id: string): Promise<Session | undefined> {
    return this.cache.renew(id);
  }

  list(accountId: string): Promise<Session[]> {
    return this.store.list(accountId);
  }

  /** Ends a session if the account owns it. @throws Problem `not_found`, the same for another account's session. */
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

  /** @returns how many ended */
  async endAll(accountId: string, exceptId?: string): Promise<number> {
    const ended = await this.store.endAll(accountId, exceptId);
    for (const id of ended) this.cache.forget(id);
    return ended.length;
  }
}
