import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { type OidcProvider, SignInConfig } from '../auth.config.js';
import type { Identity } from '../credentials/identity.repository.js';
import { FlowRepository } from '../flows/flow.repository.js';
import type { SignedIn } from '../sessions/session-opening.service.js';
import type { Claims } from './claims.js';
import { IdentitiesService } from './identities.service.js';
import { type Expected, OidcClient, ProviderRejection } from './oidc-client.js';
import { OidcSignIn } from './oidc-sign-in.service.js';

/** A sign-in at a provider that the browser is to begin. */
export interface StartedFlow {
  authorizationUrl: string;
  /** Token that only this browser has; the response of the provider is accepted only with it. */
  flowToken: string;
  expiresAt: Date;
}

export interface DeviceAuthorization {
  flowToken: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string | null;
  intervalSeconds: number;
  expiresAt: Date;
}

interface BrowserFlow extends Expected {
  provider: string;
  redirectUri: string;
  /** Account and session that link the identity; absent for a sign-in. */
  linkedBy?: { accountId: string; sessionId: string };
}

interface DeviceFlow {
  provider: string;
  deviceCode: string;
}

const BROWSER = 'oidc browser';
const DEVICE = 'oidc device';
const LIFETIME_MS = 10 * MINUTE_MS;
const MAX_DEVICE_MS = 15 * MINUTE_MS;

const randomText = (): string => randomBytes(32).toString('base64url');

/** Runs sign-ins with OpenID Connect providers, for browsers and for devices, and links identities to accounts. */
@Service()
export class OidcService {
  constructor(
    private readonly client: OidcClient,
    private readonly signIns: OidcSignIn,
    private readonly identities: IdentitiesService,
    private readonly flows: FlowRepository,
    private readonly audit: AuditLog,
    private readonly config: SignInConfig,
  ) {}

  /** The providers, and the accounts that may sign in with a password. */
  get ways(): Pick<SignInConfig, 'providers' | 'passwordSignIn'> {
    return this.config;
  }

  /**
   * Begins a sign-in, or the linking of an identity to the caller.
   * @param redirectUri address to which the provider sends the browser back
   * @throws Problem `not_found`, `unavailable`
   */
  async start(providerId: string, redirectUri: string, caller?: Caller): Promise<StartedFlow> {
    const provider = this.client.provider(providerId);
    const expected: Expected = { state: randomText(), nonce: randomText(), verifier: randomText() };
    const authorizationUrl = await this.client.authorizationUrl(provider, redirectUri, expected);
    const content: BrowserFlow = {
      ...expected,
      provider: provider.id,
      redirectUri,
      ...(caller && { linkedBy: { accountId: caller.accountId, sessionId: caller.credentialId } }),
    };
    const { token, expiresAt } = await this.flows.open(BROWSER, content, LIFETIME_MS);
    return { authorizationUrl, flowToken: token, expiresAt };
  }

  /**
   * Completes a sign-in with the response of the provider.
   * @param callbackQuery the query with which the provider sent the browser back
   * @throws Problem `invalid_challenge`, `provider_rejected`, `unavailable`, and those of `OidcSignIn.signIn`
   */
  async finish(providerId: string, flowToken: string, callbackQuery: string, origin: RequestOrigin): Promise<SignedIn> {
    const { provider, claims } = await this.answered(providerId, flowToken, callbackQuery, origin);
    return this.signIns.signIn(provider, claims, origin);
  }

  /**
   * Links the identity of the provider's response to the caller, whose session began the flow.
   * @throws Problem `unprocessable` if the response is rejected, `unavailable`, `conflict`
   */
  async link(
    caller: Caller,
    providerId: string,
    flowToken: string,
    callbackQuery: string,
    origin: RequestOrigin,
  ): Promise<Identity> {
    const { provider, claims } = await this.answered(providerId, flowToken, callbackQuery, origin, caller).catch(
      (error: unknown) => {
        // A 401 would mean that the access token of the caller is invalid.
        const isUnauthorized = error instanceof Problem && error.status === 401;
        throw isUnauthorized ? new Problem('unprocessable', { detail: error.detail, cause: error }) : error;
      },
    );
    return this.identities.link(caller.accountId, provider, claims, origin);
  }

