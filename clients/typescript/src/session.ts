import { Problem } from './problem.js';

/** Credentials of an account (password) or of a program (personal key). */
export type Credentials =
  | {
      email: string;
      password: string;
      /** Returns a code of the authenticator app or a recovery code; called when the account has a second factor. */
      code?: () => Promise<string>;
    }
  | { key: string }
  | {
      /** Id of an OpenID Connect provider of the service; it must offer the device flow (RFC 8628). */
      provider: string;
      /** Shows the person where to enter which code; the sign-in continues once it is entered. */
      show: (prompt: DevicePrompt) => void;
      /** Returns a code as for a password. */
      code?: () => Promise<string>;
    };

/** The code that a person enters at a provider. */
export interface DevicePrompt {
  userCode: string;
  verificationUri: string;
  /** The address with the code in it; null if the provider has none. */
  verificationUriComplete: string | null;
}

/** Tokens that a sign-in returns. */
export interface Tokens {
  accessToken: string;
  /** Time of expiry (ms) by the clock of this machine. */
  expiresAt: number;
  /**
   * `name=value` of the cookie that renews the token once. Undefined with a key, and in browsers, which keep the cookie
   * themselves.
   */
  refreshCookie?: string;
}

/**
 * Keeps tokens. A store that several processes share must run `next` in one process at a time, because a refresh cookie
 * is valid only once.
 */
export interface TokenStore {
  read(): Promise<Tokens | undefined>;
  /** Replaces the stored tokens by the result of `next`, which gets the tokens that are stored when it runs. */
  change(next: (current: Tokens | undefined) => Promise<Tokens | undefined>): Promise<Tokens | undefined>;
}

/** Keeps tokens in memory. */
export function memoryTokenStore(): TokenStore {
  let tokens: Tokens | undefined;
  return {
    read: async () => tokens,
    change: async (next) => {
      tokens = await next(tokens);
      return tokens;
    },
  };
}

/** Tokens are renewed this long (ms) before they expire. */
const RENEW_EARLY_MS = 30_000;

/**
 * Signs in at the first call, and renews the access token with the refresh cookie or the key; parallel calls share one
 * renewal.
 */
export class Session {
  private renewal: Promise<string | undefined> | undefined;

  constructor(
    /** URL of the API, including `/api/v1`. */
    private readonly baseUrl: string,
    private readonly fetch: typeof globalThis.fetch,
    private readonly credentials: Credentials | undefined,
    private readonly store: TokenStore,
  ) {}

  /**
   * Returns a valid access token; undefined without credentials.
   * @throws Problem when the service rejects the credentials
   */
  async token(): Promise<string | undefined> {
    const tokens = await this.store.read();
    return isFresh(tokens) ? tokens.accessToken : this.renew();
  }

  /**
   * Renews the access token unless another call has already done so.
   * @param refused access token that the service no longer accepts
   */
  renew(refused?: string): Promise<string | undefined> {
    this.renewal ??= this.store
      .change((current) =>
        isFresh(current) && current.accessToken !== refused ? Promise.resolve(current) : this.obtain(current),
      )
      .then((tokens) => tokens?.accessToken)
      .finally(() => {
        this.renewal = undefined;
      });
    return this.renewal;
  }

  /** Returns the stored tokens, even if they have expired. */
  tokens(): Promise<Tokens | undefined> {
    return this.store.read();
  }

  /** Signs out at the service and removes the tokens. */
  async end(): Promise<void> {
    await this.store.change(async (current) => {
      if (current?.refreshCookie) await this.post('/auth/logout', undefined, current.refreshCookie);
      return undefined;
    });
  }

  private async obtain(current: Tokens | undefined): Promise<Tokens | undefined> {
    const { credentials } = this;
    if (credentials && 'key' in credentials) return this.post('/auth/token', credentials);
    try {
      if (current) return await this.post('/auth/refresh', undefined, current.refreshCookie);
    } catch (error) {
      // Status 401 means that the session has ended, so the client signs in again. After any other failure, the cookie
      // is still valid.
      if (!(error instanceof Problem && error.status === 401)) throw error;
    }
    return credentials && this.signIn(credentials);
  }

  private async signIn(credentials: Exclude<Credentials, { key: string }>): Promise<Tokens | undefined> {
    const { code } = credentials;
    try {
      if ('provider' in credentials) return await this.signInAt(credentials.provider, credentials.show);
      const { email, password } = credentials;
      return await this.post('/auth/login', { email, password });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'mfa_required' && code !== undefined)) throw error;
      return this.post('/auth/mfa/verify', { challenge: error.challenge, code: await code() });
    }
  }

  /** Signs in by the device flow of a provider, which takes as long as the person. */
  private async signInAt(provider: string, show: (prompt: DevicePrompt) => void): Promise<Tokens | undefined> {
    const path = `/auth/oidc/${encodeURIComponent(provider)}/device`;
    const response = await this.fetch(this.baseUrl + path, { method: 'POST' });
    if (!response.ok) throw await Problem.of(response);
    const started = (await response.json()) as DevicePrompt & { flowToken: string; intervalSeconds: number };
    show(started);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, started.intervalSeconds * 1000));
      const tokens = await this.post(`${path}/token`, { flowToken: started.flowToken });
      if (tokens !== undefined) return tokens;
    }
  }

  private async post(path: string, body?: object, cookie?: string): Promise<Tokens | undefined> {
    const headers = { ...(body ? { 'Content-Type': 'application/json' } : {}), ...(cookie ? { Cookie: cookie } : {}) };
    const response = await this.fetch(this.baseUrl + path, {
      method: 'POST',
      headers,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw await Problem.of(response);
    if (response.status === 204 || response.status === 202) return undefined;
    const { accessToken, expiresIn } = (await response.json()) as { accessToken: string; expiresIn: number };
    const refreshCookie = response.headers.getSetCookie().find((line) => line.startsWith('svc_refresh='));
    return { accessToken, expiresAt: Date.now() + expiresIn * 1000, refreshCookie: refreshCookie?.split(';')[0] };
  }
}

function isFresh(tokens: Tokens | undefined): tokens is Tokens {
  return tokens !== undefined && tokens.expiresAt - RENEW_EARLY_MS > Date.now();
}
