const API = '/api/v1';
/** Key of a stored flag: a refresh cookie, which scripts cannot see, may exist. The flag is not secret. */
const HINT = 'watchfloor.signedIn';
/** A token is renewed this long before it expires (ms). */
const MARGIN_MS = 30_000;

/** A response with status 400 or more; status 0 means that there was no response. */
export class ApiError extends Error {
  constructor(problem, response) {
    super(problem.detail ?? problem.title ?? 'The service does not answer.');
    this.status = response?.status ?? 0;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    /** With the code `mfa_required`: the challenge for `verify`. */
    this.challenge = problem.challenge;
    this.retryAfter = Number(response?.headers.get('retry-after')) || undefined;
  }

  /** True when the same request would fail again. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** Runs work in only one tab at a time, because a refresh token can be used only once. */
const oneAtATime = (work) =>
  navigator.locks === undefined ? work() : navigator.locks.request('watchfloor.refresh', work);

async function send(path, init) {
  let response;
  try {
    response = await fetch(API + path, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new ApiError({});
  }
  if (response.ok) return response;
  throw new ApiError(await response.json().catch(() => ({ title: response.statusText })), response);
}

const json = (body) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/**
 * The session of an account. The access token is kept only in memory; after a reload the refresh cookie obtains a new
 * one. Dispatches `change` when the account has signed in or out.
 */
export class Session extends EventTarget {
  /** Profile of the account; undefined when signed out. */
  user;
  #token;
  #expiresAt = 0;
  #refreshing;

  /** True when a session may exist, so that `restore` tries to sign in. */
  get isRestorable() {
    return localStorage.getItem(HINT) !== null;
  }

  /** Restores the session after a reload, if the browser was signed in. Does not reject if the session has ended. */
  async restore() {
    if (!this.isRestorable) return;
    await this.refresh().catch((error) => {
      if (error.status !== 401) throw error;
    });
  }

  /** Signs in. @throws ApiError `mfa_required` with a challenge when the account has a second factor */
  async signIn(email, password) {
    this.#take(await (await send('/auth/login', { method: 'POST', ...json({ email, password }) })).json());
  }

  /** Completes a sign-in with a code of the second factor. */
  async verify(challenge, code) {
    this.#take(
      await (await send('/auth/mfa/verify', { method: 'POST', ...json({ challenge, code: code.trim() }) })).json(),
    );
  }

  /** Returns the providers, and the accounts that may sign in with a password. */
  async ways() {
    return (await send('/auth/oidc')).json();
  }

  /** Starts a sign-in at a provider. */
  async startAt(provider) {
    return (await send(`/auth/oidc/${provider}/start`, { method: 'POST' })).json();
  }

  /** Completes a sign-in with the response of a provider. @throws ApiError `mfa_required` as `signIn` */
  async finishAt(provider, flowToken, callbackQuery) {
    const init = { method: 'POST', ...json({ flowToken, callbackQuery }) };
    this.#take(await (await send(`/auth/oidc/${provider}/callback`, init)).json());
  }

  /** Requests a challenge for a passkey. @param challenge of a sign-in that waits for its second factor */
  async startPasskey(challenge) {
    return (await send('/auth/passkeys/sign-in', { method: 'POST', ...json({ challenge }) })).json();
  }

  /** Signs in with the response of a passkey. */
  async finishPasskey(flowToken, credential) {
    const init = { method: 'POST', ...json({ flowToken, credential }) };
    this.#take(await (await send('/auth/passkeys/sign-in/verify', init)).json());
  }

  /** Returns the address at which the browser also signs out at the provider, and the id of the provider. */
  async providerSignOut() {
    const { items } = await this.get('/auth/sessions');
    const { provider } = items.find(({ current }) => current) ?? {};
    if (!provider) return undefined;
    return { provider, ...(await (await send(`/auth/oidc/${provider}/sign-out`)).json()) };
  }

  async register(email, password) {
    await send('/auth/register', { method: 'POST', ...json({ email, password, displayName: email.split('@')[0] }) });
    await this.signIn(email, password);
  }

  /** Requests a mail with a link to set a new password; nothing is sent if no account has the address. */
  async requestPasswordReset(email) {
    await send('/auth/password/forgot', { method: 'POST', ...json({ email }) });
  }

  /** Sets a password with the token of a mailed link. All sessions of the account end. */
  async setPassword(token, newPassword) {
    await send('/auth/password/reset', { method: 'POST', ...json({ token, newPassword }) });
  }

  async signOut() {
    await send('/auth/logout', { method: 'POST' });
    this.#end();
  }

  /** Exchanges the refresh cookie for a new token. A 401 means that the session has ended. */
  refresh() {
    // `keepalive`: if a reload interrupted the request, the new cookie, and with it the session, would be lost.
    const work = async () =>
      this.#take(await (await send('/auth/refresh', { method: 'POST', keepalive: true })).json());
    this.#refreshing ??= oneAtATime(work)
      .catch((error) => {
        if (error.status === 401) this.#end();
        throw error;
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** Returns a token that remains valid for a while; undefined when signed out. */
  async token() {
    if (this.user !== undefined && Date.now() > this.#expiresAt - MARGIN_MS) await this.refresh();
    return this.#token;
  }

  /** Calls an operation with the access token; if it is rejected, once more with a new token. @throws ApiError */
  async fetch(path, init = {}) {
    const attempt = async () =>
      send(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${await this.token()}` } });
    try {
      return await attempt();
    } catch (error) {
      if (error.status !== 401 || this.user === undefined) throw error;
      await this.refresh();
      return attempt();
    }
  }

  get = async (path, signal) => (await this.fetch(path, { signal })).json();
  post = async (path, body) => (await this.fetch(path, { method: 'POST', ...json(body) })).json();
  patch = async (path, body) => (await this.fetch(path, { method: 'PATCH', ...json(body) })).json();
  remove = (path) => this.fetch(path, { method: 'DELETE' });

  /** Changes the password. All other sessions of the account end; this one continues with a new token. */
  async changePassword(currentPassword, newPassword) {
    this.#take(await this.post('/auth/password', { currentPassword, newPassword }));
  }

  #take({ accessToken, expiresIn, user }) {
    const isNew = this.user?.id !== user.id;
    [this.#token, this.#expiresAt, this.user] = [accessToken, Date.now() + expiresIn * 1000, user];
    localStorage.setItem(HINT, 'yes');
    if (isNew) this.dispatchEvent(new Event('change'));
  }

  #end() {
    const wasSignedIn = this.user !== undefined;
    [this.#token, this.#expiresAt, this.user] = [undefined, 0, undefined];
    localStorage.removeItem(HINT);
    if (wasSignedIn) this.dispatchEvent(new Event('change'));
  }
}
