import { generateKeyPairSync } from 'node:crypto';
import { Problem } from '../../../api/problem.js';
import { scopes } from '../../../api/scopes.js';
import { ACCESS_TOKEN_SECONDS, AUDIENCE } from '../tokens/access-token.js';
import type { OAuthContext, OAuthError, OidcLibrary } from './oidc-library.js';

const CODE_SECONDS = 60;
/** Time for sign-in and consent. */
const CONSENT_SECONDS = 1_800;
/** Time without use after which an app must ask for consent again. */
const IDLE_SECONDS = 14 * 86_400;

/** Scopes for reading, which an app gets that asks for none. */
export const readScopes = scopes.filter((scope) => scope.endsWith(':read'));

/** Returns the names of this service in `resource` (RFC 8707): its address, the API, and the MCP endpoint. */
export const resourcesOf = (issuer: string): readonly string[] =>
  ['', '/', '/api/v1', '/api/v1/ai/mcp'].map((path) => `${issuer}${path}`);

/**
 * Returns the configuration of oidc-provider: authorization code with PKCE by S256, refresh tokens that are used once,
 * resource indicators and revocation; no ID tokens, no introspection, no sign-in of its own.
 */
export function serverConfiguration(library: OidcLibrary, issuer: string, sessionMaxDays: number): object {
  const { Prompt, Check } = library.interactionPolicy;
  const asksAlways = new Check(
    'consent',
    'Every request needs consent.',
    ({ oidc }) => oidc.result?.consent === undefined,
  );
  const names = resourcesOf(issuer);
  return {
    // The library needs a key for ID tokens, which are never issued: no request has the scope `openid`.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    scopes,
    claims: {},
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    responseTypes: ['code'],
    pkce: { required: () => true },
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    interactions: {
      policy: [
        new Prompt({ name: 'login', requestable: true }),
        new Prompt({ name: 'consent', requestable: true }, asksAlways),
      ],
      url: (_: OAuthContext, { uid }: { uid: string }) => `/oauth/consent/${uid}`,
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: sessionMaxDays * 86_400,
      Interaction: CONSENT_SECONDS,
      RefreshToken: IDLE_SECONDS,
      Session: CONSENT_SECONDS,
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    // Browsers of other origins are allowed as elsewhere, by SVC_CORS_ORIGINS.
    clientBasedCORS: () => false,
    renderError: (
      _: OAuthContext,
      { error, error_description: why }: { error: string; error_description?: string },
    ) => {
      throw new Problem('bad_request', { detail: `The request of the app is not valid: ${why ?? error}.` });
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_: OAuthContext, { clientId }: { clientId: string }, token: { clientId: string }) =>
          token.clientId === clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_: OAuthContext, __: unknown, oneOf?: readonly string[]) => oneOf?.[0] ?? names[2],
        useGrantedResource: () => true,
        getResourceServerInfo: (_: OAuthContext, resource: string) => {
          if (!names.includes(resource)) throw new library.errors.InvalidTarget() as OAuthError;
          return {
            scope: scopes.join(' '),
            audience: AUDIENCE,
            accessTokenFormat: 'opaque',
            accessTokenTTL: ACCESS_TOKEN_SECONDS,
          };
        },
      },
    },
  };
}
