import { createRequire } from 'node:module';
import type { Context } from 'koa';
import type koaJwt from 'koa-jwt';
import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem, type ProblemCode } from '../../../api/problem.js';
import { lazy } from '../../../async/lazy.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { AuthConfig } from '../../../config/auth-config.js';
import { type AcceptedCredentials, Authenticator, type Caller } from '../../../http/caller.js';
import { KeyRing } from '../../../http/key-ring.js';
import { Clock } from '../../../time/clock.js';
import { isUsableFrom, type PersonalKey, WRONG_ADDRESS } from '../keys/personal-key.js';
import { PersonalKeysService } from '../keys/personal-keys.service.js';
import { isSessionValid, type Session } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { readTicket, type TicketHolder } from '../tickets/ticket.js';
import {
  ACCESS_TOKEN_SECONDS,
  type AccessClaims,
  ALGORITHM,
  AUDIENCE,
  areOurClaims,
  CLOCK_TOLERANCE_SECONDS,
  ISSUER,
  isCurrent,
  isOurHeader,
} from '../tokens/access-token.js';

const MAX_REMEMBERED = 20_000;
const form = /^Bearer ([A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,1000}\.[A-Za-z0-9_-]{1,200})$/i;

const keyForm = /^Bearer (wfk_[0-9A-Za-z]{1,100})$/i;

/** A verified token, ticket or personal key: its account, its session or key, and its expiry. */
interface Grant extends TicketHolder {
  /** Problem code for a token or ticket that is no longer valid. */
  readonly code: Extract<ProblemCode, 'invalid_token' | 'invalid_ticket'>;
}

interface VerifiedToken {
  readonly claims: AccessClaims;
  readonly grant: Grant;
  /**
   * The caller that this token authenticated last, with the session or key and the account of that time. The
   * authenticator compares these by identity: they are replaced when they change, never modified.
   */
  caller: Caller | undefined;
  holder: Session | PersonalKey | undefined;
  account: Account | undefined;
}

/**
 * Verifies access tokens, tickets and, where an operation accepts them, personal keys. koa-jwt verifies the signature
 * once; a verified token is cached until it expires, because verifying costs more than the rest of a request. The
 * session or personal key, and the account, are checked on every request.
 */
@Service()
export class TokenAuthenticator extends Authenticator {
  private readonly verified = new BoundedCache<VerifiedToken>(MAX_REMEMBERED);
  /** The verifier is loaded at the first token. */
  private readonly verifier = lazy(() => {
    const middleware = createRequire(import.meta.url)('koa-jwt') as typeof koaJwt;
    return middleware({
      // An unknown `kid` yields no key. The header's `kid` is used only for this look-up.
      secret: async (header: { kid?: string }) => this.keys.accepted.get(header.kid ?? '')?.secret ?? '',
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      // `isCurrent` checks the times of the claims instead, by the clock of the service.
      ignoreExpiration: true,
      key: 'claims',
    } as koaJwt.Options);
  });

  constructor(
    private readonly keys: KeyRing,
    private readonly sessions: SessionsService,
    private readonly personalKeys: PersonalKeysService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
  ) {
    super();
  }

  /**
   * Authenticates a request. Returns without a promise if token, session and account are cached, which is so for all
   * but the first request within half a second.
   */
  override authenticate(ctx: Context, accepts: AcceptedCredentials): Caller | Promise<Caller> {
    const { authorization } = ctx.req.headers;
    if (authorization === undefined) return this.byTicket(ctx, accepts.ticket ? ctx.query.ticket : undefined);
    const key = accepts.key ? keyForm.exec(authorization)?.[1] : undefined;
    if (key !== undefined) return this.byKey(ctx, key);
    const known = this.verified.get(authorization);
    return known === undefined
      ? this.verify(ctx, authorization).then((token) => this.identify(token, ctx))
      : this.identify(known, ctx);
  }

  override recall(authorization: string): Caller | undefined {
    const known = this.verified.get(authorization);
    return known !== undefined && isCurrent(known.claims, this.clock.now()) ? known.caller : undefined;
  }

