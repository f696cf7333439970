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
import { SessionOpeningService } from '../sessions/session-opening.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OAuthRepository } from './oauth.repository.js';

/** An app as an account consents to it. */
export interface ConsentedApp {
  clientId: string;
  name: string;
  scopes: readonly string[];
}

/** Reason for which the session of an app ends. */
export type GrantEnd = 'app.revoked' | 'app.code_replayed' | 'app.token_reused';

/**
 * The consents of accounts to apps. Each is a session, whose id is the id of the grant, so that apps end with the
 * session, with all sessions of the account, and with the account.
 */
@Service()
export class AppGrants {
  constructor(
    private readonly opening: SessionOpeningService,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
    private readonly records: OAuthRepository,
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly events: EventLog,
  ) {}

  /**
   * Opens the session of an app.
   * @returns its id
   * @throws Problem `unauthenticated` if the account was disabled meanwhile
   */
  async open(accountId: string, { clientId, name, scopes }: ConsentedApp, origin: RequestOrigin): Promise<string> {
    let id = '';
    await this.opening.open(accountId, origin, {
      method: `app:${name}`,
      scopes,
      admit: async (account) => {
        if (account === undefined || account.disabledAt !== null)
          throw new Problem('unauthenticated', { detail: 'Sign in again.' });
        return account;
      },
      record: async (session) => {
        id = session.id;
        await this.record('app.authorized', accountId, origin, { sessionId: id, clientId, name, scopes });
      },
    });
    return id;
  }

  /** Returns the live session of a grant; undefined if it or its account has ended or is disabled. */
  async find(id: string): Promise<Session | undefined> {
    const session = await this.sessions.present(id);
    const account = session && (await this.account(session.accountId));
    return account !== undefined && isSessionValid(session as Session, account) ? session : undefined;
  }

  /** Returns an account that may use apps; undefined if it was deleted or disabled. */
  async account(id: string): Promise<Account | undefined> {
    const account = await this.accounts.present(id);
    return account?.disabledAt === null ? account : undefined;
  }

  /** Extends the session of a grant. @returns false if it has ended */
  touch(id: string): Promise<boolean> {
    return this.sessions.touch(id);
  }

  /** Ends the session of a grant with its codes and tokens, and records why. */
  async end(id: string, reason: GrantEnd, origin: RequestOrigin): Promise<void> {
    const session = await this.sessions.present(id);
    await this.sessions.endKnown(id);
    await this.database.transaction(async () => {
      await this.records.removeGrant(id);
      if (session === undefined) return;
      const { accountId, userAgent } = session;
      if (reason !== 'app.revoked')
        await this.events.append(sessionReuseDetected, {
          data: { sessionId: id, userAgent: userAgent || null },
          subject: `session:${id}`,
          ownerId: accountId,
        });
      await this.record(reason, accountId, origin, { sessionId: id, name: session.method?.replace(/^app:/, '') });
    });
  }

  /** Deletes registrations that were not used, and requests, codes and tokens that have expired. */
  removeExpired(): Promise<void> {
    return this.records.removeExpired();
  }

  /** Appends an audit entry about an app, in the caller's transaction. @param accountId null: no account acted */
  async record(
    action: string,
    accountId: string | null,
    { address, requestId }: RequestOrigin,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await this.audit.append({ actorId: accountId, action, subject: accountId, detail, address, requestId });
  }
}
