const API = '/api/v1';
/** Says that there may be a refresh cookie, which scripts cannot see. Holds no secret. */
const HINT = 'watchfloor.signedIn';
/** A token is renewed this long before it expires (ms). */
const MARGIN_MS = 30_000;

/** An answer of 400 or more, or no answer: status 0. */
export class ApiError extends Error {
  constructor(problem, response) {
    super(problem.detail ?? problem.title ?? 'The service does not answer.');
    this.status = response?.status ?? 0;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    /** With the code `mfa_required`: what `verify` takes. */
    this.challenge = problem.challenge;
    this.retryAfter = Number(response?.headers.get('retry-after')) || undefined;
  }

  /** True when the same request would fail again. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** Only one tab refreshes at a time: a refresh token works once. */
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
 * A signed-in account. The access token is only in memory; after a reload the refresh cookie brings a new one.
 * Dispatches `change` when the account signed in or out.
 */
export class Session extends EventTarget {
  /** The account; undefined when signed out. */
  user;
  #token;
  #expiresAt = 0;
  #refreshing;

  /** True when `restore` will try to sign in. */
  get isRestorable() {
    return localStorage.getItem(HINT) !== null;
  }

  /** Signs in again after a reload, if the browser was signed in. Never rejects because there is no session. */
  async restore() {
    if (!this.isRestorable) return;
    await this.refresh().catch((error) => {
      if (error.status !== 401) throw error;
    });
  }

  /** @throws ApiError `mfa_required` with a challenge when the account has a second factor */
  async signIn(email, password) {
    this.#take(await (await send('/auth/login', { method: 'POST', ...json({ email, password }) })).json());
  }

  /** Completes a sign-in with a code of the second factor. */
  async verify(challenge, code) {
    this.#take(
      await (await send('/auth/mfa/verify', { method: 'POST', ...json({ challenge, code: code.trim() }) })).json(),
    );
  }

  async register(email, password) {
    await send('/auth/register', { method: 'POST', ...json({ email, password, displayName: email.split('@')[0] }) });
    await this.signIn(email, password);
  }

  /** Mails a link to a new password, if the address has an account. */
  async requestPasswordReset(email) {
    await send('/auth/password/forgot', { method: 'POST', ...json({ email }) });
  }

  /** Sets a password by the token of a mailed link. Every session of the account ends. */
  async setPassword(token, newPassword) {
    await send('/auth/password/reset', { method: 'POST', ...json({ token, newPassword }) });
  }

  async signOut() {
    await send('/auth/logout', { method: 'POST' });
    this.#end();
  }

  /** Exchanges the refresh cookie for a new token. A 401 ends the session here, too. */
  refresh() {
    // `keepalive`: the cookie of an answer that a reload interrupts would be lost, and with it the session.
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

  /** A token that is still valid for a while; undefined when signed out. */
  async token() {
    if (this.user !== undefined && Date.now() > this.#expiresAt - MARGIN_MS) await this.refresh();
    return this.#token;
  }

  /** Calls an operation with the access token, and once more with a new one when it was refused. @throws ApiError */
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
