import { addressList, isListed } from '../../config/address-ranges.js';
import { Environment } from '../../config/environment.js';
import type { Setting } from '../../config/setting.js';

/** An OpenID Connect provider with which people sign in. */
export interface OidcProvider {
  /** Name in paths and settings, such as `keycloak`. */
  id: string;
  /** Name on buttons. */
  name: string;
  issuer: string;
  clientId: string;
  /** Secret of the client; undefined for a public client, which PKCE alone protects. */
  clientSecret?: string;
  scope: string;
  /** Path to the claim that admits accounts and sets their role, such as `realm_access.roles`; undefined: no rule. */
  roleClaim?: string;
  /** Values of the claim that make an operator. Empty: the provider does not change roles. */
  operatorValues: readonly string[];
  /** Values of the claim that admit a user. Empty: everyone whom the provider signs in. */
  userValues: readonly string[];
  /** True: the first sign-in creates an account. */
  createsAccounts: boolean;
  /** True: e-mail addresses count as verified without the claim `email_verified`. */
  trustsEmail: boolean;
}

const passwordUses = ['all', 'operators', 'none'] as const;
const idForm = /^[a-z][a-z0-9-]{0,31}$/;
/** Id of the provider that is configured without `SVC_OIDC_PROVIDERS`. */
const ONLY = 'sso';

/** Settings of sign-in with OpenID Connect providers, passkeys and passwords. */
export class SignInConfig {
  /** The providers, in the order of their buttons. */
  readonly providers: readonly OidcProvider[];
  private readonly passwords: Setting<(typeof passwordUses)[number]>;

  constructor(private readonly env: Environment) {
    const ids = env.list('SVC_OIDC_PROVIDERS', {
      meaning:
        'Ids of several OpenID Connect providers, separated by commas, such as `keycloak,google`. Each has its own ' +
        'settings with its id in the name: `SVC_OIDC_KEYCLOAK_ISSUER` for `SVC_OIDC_ISSUER`, and so on.',
    });
    if (!ids.every((id) => idForm.test(id)) || new Set(ids).size !== ids.length || ids.length > 20)
      env.refuse(
        'SVC_OIDC_PROVIDERS',
        'must list at most 20 different ids of a to z, 0 to 9 and hyphens, such as keycloak,google',
      );
    const only = this.read(ONLY, 'SVC_OIDC_');
    if (only !== undefined && ids.length > 0)
      env.refuse('SVC_OIDC_ISSUER', 'must not be set beside SVC_OIDC_PROVIDERS; give this provider an id there');
    const several = ids.map((id) => {
      const prefix = `SVC_OIDC_${id.toUpperCase().replaceAll('-', '_')}_`;
      const provider = this.read(id, prefix);
      if (provider === undefined) env.refuse(`${prefix}ISSUER`, `must be set, since SVC_OIDC_PROVIDERS lists ${id}`);
      return provider;
    });
    this.providers = [only, ...several].filter((provider) => provider !== undefined);
    this.passwords = env.choiceSetting('SVC_PASSWORD_SIGN_IN', passwordUses, 'all', {
      meaning:
        'Accounts that may sign in with a password: `all`, `operators` (as a reserve if a provider fails) or `none`. ' +
        'With `operators` or `none`, registration is closed.',
      setting: 'passwordSignIn',
    });
    const isProduction = (env.text('SVC_ENV', { meaning: '' }) ?? env.platform('NODE_ENV')) === 'production';
    if (isProduction && this.providers.length > 0 && env.text('SVC_BASE_URL', { meaning: '' }) === undefined)
      env.refuse('SVC_BASE_URL', 'is required with SVC_OIDC_ISSUER: providers send people back to this address');
  }

  /** The accounts that may sign in with a password. */
  get passwordSignIn(): (typeof passwordUses)[number] {
    return this.passwords.value;
  }

  /** Returns true if accounts with this role may sign in with a password. */
  allowsPassword(role: string): boolean {
    return this.passwordSignIn === 'all' || (this.passwordSignIn === 'operators' && role === 'operator');
  }

