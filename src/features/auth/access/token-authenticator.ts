import { createRequire } from 'node:module';
import type { Context } from 'koa';
import type koaJwt from 'koa-jwt';
import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import type { Account } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Clock } from '../../clock.js';
import { Authenticator, type Caller } from '../../http/caller.js';
import { KeyRing } from '../../http/key-ring.js';
import { Problem } from '../../http/problem.js';
import { lazily } from '../../lazily.js';
import { type AccessClaims, ALGORITHM, AUDIENCE, areOurClaims, CLOCK_TOLERANCE_SECONDS, ISSUER, isCurrent, isOurHeader } from './access-token.js';
import type { Session } from './session.js';
import { SessionsService } from './sessions.service.js';

const MAX_REMEMBERED = 20_000;
const form = /^Bearer ([A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,1000}\.[A-Za-z0-9_-]{1,200})$/i;

interface VerifiedToken {
  readonly claims: AccessClaims;
  /** Whom it let in when it was last used, and as what it was known then: both are replaced, not changed. */
  caller: Caller | undefined;
  session: Session | undefined;
  account: Account | undefined;
}

/**
 * Verifies access tokens. koa-jwt verifies the signature once; a verified token is cached until it expires, because verifying costs more
 * than the rest of a request. Session and account are checked on every request.
 */
@Service()
export class TokenAuthenticator extends Authenticator {
  // Not `max`, which would take the room of all at the start.
  private readonly verified = new LRUCache<string, VerifiedToken>({ maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 });
  /** Loaded with the first token. */
  private readonly verifier = lazily(() => {
    const middleware = createRequire(import.meta.url)('koa-jwt') as typeof koaJwt;
    return middleware({
      // An unknown `kid` finds no key, and the name is never used for anything but this look-up.
      secret: async (header: { kid?: string }) => this.keys.accepted.get(header.kid ?? '')?.secret ?? '',
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      // The claims check below verifies the times, by the clock of the service.
      ignoreExpiration: true,
      key: 'claims',
    } as koaJwt.Options);
  });

  constructor(
    private readonly keys: KeyRing,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** At once when token, session and account are all remembered, as they are for all but the first request in half a second. */
  override authenticate(ctx: Context): Caller | Promise<Caller> {
    const known = this.verified.get(ctx.req.headers.authorization ?? '');
    return known === undefined ? this.verify(ctx).then((token) => this.identify(token)) : this.identify(known);
  }

  override recall(authorization: string): Caller | undefined {
    const known = this.verified.get(authorization);
    return known !== undefined && isCurrent(known.claims, this.clock.now()) ? known.caller : undefined;
  }

  override async isLive({ sessionId, accountId, role }: Caller): Promise<boolean> {
    const [session, account] = await Promise.all([this.sessions.present(sessionId), this.accounts.present(accountId)]);
    return account !== undefined && areLive(accountId, session, account) && account.role === role;
  }

  private identify(token: VerifiedToken): Caller | Promise<Caller> {
    const { claims } = token;
    if (!isCurrent(claims, this.clock.now())) throw ended();
    const session = this.sessions.recent(claims.sid);
    const account = this.accounts.recent(claims.sub);
    if (!(session instanceof Promise || account instanceof Promise)) return admit(token, session, account);
    return Promise.all([session, account]).then(([foundSession, foundAccount]) => admit(token, foundSession, foundAccount));
  }

  private async verify(ctx: Context): Promise<VerifiedToken> {
    const header = ctx.req.headers.authorization;
    if (header === undefined) {
      throw new Problem('unauthenticated', {
        detail: 'Sign in at POST /api/v1/auth/login and send the token as Authorization: Bearer.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    const claims = await this.verifyOnce(ctx, header);
    if (!areOurClaims(claims) || !isCurrent(claims, this.clock.now())) throw ended();
    const token: VerifiedToken = { claims, caller: undefined, session: undefined, account: undefined };
    this.verified.set(header, token);
    return token;
  }

  private async verifyOnce(ctx: Context, header: string): Promise<unknown> {
    const token = form.exec(header)?.[1];
    if (token === undefined || !isOurHeader(token)) throw invalidToken('It is not an access token of this service.');
    try {
      await this.verifier()(ctx, async () => undefined);
    } catch {
      throw invalidToken('Its signature does not fit.');
    }
    const { claims } = ctx.state;
    delete ctx.state.claims;
    return claims;
  }
}

/** Whether a session of the account `owner` and the account still let someone in. */
function areLive(owner: string, session: Session | undefined, account: Account): boolean {
  return session?.accountId === owner && account.disabledAt === null && session.createdAt >= account.sessionsValidFrom.getTime();
}

/** @throws Problem `invalid_token` when the session or the account has ended, or was never theirs */
function admit(token: VerifiedToken, session: Session | undefined, account: Account | undefined): Caller {
  const { claims } = token;
  if (token.caller !== undefined && token.session === session && token.account === account) return token.caller;
  if (session === undefined || account === undefined || !areLive(claims.sub, session, account)) throw invalidToken('Its session has ended. Sign in again.');
  token.caller = { accountId: account.id, role: account.role, sessionId: session.id, rateCeiling: account.rateCeiling, tokenExpiresAt: claims.exp * 1000 };
  token.session = session;
  token.account = account;
  return token.caller;
}

const ended = () => invalidToken('It has expired or is not one of ours. Refresh it at POST /api/v1/auth/refresh.');

function invalidToken(detail: string): Problem {
  return new Problem('invalid_token', { detail, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
}
