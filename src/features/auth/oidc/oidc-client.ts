import type { Configuration, DeviceAuthorizationResponse, IDToken, ServerMetadata } from 'openid-client';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Log } from '../../../logging/log.js';
import { Clock, SystemClock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import { Outbound, OutboundFailure } from '../../../upstream/outbound.js';
import { type OidcProvider, SignInConfig } from '../auth.config.js';
import { outboundFetch } from './outbound-fetch.js';

/** The values that bind the response of a provider to the request of this browser. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** The response of a provider did not pass a check. `reason` is a word for the audit record, never a secret. */
export class ProviderRejection extends Error {
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`The provider's response was rejected: ${reason}`, { cause });
  }
}

/** Time for which the metadata of a provider is used again. Keys are read at each sign-in. */
const METADATA_MS = HOUR_MS;
/** Accepted difference of the clocks of provider and service (s). */
const CLOCK_TOLERANCE_SECONDS = 60;
const library = () => import('openid-client');

/**
 * Speaks OpenID Connect with the configured providers: code flow with PKCE, `state` and `nonce`, device flow, and
 * sign-out. The signature of every ID token is verified, also of those that come directly from the provider.
 */
@Service()
export class OidcClient {
  private readonly metadata = new Map<string, { value: ServerMetadata; at: number }>();

  constructor(
    private readonly config: SignInConfig,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Returns a configured provider. @throws Problem `not_found` */
  provider(id: string): OidcProvider {
    const provider = this.config.providers.find((one) => one.id === id);
    if (provider === undefined)
      throw new Problem('not_found', { detail: 'There is no provider with this id: GET /auth/oidc lists them.' });
    return provider;
  }

  /** Returns the address at the provider to which the browser goes. @throws Problem `unavailable` */
  async authorizationUrl(provider: OidcProvider, redirectUri: string, expected: Expected): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const url = buildAuthorizationUrl(await this.configuration(provider), {
      redirect_uri: redirectUri,
      scope: provider.scope,
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await calculatePKCECodeChallenge(expected.verifier),
      code_challenge_method: 'S256',
    });
    // The page opens this address; another scheme, such as `javascript:`, would run in the page.
    if (!/^https?:$/.test(url.protocol))
      throw unavailable(new Error('The authorization endpoint is not an https URL.'));
    return url.href;
  }

