import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { RecentValues } from '../../../cache/recent-values.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Session } from './session.js';
import { SessionStore } from './session-store.js';

/** Time (ms) for which this process may still accept a session that another process has ended. */
const CACHE_MS = 500;

/** Reads and ends live sessions for all parts of the service. */
@Service()
export class SessionsService {
  private readonly cache = new RecentValues<Session>((id) => this.store.find(id), { max: 50_000, ageMs: CACHE_MS });

  constructor(
    private readonly store: SessionStore,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

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
  async end(accountId: string, id: string, { address, requestId }: RequestOrigin): Promise<void> {
    const session = await this.store.find(id);
    if (session?.accountId !== accountId)
      throw new Problem('not_found', { detail: 'There is no session with this id.' });
    await this.endKnown(id);
    const detail = { sessionId: id, method: session.method };
    await this.audit.append({
      actorId: accountId,
      action: 'session.ended',
      subject: accountId,
      detail,
      address,
      requestId,
    });
  }

  /**
   * Extends a session without a refresh token, because its app was used.
   * @returns false if it has ended
   */
  async touch(id: string): Promise<boolean> {
    const session = await this.store.find(id);
    if (session === undefined) return false;
    // The age lets a second use at the same time count as a repetition, not as a stolen token.
    const { verdict } = await this.store.rotate({
      sessionId: id,
      presentedGeneration: session.generation,
      requestAgeMs: MINUTE_MS,
      graceMs: 0,
    });
    return verdict !== 'unknown';
  }

  async endKnown(id: string): Promise<void> {
    await this.store.end(id);
    this.cache.forget(id);
  }

  /**
   * Ends all sessions of the account and stores the time in the account, in one transaction. Sessions that were opened
   * before that time are invalid even where the store still has them: in the memory of another process, or in a Redis
   * that lost its last writes.
   * @param exceptId session that does not end
   * @returns the number ended
   */
  endEverywhere(accountId: string, exceptId?: string): Promise<number> {
    return this.database.transaction(async () => {
      await this.accounts.touch(accountId, {
        sessionsValidFrom: new Date(this.clock.now()),
        keptSessionId: exceptId ?? null,
      });
      return this.endAll(accountId, exceptId);
    });
  }

  /** Ends the account's sessions in the store, except `exceptId`. @returns the number ended */
  async endAll(accountId: string, exceptId?: string): Promise<number> {
    const ended = await this.store.endAll(accountId, exceptId);
    for (const id of ended) this.cache.forget(id);
    return ended.length;
  }
}