  private read(id: string, prefix: string): OidcProvider | undefined {
    const { env } = this;
    const issuer = this.readIssuer(`${prefix}ISSUER`);
    const clientId = env.text(`${prefix}CLIENT_ID`, { meaning: 'Id of this service at the OpenID Connect provider.' });
    const clientSecret = env.text(`${prefix}CLIENT_SECRET`, {
      meaning: 'Secret of this service at the provider; empty for a public client.',
      secret: true,
    });
    const name = env.text(`${prefix}NAME`, {
      meaning: 'Name of the provider on the button, at most 60 characters.',
      defaultText: '`Single sign-on`',
    });
    const scope = env.text(`${prefix}SCOPES`, {
      meaning: 'OAuth scopes to ask for, separated by spaces.',
      defaultText: '`openid email profile`',
    });
    const roleClaim = env.text(`${prefix}ROLE_CLAIM`, {
      meaning:
        'Claim of the ID token that the next two settings compare, with dots between nested names: `groups`, ' +
        '`realm_access.roles`, `hd`.',
    });
    const operatorValues = env.list(`${prefix}OPERATOR_VALUES`, {
      meaning:
        'Values of the claim that make an operator, separated by commas. If set, the role follows the claim at each ' +
        'sign-in; otherwise operators set roles here.',
    });
    const userValues = env.list(`${prefix}USER_VALUES`, {
      meaning: 'Values of the claim that admit a user, separated by commas.',
      defaultText: 'everyone whom the provider signs in',
    });
    const signUp = env.oneOf(`${prefix}SIGN_UP`, ['open', 'closed'], 'closed', {
      meaning:
        '`open`: the first sign-in creates an account; `closed`: only accounts that were linked on the account page ' +
        'sign in with the provider.',
    });
    const email = env.oneOf(`${prefix}EMAIL`, ['verified', 'trusted'], 'verified', {
      meaning:
        '`verified`: new accounts need the claim `email_verified`; `trusted`: every address counts as verified, only ' +
        'for a provider whose administrators assign the addresses.',
    });
    if (issuer === undefined) {
      if (clientId !== undefined || clientSecret !== undefined)
        env.refuse(`${prefix}ISSUER`, 'must be set with the id and the secret of the client');
      return undefined;
    }
    if (clientId === undefined) env.refuse(`${prefix}CLIENT_ID`, `is required with ${prefix}ISSUER`);
    if (name !== undefined && [...name].length > 60) env.refuse(`${prefix}NAME`, 'must be at most 60 characters');
    if (scope !== undefined && !scope.split(/\s+/).includes('openid'))
      env.refuse(`${prefix}SCOPES`, 'must include openid');
    if (roleClaim === undefined && operatorValues.length + userValues.length > 0)
      env.refuse(`${prefix}ROLE_CLAIM`, 'must be set: the values are compared with this claim');
    return {
      id,
      name: name ?? (id === ONLY ? 'Single sign-on' : `${id[0]?.toUpperCase()}${id.slice(1)}`),
      issuer,
      clientId: clientId ?? '',
      clientSecret,
      scope: scope ?? 'openid email profile',
      roleClaim,
      operatorValues,
      userValues,
      createsAccounts: signUp === 'open',
      trustsEmail: email === 'trusted',
    };
  }

  /** Reads an issuer: https, or http for a provider on this machine that `SVC_OUTBOUND_ALLOW` names. */
  private readIssuer(name: string): string | undefined {
    const issuer = this.env.url(name, ['https:', 'http:'], {
      meaning:
        'Issuer of the OpenID Connect provider, as in its `/.well-known/openid-configuration`: an https URL. One in ' +
        'a private network must be in `SVC_OUTBOUND_ALLOW`.',
    });
    if (issuer === undefined) return undefined;
    const { protocol, hostname, search, hash, username } = new URL(issuer);
    if (search !== '' || hash !== '' || username !== '')
      this.env.refuse(name, 'must have neither a query, a fragment nor a user name');
    const allowed = addressList(this.env.list('SVC_OUTBOUND_ALLOW', { meaning: '' }));
    const host = hostname.replace(/^\[|\]$/g, '');
    if (protocol === 'http:' && !((/^127\./.test(host) || host === '::1') && isListed(allowed, host)))
      this.env.refuse(name, 'must start with https://; http is only for 127.0.0.1, if SVC_OUTBOUND_ALLOW lists it');
    return issuer;
  }
}

/** Settings of the authorization server for apps. */
export class OAuthConfig {
  /** True: the authorization server is on, if the public address permits it. */
  readonly isOn: boolean;
  /** Maximum number of registered apps. Above it, a registration replaces the oldest app without consent. */
  readonly maxApps: number;

  constructor(env: Environment) {
    this.isOn =
      env.oneOf('SVC_OAUTH', ['on', 'off'], 'on', {
        meaning:
          '`on`: assistants and other apps connect by OAuth 2.1, if `SVC_BASE_URL` is https or this machine, without ' +
          'a path; `off`: only by personal keys.',
      }) === 'on';
    this.maxApps = env.integer('SVC_OAUTH_APPS', 10_000, 10, 1_000_000, {
      meaning: 'Maximum number of registered apps; above it, a registration replaces the oldest app without consent.',
    });
  }
}
