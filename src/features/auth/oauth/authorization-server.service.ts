import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { scopes as allScopes } from '../../../api/scopes.js';
import { lazy } from '../../../async/lazy.js';
import { AuthConfig } from '../../../config/auth-config.js';
import { type Caller, originOf } from '../../../http/caller.js';
import { KeyRing } from '../../../http/key-ring.js';
import { ProtectedResources } from '../../../http/protected-resources.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { OAuthConfig } from '../auth.config.js';
import { signAccessToken } from '../tokens/access-token.js';
import { AppGrants } from './app-grants.service.js';
import { appOf, InvalidApp } from './app-metadata.js';
import { OAuthRepository } from './oauth.repository.js';
import { OAuthAdapter, USED_APP_MS } from './oauth-adapter.js';
import { type Interaction, loadOidcLibrary, type OAuthContext, type OidcProvider } from './oidc-library.js';
import { resourcesOf, serverConfiguration } from './server-configuration.js';

/** The request of an app, for the account to decide on. */
export interface ConsentRequest {
  clientId: string;
  /** Name of the app, as it calls itself. */
  name: string;
  /** Address to which the browser is sent, without path. */
  redirect: string;
  scopes: readonly string[];
}

/**
 * The OAuth 2.1 authorization server for apps. oidc-provider checks requests, codes, PKCE and refresh tokens; consents
 * are sessions, and access tokens are those of this service.
 */
@Service()
export class AuthorizationServer {
  private readonly provider = lazy(() => this.create());