  override async isLive({ credentialId, key, accountId, role, isScheduled }: Caller): Promise<boolean> {
    if (isScheduled === true) {
      const owner = await this.accounts.present(accountId);
      return owner !== undefined && owner.disabledAt === null && owner.role === role;
    }
    const isKey = key !== undefined && !key.isApp;
    const find = isKey ? this.personalKeys.present(credentialId) : this.sessions.present(credentialId);
    const [holder, account] = await Promise.all([find, this.accounts.present(accountId)]);
    if (account === undefined || account.role !== role || !areLive(accountId, holder, account)) return false;
    return !isKey || (holder as PersonalKey).version === key.version;
  }

  private identify(token: VerifiedToken, ctx: Context): Caller | Promise<Caller> {
    if (!isCurrent(token.claims, this.clock.now())) throw ended();
    const { grant } = token;
    const holder = this.holderOf(grant);
    const account = this.accounts.recent(grant.accountId);
    if (!(holder instanceof Promise || account instanceof Promise)) return this.admitToken(token, holder, account, ctx);
    return Promise.all([holder, account]).then(([foundHolder, foundAccount]) =>
      this.admitToken(token, foundHolder, foundAccount, ctx),
    );
  }

  /** Returns the session or personal key of a grant; at most half a second old. */
  private holderOf({
    kind,
    credentialId,
  }: Grant): Session | PersonalKey | undefined | Promise<Session | PersonalKey | undefined> {
    return kind === 'session' ? this.sessions.recent(credentialId) : this.personalKeys.recent(credentialId);
  }

  private async verify(ctx: Context, header: string): Promise<VerifiedToken> {
    const claims = await this.verifyOnce(ctx, header);
    if (!areOurClaims(claims) || !isCurrent(claims, this.clock.now())) throw ended();
    const { sub: accountId, sid, key, exp } = claims;
    const holder =
      sid === undefined
        ? ({ kind: 'key', credentialId: key as string } as const)
        : ({ kind: 'session', credentialId: sid } as const);
    const grant: Grant = { accountId, ...holder, expiresAt: exp * 1000, code: 'invalid_token' };
    const token: VerifiedToken = { claims, grant, caller: undefined, holder: undefined, account: undefined };
    this.verified.set(header, token);
    return token;
  }

  private async verifyOnce(ctx: Context, header: string): Promise<unknown> {
    const token = form.exec(header)?.[1];
    if (token === undefined || !isOurHeader(token)) {
      const isKey = /^Bearer wfk_/i.test(header);
      throw invalid(
        'invalid_token',
        isKey ? 'Exchange a personal key at POST /api/v1/auth/token.' : 'It is not an access token of this service.',
      );
    }
    try {
      await this.verifier()(ctx, async () => undefined);
    } catch {
      throw invalid('invalid_token', 'Its signature does not fit.');
    }
    const { claims } = ctx.state;
    delete ctx.state.claims;
    return claims;
  }

  private async byKey(ctx: Context, text: string): Promise<Caller> {
    const key = await this.personalKeys.recentOf(text);
    if (key === undefined)
      throw invalid(
        'invalid_token',
        'The personal key is mistyped, revoked or expired. `GET /api/v1/auth/keys` lists your keys.',
      );
    const lasts = this.clock.now() + ACCESS_TOKEN_SECONDS * 1000;
    const expiresAt = Math.min(lasts, key.expiresAt?.getTime() ?? lasts);
    const grant: Grant = {
      kind: 'key',
      credentialId: key.id,
      accountId: key.accountId,
      expiresAt,
      code: 'invalid_token',
    };
    const caller = this.admit(grant, key, await this.accounts.recent(key.accountId));
    assertAddress(grant, key, ctx);
    return caller;
  }

