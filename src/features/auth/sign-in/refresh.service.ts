import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { sessionReuseDetected } from '../auth.events.js';
import { isSessionValid, type Session } from '../sessions/session.js';
import { SessionOpeningService, type SignedIn } from '../sessions/session-opening.service.js';
import { SessionRotation } from '../sessions/session-rotation.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Continues and ends sessions by their refresh tokens. */
@Service()
export class RefreshService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly opening: SessionOpeningService,
    private readonly sessions: SessionsService,
    private readonly rotation: SessionRotation,
    private readonly audit: AuditLog,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /**
   * Exchanges a refresh token for its successor.
   * @throws Problem `refresh_invalid`, or `refresh_reused` for a token that was used before; its session then has ended
   */
  async refresh(token: string | undefined, origin: RequestOrigin): Promise<SignedIn> {
    let account: Account | undefined;
    const admit = async (session: Session) => {
      account = await this.accounts.recent(session.accountId);
    };
    const outcome =
      token === undefined
        ? undefined
        : await this.rotation.refresh(token, performance.now() - origin.receivedTick, admit);
    if (outcome === undefined || outcome.outcome === 'invalid')
      throw new Problem('refresh_invalid', { detail: 'Sign in again.' });
    const { session } = outcome;
    if (outcome.outcome === 'reused') {
      await this.sessions.endKnown(session.id);
      await this.noteReuse(session, origin);
      throw new Problem('refresh_reused', { detail: 'The session has ended, for safety. Sign in again.' });
    }
    if (account === undefined || account.disabledAt !== null || !isSessionValid(session, account)) {
      await this.sessions.endKnown(session.id);
      throw new Problem('refresh_invalid', { detail: 'Sign in again.' });
    }
    return { account, accessToken: this.opening.accessToken(account, session.id), refreshToken: outcome.token };
  }

  /** Ends the session of a refresh token. Ignores invalid tokens, because signing out always succeeds. */
  async endByToken(token: string): Promise<void> {
    const session = await this.rotation.identify(token);
    if (session !== undefined) await this.sessions.endKnown(session.id);
  }

  private async noteReuse(
    { id: sessionId, accountId, userAgent }: Session,
    { address, requestId }: RequestOrigin,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const data = { sessionId, userAgent: userAgent || null };
      await this.events.append(sessionReuseDetected, { data, subject: `session:${sessionId}`, ownerId: accountId });
      await this.audit.append({
        actorId: accountId,
        action: 'session.reuse_detected',
        subject: accountId,
        detail: { sessionId },
        address,
        requestId,
      });
    });
  }
}