  constructor(
    private readonly config: OAuthConfig,
    private readonly auth: AuthConfig,
    private readonly resources: ProtectedResources,
    private readonly grants: AppGrants,
    private readonly records: OAuthRepository,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  get issuer(): string {
    return this.resources.ownIssuer as string;
  }

  /** Answers a request of an app or its browser at an endpoint of the library. */
  async answer(ctx: Context): Promise<void> {
    const provider = await this.provider();
    for (const middleware of provider.middleware) await middleware(ctx as never, async () => undefined);
    const { oidc } = ctx as OAuthContext;
    const token = oidc?.entities.AccessToken;
    if (oidc?.route !== 'token' || ctx.status !== 200 || token === undefined) return;
    // The token of the library is never sent: apps get the same access tokens as people, of the session of the app.
    const { accountId, grantId: sessionId } = token;
    const accessToken = signAccessToken(this.keys.current, { accountId, sessionId }, this.clock.now());
    // Access tokens have all scopes of the session, also if a refresh asked for fewer, which the reply says (RFC 6749,
    // 3.3).
    const { scope } = oidc.entities.RefreshToken ?? token;
    ctx.body = { ...(ctx.body as object), access_token: accessToken, scope };
    const { clientId = '', clientName = '' } = oidc.entities.Client ?? {};
    await this.records.touchApp(clientId, USED_APP_MS);
    if (oidc.params?.grant_type === 'authorization_code')
      await this.grants.record('app.connected', accountId, originOf(ctx), { sessionId, clientId, name: clientName });
  }

  /** Registers an app. @returns its metadata @throws OAuthError `invalid_client_metadata` */
  async register(ctx: Context, sent: unknown): Promise<Record<string, unknown>> {
    const { errors } = await loadOidcLibrary();
    const provider = await this.provider();
    const issuedAt = { client_id_issued_at: Math.floor(this.clock.now() / 1000) };
    const wanted = invalidAs(errors.InvalidClientMetadata, () => appOf(sent));
    const app = new provider.Client({ ...wanted, client_id: randomBytes(16).toString('base64url'), ...issuedAt });
    await provider.Client.adapter.upsert(app.clientId, app.metadata());
    const detail = { clientId: app.clientId, name: app.clientName, redirectUris: wanted.redirect_uris };
    await this.grants.record('app.registered', null, originOf(ctx), detail);
    return { client_id: app.clientId, ...issuedAt, ...wanted };
  }

  /** Returns what an app asks for in the request of this browser. @throws Problem `not_found` */
  async request(ctx: Context, uid: string): Promise<ConsentRequest> {
    const { params } = await this.interaction(ctx, uid);
    const app = await (await this.provider()).Client.find(params.client_id);
    if (app === undefined) throw expired();
    const { protocol, host } = new URL(params.redirect_uri);
    const redirect = host === '' ? protocol : `${protocol}//${host}`;
    return { clientId: app.clientId, name: app.clientName, redirect, scopes: (params.scope ?? '').split(' ') };
  }

  /**
   * Consents to a request within some of its scopes, or rejects it.
   * @param chosen scopes; undefined: the account rejects the request
   * @returns the path at which the browser continues
   * @throws Problem `not_found`, `invalid_request`
   */
  async decide(ctx: Context, uid: string, caller: Caller, chosen: readonly string[] | undefined): Promise<string> {
    const provider = await this.provider();
    const { clientId, name, scopes } = await this.request(ctx, uid);
    const origin = originOf(ctx);
    const { accountId } = caller;
    if (chosen === undefined) {
      await this.grants.record('app.rejected', accountId, origin, { clientId, name });
      const error = { error: 'access_denied', error_description: 'The account rejected the request.' };
      return pathOf(await provider.interactionResult(ctx.req, ctx.res, error));
    }
    const granted = scopes.filter((scope) => chosen.includes(scope));
    if (granted.length === 0 || granted.length !== new Set(chosen).size)
      throw new Problem('invalid_request', {
        detail: 'Choose from what the app asks for, one at least.',
        errors: [{ pointer: '/scopes', detail: 'must contain one or more scopes of the request' }],
      });
    const sessionId = await this.grants.open(accountId, { clientId, name, scopes: granted }, origin);
    const grant = new provider.Grant({ accountId, clientId, jti: sessionId });
    for (const resource of resourcesOf(this.issuer)) grant.addResourceScope(resource, granted.join(' '));
    await grant.save();
    await this.records.touchApp(clientId, USED_APP_MS);
    const result = { login: { accountId, remember: false }, consent: { grantId: sessionId } };
    return pathOf(await provider.interactionResult(ctx.req, ctx.res, result));
  }

  /** Returns the metadata of the server (RFC 8414). */
  metadata(): Record<string, unknown> {
    const at = (path: string) => `${this.issuer}/oauth/${path}`;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      registration_endpoint: at('register'),
      revocation_endpoint: at('revoke'),
      scopes_supported: allScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Returns the request that waits for consent in this browser, which has its cookie. @throws Problem `not_found` */
  private async interaction(ctx: Context, uid: string): Promise<Interaction> {
    const provider = await this.provider();
    const found = await provider.interactionDetails(ctx.req, ctx.res).catch((error) => {
      if (error.error === 'invalid_request') return undefined;
      throw error;
    });
    if (found === undefined || found.uid !== uid) throw expired();
    return found;
  }

  private async create(): Promise<OidcProvider> {
    const library = await loadOidcLibrary();
    const { records, grants } = this;
    const parts = { records, grants, library, maxApps: this.config.maxApps };
    const provider = new library.Provider(this.issuer, {
      ...serverConfiguration(library, this.issuer, this.auth.sessionMaxDays),
      adapter: (kind: string) => new OAuthAdapter(kind, parts),
      findAccount: async (_: Context, id: string) =>
        (await grants.account(id)) && { accountId: id, claims: () => ({ sub: id }) },
      loadExistingGrant: (ctx: OAuthContext) => provider.Grant.find(ctx.oidc.result?.consent?.grantId ?? ''),
    });
    provider.on('server_error', (ctx, err) =>
      this.log.error({ requestId: ctx.state.requestId, err }, 'A request to the authorization server failed.'),
    );
    return provider;
  }
}

function invalidAs<T>(Invalid: new (description?: string) => Error, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InvalidApp ? new Invalid(error.message) : error;
  }
}

const pathOf = (url: string): string => new URL(url).pathname;

const expired = () =>
  new Problem('not_found', { detail: 'The request has expired or began in another browser. Start again in the app.' });