  /**
   * Exchanges the code of the provider's response, and verifies the ID token.
   * @param callbackQuery the query with which the provider sent the browser back
   * @throws ProviderRejection, Problem `unavailable`
   */
  async redeem(
    provider: OidcProvider,
    redirectUri: string,
    callbackQuery: string,
    expected: Expected,
  ): Promise<IDToken> {
    const { authorizationCodeGrant } = await library();
    const configuration = await this.configuration(provider);
    return this.checked(provider, async () => {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${callbackQuery}`), {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.verifier,
        idTokenExpected: true,
      });
      return tokens.claims();
    });
  }

  /** Starts a device flow. @throws Problem `not_found` if the provider does not offer it, `unavailable` */
  async startDevice(provider: OidcProvider): Promise<DeviceAuthorizationResponse> {
    const { initiateDeviceAuthorization } = await library();
    const configuration = await this.configuration(provider);
    if (configuration.serverMetadata().device_authorization_endpoint === undefined)
      throw new Problem('not_found', { detail: 'The provider has no sign-in for devices (RFC 8628).' });
    return this.checked(provider, () => initiateDeviceAuthorization(configuration, { scope: provider.scope }));
  }

  /**
   * Asks once whether the person has approved the device.
   * @returns the claims, or that the caller must ask again
   * @throws ProviderRejection, Problem `unavailable`
   */
  async pollDevice(provider: OidcProvider, deviceCode: string): Promise<IDToken | 'pending' | 'slow_down'> {
    const { genericGrantRequest, ResponseBodyError } = await library();
    const configuration = await this.configuration(provider);
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    try {
      const tokens = await this.checked(provider, () =>
        genericGrantRequest(configuration, grant, { device_code: deviceCode }),
      );
      return tokens.claims() ?? rejected('no_id_token');
    } catch (error) {
      const cause = error instanceof ProviderRejection ? error.cause : undefined;
      const word = cause instanceof ResponseBodyError ? cause.error : undefined;
      if (word === 'authorization_pending') return 'pending';
      if (word === 'slow_down') return 'slow_down';
      throw error;
    }
  }

  /** Returns the address for signing out at the provider; undefined if the provider has no such address. */
  async signOutUrl(provider: OidcProvider, returnTo: string): Promise<string | undefined> {
    const { buildEndSessionUrl } = await library();
    const configuration = await this.configuration(provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /** Returns a new configuration, so that each sign-in reads the keys of the provider and withdrawn keys end. */
  private async configuration(provider: OidcProvider): Promise<Configuration> {
    const lib = await library();
    const client = {
      client_id: provider.clientId,
      // The library reads the clock of the machine, the service its own.
      [lib.clockSkew]: Math.round((this.clock.now() - new SystemClock().now()) / 1000),
      [lib.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    const { clientSecret } = provider;
    const authentication = clientSecret === undefined ? lib.None() : lib.ClientSecretPost(clientSecret);
    // The settings admit http only for a provider on this machine.
    const execute = provider.issuer.startsWith('http:') ? [lib.allowInsecureRequests] : [];
    const call = outboundFetch(this.outbound);
    const known = this.metadata.get(provider.id);
    if (known === undefined || Math.abs(this.clock.now() - known.at) > METADATA_MS) {
      const options = { [lib.customFetch]: call, execute };
      const found = await this.checked(provider, () =>
        lib.discovery(new URL(provider.issuer), provider.clientId, client, authentication, options),
      ).catch((error: unknown) => {
        if (error instanceof ProviderRejection) throw unavailable(error);
        throw error;
      });
      this.metadata.set(provider.id, { value: { ...found.serverMetadata() }, at: this.clock.now() });
    }
    const { value } = this.metadata.get(provider.id) as { value: ServerMetadata };
    const configuration = new lib.Configuration({ ...value }, provider.clientId, client, authentication);
    configuration[lib.customFetch] = call;
    lib.enableNonRepudiationChecks(configuration);
    for (const allow of execute) allow(configuration);
    return configuration;
  }

  /** Runs a call of the library and translates its errors. */
  private async checked<T>(provider: OidcProvider, work: () => Promise<T | undefined>): Promise<T> {
    try {
      return (await work()) ?? rejected('no_id_token');
    } catch (error) {
      if (error instanceof ProviderRejection) throw error;
      const failure = causesOf(error).find((one) => one instanceof OutboundFailure);
      if (failure !== undefined) {
        this.log.warn(
          { component: 'auth', provider: provider.id, reason: failure.code },
          'A sign-in provider cannot be reached.',
        );
        throw unavailable(error);
      }
      throw new ProviderRejection(reasonOf(error), error);
    }
  }
}

function rejected(reason: string): never {
  throw new ProviderRejection(reason);
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one instanceof Error && causes.length < 5; one = one.cause) causes.push(one);
  return causes;
}

/** Returns the reason as a word: the provider's error, or the claim or check that failed. */
function reasonOf(error: unknown): string {
  const { error: word, code } = error as { error?: string; code?: string };
  const claim = causesOf(error)
    .map((one) => (one as { cause?: { claim?: string } }).cause?.claim)
    .find((one) => one !== undefined);
  const text = [word ?? code?.toLowerCase() ?? 'invalid_answer', claim].filter((one) => one !== undefined).join(' ');
  return text.replace(/[^\w .-]/g, '').slice(0, 100);
}

const unavailable = (cause: unknown) =>
  new Problem('unavailable', {
    detail: 'The sign-in provider does not answer as it should; try again later.',
    headers: { 'Retry-After': '30' },
    cause,
  });
