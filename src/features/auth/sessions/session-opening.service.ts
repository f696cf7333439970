import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { KeyRing } from '../../../http/key-ring.js';
import { Clock } from '../../../time/clock.js';
import { signAccessToken } from '../tokens/access-token.js';
import { addressClassOf } from './address-class.js';
import { RefreshTokenMint } from './refresh-token.js';
import { openSession, type Session, type SignInMethod } from './session.js';
import { SessionStore } from './session-store.js';
import { SessionsService } from './sessions.service.js';

/** Result of a sign-in or a refresh: the account, an access token, and the refresh token for the cookie. */
export interface SignedIn {
  account: Account;
  accessToken: string;
  refreshToken: string;
}

export interface OpeningSteps {
  /** Method of the sign-in. Default: a password. */
  method?: SignInMethod;
  /** Scopes to which the session is limited. Default: no limit. */
  scopes?: readonly string[];
  /**
   * Admits the account, or throws to reject it.
   * @param account the locked current account; undefined if it was deleted
   * @returns the account after changes
   */
  admit(account: Account | undefined): Promise<Account>;
  /** Writes records of the session in the same transaction. */
  record(session: Session): Promise<void>;
}

/**
 * Opens sessions while holding a lock on the account's row. All code that ends sessions of an account holds that lock
 * too, so no session opens during a password change or with an outdated password.
 */
@Service()
export class SessionOpeningService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly store: SessionStore,
    private readonly sessions: SessionsService,
    private readonly mint: RefreshTokenMint,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** Runs the steps and opens the session in one transaction; if any of them fails, no session remains. */
  async open(
    accountId: string,
    origin: RequestOrigin,
    { admit, record, method, scopes }: OpeningSteps,
  ): Promise<SignedIn> {
    let opened: Session | undefined;
    try {
      return await this.database.transaction(async () => {
        // The database may run the transaction again after a rollback; the session of the previous run ends.
        if (opened !== undefined) await this.sessions.endKnown(opened.id);
        const account = await admit(await this.accounts.hold(accountId));
        opened = await this.store.create(
          openSession(accountId, {
            userAgent: origin.userAgent ?? undefined,
            addressClass: addressClassOf(origin.address),
            method,
            scopes,
          }),
        );
        // The clock of the store may be behind the clock by which earlier sessions were made invalid.
        if (opened.createdAt < account.sessionsValidFrom.getTime())
          await this.accounts.touch(accountId, { sessionsValidFrom: new Date(opened.createdAt) });
        await record(opened);
        return { account, accessToken: this.accessToken(account, opened.id), refreshToken: this.mint.mint(opened) };
      });
    } catch (error) {
      // The session's tokens were never sent; without this it would stay in the list of sessions.
      if (opened !== undefined) await this.sessions.endKnown(opened.id);
      throw error;
    }
  }

  accessToken(account: Account, sessionId: string): string {
    return signAccessToken(this.keys.current, { accountId: account.id, sessionId }, this.clock.now());
  }
}