  /** Begins a sign-in on a device without a browser (RFC 8628). @throws Problem `not_found`, `unavailable` */
  async startDevice(providerId: string, origin: RequestOrigin): Promise<DeviceAuthorization> {
    const provider = this.client.provider(providerId);
    const started = await this.client
      .startDevice(provider)
      .catch((error: unknown) => this.rejected(error, provider, origin));
    const content: DeviceFlow = { provider: provider.id, deviceCode: started.device_code };
    const lifetimeMs = Math.min(Math.max(1, started.expires_in) * SECOND_MS, MAX_DEVICE_MS);
    const { token, expiresAt } = await this.flows.open(DEVICE, content, lifetimeMs);
    return {
      flowToken: token,
      userCode: started.user_code,
      verificationUri: started.verification_uri,
      verificationUriComplete: started.verification_uri_complete ?? null,
      intervalSeconds: Math.min(60, Math.max(1, started.interval ?? 5)),
      expiresAt,
    };
  }

  /**
   * Completes the sign-in of a device, if the person has approved it.
   * @returns undefined if the person has not answered yet
   * @throws Problem `invalid_challenge`, `provider_rejected`, `unavailable`, and those of `OidcSignIn.signIn`
   */
  async finishDevice(providerId: string, flowToken: string, origin: RequestOrigin): Promise<SignedIn | undefined> {
    const provider = this.client.provider(providerId);
    const known = await this.flows.read<DeviceFlow>(DEVICE, flowToken);
    if (known?.provider !== provider.id) throw invalidFlow();
    const claims = await this.client.pollDevice(provider, known.deviceCode).catch(async (error: unknown) => {
      if (error instanceof ProviderRejection) await this.flows.take(DEVICE, flowToken);
      return this.rejected(error, provider, origin);
    });
    if (claims === 'pending' || claims === 'slow_down') return undefined;
    if ((await this.flows.take(DEVICE, flowToken)) === undefined) throw invalidFlow();
    return this.signIns.signIn(provider, claims as unknown as Claims, origin);
  }

  /** Returns the address for signing out at the provider; undefined if the provider has no such address. */
  signOutUrl(providerId: string, returnTo: string): Promise<string | undefined> {
    return this.client.signOutUrl(this.client.provider(providerId), returnTo);
  }

  /** Takes the flow, compares it with the provider and the caller, and verifies the response. */
  private async answered(
    providerId: string,
    token: string,
    callbackQuery: string,
    origin: RequestOrigin,
    caller?: Caller,
  ): Promise<{ provider: OidcProvider; claims: Claims }> {
    const provider = this.client.provider(providerId);
    const flow = await this.flows.take<BrowserFlow>(BROWSER, token);
    if (flow === undefined) throw invalidFlow();
    const { linkedBy } = flow;
    const isSameCaller = linkedBy?.accountId === caller?.accountId && linkedBy?.sessionId === caller?.credentialId;
    try {
      if (flow.provider !== provider.id) throw new ProviderRejection('other_provider');
      if (!isSameCaller) throw new ProviderRejection('other_session');
      if (!isSame(new URLSearchParams(callbackQuery).get('state') ?? '', flow.state))
        throw new ProviderRejection('state');
      const claims = await this.client.redeem(provider, flow.redirectUri, callbackQuery, flow);
      return { provider, claims: claims as unknown as Claims };
    } catch (error) {
      return this.rejected(error, provider, origin);
    }
  }

  /** Records a rejected response and throws its problem; throws other errors as they are. */
  private async rejected(
    error: unknown,
    provider: OidcProvider,
    { address, requestId }: RequestOrigin,
  ): Promise<never> {
    if (!(error instanceof ProviderRejection)) throw error;
    await this.audit.append({
      actorId: null,
      action: 'user.sign_in_refused',
      subject: null,
      detail: { provider: provider.id, reason: error.reason },
      address,
      requestId,
    });
    throw new Problem('provider_rejected', {
      detail: `${provider.name} did not confirm the sign-in (${error.reason}). Start it again.`,
      cause: error,
    });
  }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const invalidFlow = () =>
  new Problem('invalid_challenge', {
    detail: 'This sign-in was already completed, took too long, or began in another browser. Start it again.',
  });
