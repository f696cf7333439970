import { TestEventSource } from './event-source.js';
import { type Answer, ResponseChecker } from './response-checker.js';

export interface CallOptions {
  /** Body to be sent as JSON. */
  body?: unknown;
  /** Body to be sent unchanged, with the Content-Type of the headers. */
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Access token. `null` sends no token, even if the client is signed in. */
  token?: string | null;
  /** Value of the refresh cookie. `null` sends no cookie. */
  cookie?: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies freely; their shape is checked against the description
export type Json = any;

export interface CheckedAnswer extends Answer {
  json: Json;
  /** Value of the refresh cookie that the response set; '' if it was deleted; undefined if it was not changed. */
  cookie?: string;
}

/**
 * Calls a service as a client would and keeps its token and cookie. A response that differs from the OpenAPI
 * description fails the test. Tests call HTTP only through this class.
 */
export class TestClient {
  token?: string;
  cookie?: string;

  constructor(
    private readonly url: string,
    private readonly checker: ResponseChecker,
  ) {}

  /** Returns another caller of the same service, without credentials. */
  fresh(): TestClient {
    return new TestClient(this.url, this.checker);
  }

  /** Returns a caller of another process of the same service, without credentials. */
  at(url: string): TestClient {
    return new TestClient(url, this.checker);
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, options);
  post = (path: string, body?: unknown, options?: CallOptions) => this.call('POST', path, { body, ...options });
  patch = (path: string, body?: unknown, options?: CallOptions) => this.call('PATCH', path, { body, ...options });
  put = (path: string, body?: unknown, options?: CallOptions) => this.call('PUT', path, { body, ...options });
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, options);

  /** @param path below `/api/v1`; a path that begins with `//` is below the root, such as `//openapi.json` */
  async call(method: string, path: string, options: CallOptions = {}): Promise<CheckedAnswer> {
    const pathAndQuery = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
    const response = await fetch(this.url + pathAndQuery, {
      method,
      headers: this.headersOf(options),
      body: bodyOf(options),
      redirect: 'manual',
    });
    const text = await textOf(response);
    const answer: CheckedAnswer = {
      status: response.status,
      headers: response.headers,
      text,
      json: jsonOf(response, text),
      cookie: cookieOf(response),
    };
    const { pathname, searchParams } = new URL(this.url + pathAndQuery);
    const fields = searchParams.has('fields') ? searchParams.getAll('fields').join().split(',') : undefined;
    const faults = this.checker.faults(method, pathname, answer, fields);
    if (faults.length > 0) throw new Error(`Not as described:\n${faults.join('\n')}\n${text.slice(0, 500)}`);
    if (answer.cookie !== undefined) this.cookie = answer.cookie || undefined;
    return answer;
  }

  /**
   * Opens a stream and reads it. Its head and each of its events are checked.
   * @throws with the status and the body if the response is not a stream
   */
  async stream(
    path: string,
    { method = 'GET', ...options }: CallOptions & { method?: string } = {},
  ): Promise<TestEventSource> {
    const url = `${this.url}/api/v1${path}`;
    const abort = new AbortController();
    const headers = { accept: 'text/event-stream', ...this.headersOf(options) };
    const response = await fetch(url, {
      method,
      headers,
      body: bodyOf(options),
      redirect: 'manual',
      signal: abort.signal,
    });
    const text = isStream(response) ? '' : await response.text();
    const { pathname } = new URL(url);
    const faults = this.checker.faults(method, pathname, { status: response.status, headers: response.headers, text });
    if (isStream(response) && faults.length === 0) {
      const eventFaults = ({ event, data }: { event: string; data: string }) =>
        this.checker.eventFaults(method, pathname, event, data);
      return new TestEventSource(response.headers, response.body as ReadableStream<Uint8Array>, eventFaults, abort);
    }
    abort.abort();
    if (faults.length > 0) throw new Error(`Not as described:\n${faults.join('\n')}\n${text.slice(0, 500)}`);
    throw new Error(`No stream but ${response.status}: ${text}`);
  }

  /** Signs in and keeps the token and the cookie. */
  async signIn(email: string, password: string): Promise<CheckedAnswer> {
    const answer = await this.post('/auth/login', { email, password });
    if (answer.status === 200) this.token = answer.json.accessToken;
    return answer;
  }

  /** Refreshes and keeps the new token and cookie. */
  async refresh(): Promise<CheckedAnswer> {
    const answer = await this.post('/auth/refresh');
    if (answer.status === 200) this.token = answer.json.accessToken;
    return answer;
  }

  private headersOf({
    body,
    headers = {},
    token = this.token,
    cookie = this.cookie,
  }: CallOptions): Record<string, string> {
    return {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token == null ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie == null ? {} : { cookie: `svc_refresh=${cookie}` }),
      ...headers,
    };
  }
}

function bodyOf({ body, rawBody }: CallOptions): string | Uint8Array<ArrayBuffer> | undefined {
  if (rawBody !== undefined) return rawBody as string;
  return body === undefined ? undefined : JSON.stringify(body);
}

/**
 * Returns the body of a response. A stream does not end, so it is closed and '' is returned; use `stream` to read one.
 */
async function textOf(response: Response): Promise<string> {
  // The bytes as text, one character each.
  if (
    /^(?:image\/png|application\/zip|application\/vnd\.mapbox-vector-tile)$/.test(
      response.headers.get('content-type') ?? '',
    )
  )
    return Buffer.from(await response.arrayBuffer()).toString('latin1');
  if (!isStream(response)) return response.text();
  await response.body?.cancel();
  return '';
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function jsonOf(response: Response, text: string): Json {
  return /[/+]json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined;
}

function cookieOf(response: Response): string | undefined {
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith('svc_refresh='));
  return set === undefined ? undefined : set.slice('svc_refresh='.length, set.indexOf(';'));
}
