import type { Context, Next } from 'koa';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { scopes as allScopes } from '../../../api/scopes.js';
import { readJson } from '../../../http/body.js';
import { Authenticator } from '../../../http/caller.js';
import { AddressAttempts } from '../../../http/rate-limit/address-attempts.js';
import { CrossSiteGuard } from '../sign-in/cross-site-guard.js';
import { AuthorizationServer } from './authorization-server.service.js';
import { groupsOf } from './scope-words.js';
import { readScopes } from './server-configuration.js';

const METADATA = '/.well-known/oauth-authorization-server';
const consentPath = /^\/oauth\/consent\/([A-Za-z0-9_-]{20,64})(\/request)?$/;
const resumePath = /^\/oauth\/authorize\/[A-Za-z0-9_-]{20,64}$/;

/**
 * Routes the endpoints of the authorization server. Apps get errors in the form of OAuth, browsers get pages, and the
 * script of the consent page gets problems.
 */
@Service()
export class OAuthEndpoints {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly authenticator: Authenticator,
    private readonly attempts: AddressAttempts,
    private readonly guard: CrossSiteGuard,
  ) {}

  /** Answers a request at one of the endpoints; other paths are left to `next`. */
  async handle(ctx: Context, next: Next): Promise<void> {
    const { path } = ctx;
    if (path === METADATA) return allow(ctx, 'GET', async () => this.sendMetadata(ctx));
    if (path === '/oauth/register') return allow(ctx, 'POST', () => forApp(ctx, () => this.register(ctx)));
    if (path === '/oauth/token' || path === '/oauth/revoke')
      return allow(ctx, 'POST', () => forApp(ctx, () => this.token(ctx)));
    if (path === '/oauth/authorize') return allow(ctx, 'GET', () => this.authorize(ctx));
    if (resumePath.test(path)) return allow(ctx, 'GET', () => this.pass(ctx));
    const [, uid, isRequest] = consentPath.exec(path) ?? [];
    if (uid !== undefined && isRequest) return allow(ctx, 'GET', () => this.showRequest(ctx, uid));
    if (uid !== undefined && ctx.method === 'POST') return this.decide(ctx, uid);
    return next();
  }

  private sendMetadata(ctx: Context): void {
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = this.server.metadata();
  }

  private async register(ctx: Context): Promise<void> {
    await this.attempts.count('app-registration', ctx.ip);
    ctx.body = await this.server.register(ctx, await readJson(ctx, ['application/json']));
    ctx.status = 201;
    ctx.set('Cache-Control', 'no-store');
  }

  private async token(ctx: Context): Promise<void> {
    await this.attempts.count('app-token', ctx.ip);
    await this.pass(ctx);
  }

  /** Starts a request. Unknown scopes are dropped; without any, the app asks for reading. */
  private async authorize(ctx: Context): Promise<void> {
    const { scope, response_mode: mode } = ctx.query;
    if (mode !== undefined && mode !== 'query')
      throw new Problem('bad_request', {
        detail: 'The request of the app is not valid: `response_mode` must be `query`.',
      });
    if (!Array.isArray(scope)) {
      const asked = (scope ?? '').split(' ').filter((one) => allScopes.includes(one));
      const { scope: _, ...others } = ctx.query;
      ctx.query = { ...others, scope: (asked.length === 0 ? readScopes : asked).join(' ') };
    }
    await this.pass(ctx);
  }

  /** Lets the library answer, without the cookie of its own sign-in, which is not used. */
  private async pass(ctx: Context): Promise<void> {
    await this.server.answer(ctx);
    const secure = this.server.issuer.startsWith('https:') ? '; secure' : '';
    const cookies = [ctx.response.get('set-cookie') ?? []].flat().filter((line) => /^_interaction/.test(line));
    ctx.remove('set-cookie');
    if (cookies.length > 0)
      ctx.set(
        'set-cookie',
        cookies.map((line) => line.replace(/; secure$/i, '') + secure),
      );
  }

  private async showRequest(ctx: Context, uid: string): Promise<void> {
    const { name, redirect, scopes } = await this.server.request(ctx, uid);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { name, redirect, groups: groupsOf(scopes) };
  }

  /**
   * Takes the decision of an account. Another site cannot send it: it needs an access token, which only scripts of this
   * service have, and the cookie of the browser in which the request began.
   */
  private async decide(ctx: Context, uid: string): Promise<void> {
    this.guard.check(ctx);
    const caller = await this.authenticator.authenticate(ctx, { ticket: false, key: false });
    if (caller.key !== undefined || caller.lacksSecondFactor)
      throw new Problem('forbidden', {
        detail: 'Sign in on this page, with the second factor that the account needs.',
      });
    const { scopes } = ((await readJson(ctx, ['application/json'])) ?? {}) as { scopes?: unknown };
    const isList = Array.isArray(scopes) && scopes.length <= 100 && scopes.every((one) => typeof one === 'string');
    if (!isList && scopes !== null)
      throw new Problem('invalid_request', {
        detail: 'Send the scopes, or null to reject the request.',
        errors: [{ pointer: '/scopes', detail: 'must be a list of scopes, or null' }],
      });
    const location = await this.server.decide(ctx, uid, caller, isList ? (scopes as string[]) : undefined);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { location };
  }
}

function allow(ctx: Context, method: 'GET' | 'POST', answer: () => Promise<void>): Promise<void> {
  if (ctx.method === method || (method === 'GET' && ctx.method === 'HEAD')) return answer();
  throw new Problem('method_not_allowed', { headers: { Allow: method === 'GET' ? 'GET, HEAD' : method } });
}

/** Answers an app, with errors in the form of OAuth (RFC 6749 §5.2). */
async function forApp(ctx: Context, answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (error instanceof Problem) {
      ctx.set(error.headers);
      const code = error.status >= 500 || error.status === 429 ? 'temporarily_unavailable' : 'invalid_request';
      respond(ctx, error.status, code, error.detail);
    } else if (isOAuthError(error)) respond(ctx, error.statusCode, error.error, error.error_description);
    else throw error;
  }
}

const isOAuthError = (error: unknown): error is { statusCode: number; error: string; error_description?: string } =>
  typeof (error as { error?: unknown }).error === 'string' && (error as { expose?: unknown }).expose === true;

function respond(ctx: Context, status: number, error: string, description: string | undefined): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { error, ...(description && { error_description: description }) };
}