  /**
   * Authenticates by a ticket in the query, because browsers send no `Authorization` header for images and
   * `EventSource`.
   */
  private byTicket(ctx: Context, ticket: string | string[] | undefined): Promise<Caller> {
    if (ticket === undefined) {
      throw new Problem('unauthenticated', {
        detail: 'Sign in at POST /api/v1/auth/login and send the token as Authorization: Bearer.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    const holder = typeof ticket === 'string' ? readTicket(this.keys.ticketKeys, ticket, ctx.path) : undefined;
    if (holder === undefined) throw invalid('invalid_ticket', 'It is not a ticket for this path.');
    if (holder.expiresAt <= this.clock.now() - CLOCK_TOLERANCE_SECONDS * 1000)
      throw invalid('invalid_ticket', 'It has expired.');
    return this.admitTicket({ ...holder, code: 'invalid_ticket' }, ctx);
  }

  private async admitTicket(grant: Grant, ctx: Context): Promise<Caller> {
    const [holder, account] = [await this.holderOf(grant), await this.accounts.recent(grant.accountId)];
    const caller = this.admit(grant, holder, account);
    assertAddress(grant, holder, ctx);
    return caller;
  }

  private admitToken(
    token: VerifiedToken,
    holder: Session | PersonalKey | undefined,
    account: Account | undefined,
    ctx: Context,
  ): Caller {
    // The caller is also renewed if the roles that need a second factor have changed, which operators may do at any
    // time.
    if (
      token.caller === undefined ||
      token.holder !== holder ||
      token.account !== account ||
      this.isOutdated(token.caller, account)
    ) {
      token.caller = this.admit(token.grant, holder, account);
      token.holder = holder;
      token.account = account;
    }
    assertAddress(token.grant, holder, ctx);
    return token.caller;
  }

  /**
   * Returns the caller of a grant.
   * @throws Problem `invalid_token` or `invalid_ticket` if the session or key or the account has ended, or does not
   * belong to the grant
   */
  private admit(grant: Grant, holder: Session | PersonalKey | undefined, account: Account | undefined): Caller {
    if (holder === undefined || account === undefined || !areLive(grant.accountId, holder, account)) {
      throw invalid(
        grant.code,
        grant.kind === 'key' ? 'Its personal key was revoked or has expired.' : 'Its session has ended. Sign in again.',
      );
    }
    const { id: accountId, role, rateCeiling, limits, holdsGrants } = account;
    const lacksSecondFactor = this.lacksSecondFactor(account);
    const caller: Caller = {
      accountId,
      role,
      credentialId: holder.id,
      rateCeiling,
      tokenExpiresAt: grant.expiresAt,
      ...(limits.streams === undefined ? {} : { streamLimit: limits.streams }),
      ...(lacksSecondFactor ? { lacksSecondFactor } : {}),
      ...(holdsGrants ? { holdsGrants } : {}),
    };
    if (isPersonalKey(holder)) return { ...caller, key: { scopes: holder.scopes, version: holder.version } };
    return holder.scopes === undefined
      ? caller
      : { ...caller, key: { scopes: holder.scopes, version: 0, isApp: true } };
  }

  private isOutdated(caller: Caller, account: Account | undefined): boolean {
    return account !== undefined && (caller.lacksSecondFactor ?? false) !== this.lacksSecondFactor(account);
  }

  private lacksSecondFactor({ role, secondFactorSince }: Account): boolean {
    return secondFactorSince === null && this.config.requiresMfa(role);
  }
}

/**
 * Whether an account and its session or personal key are still valid.
 * @param owner account that the session or key must belong to
 */
function areLive(owner: string, holder: Session | PersonalKey | undefined, account: Account): boolean {
  if (holder?.accountId !== owner || account.disabledAt !== null) return false;
  // A sign-out of all sessions does not end personal keys.
  return isPersonalKey(holder) || isSessionValid(holder, account);
}

const isPersonalKey = (holder: Session | PersonalKey): holder is PersonalKey => 'hash' in holder;

/**
 * Rejects a request from an address that the personal key does not allow.
 * @throws Problem `invalid_token`, `invalid_ticket`
 */
function assertAddress({ kind, code }: Grant, holder: Session | PersonalKey | undefined, ctx: Context): void {
  if (kind === 'key' && !isUsableFrom(holder as PersonalKey, ctx.ip)) throw invalid(code, WRONG_ADDRESS);
}

const ended = () =>
  invalid('invalid_token', 'It has expired or is not one of ours. Refresh it at POST /api/v1/auth/refresh.');

function invalid(code: Grant['code'], detail: string): Problem {
  return new Problem(code, { detail, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
}
