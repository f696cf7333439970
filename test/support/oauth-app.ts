import { createHash, randomBytes } from 'node:crypto';
import type { Json, TestClient } from './test-client.js';

/** Public address of the services in tests of apps; their requests go to the address of the running service. */
export const ISSUER = 'https://floor.example.org';
export const REDIRECT = 'https://app.example.net/callback';
export const MCP = `${ISSUER}/api/v1/ai/mcp`;

export interface OAuthAnswer {
  status: number;
  json: Json;
  headers: Headers;
}

/** Query of an authorization request; null removes a parameter. */
export type Changes = Record<string, string | null>;

/** An app and the browser of its user, without scripts: it keeps cookies and follows no redirect. */
export class OAuthApp {
  readonly cookies = new Map<string, string>();
  readonly verifier = randomBytes(32).toString('base64url');
  clientId = '';

  constructor(
    private readonly url: string,
    private readonly redirect = REDIRECT,
  ) {}

  async call(path: string, init: RequestInit = {}): Promise<OAuthAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(this.url + path.replace(ISSUER, ''), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const text = await response.text();
    const json = text.startsWith('{') ? JSON.parse(text) : { text };
    return { status: response.status, json, headers: response.headers };
  }

  async register(more: object = {}): Promise<OAuthAnswer> {
    const body = JSON.stringify({ client_name: 'Research assistant', redirect_uris: [this.redirect], ...more });
    const answer = await this.call('/oauth/register', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    this.clientId = answer.json.client_id ?? this.clientId;
    return answer;
  }

  /** Returns the query of an authorization request. */
  query(changes: Changes = {}): URLSearchParams {
    const query = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirect,
      scope: 'markets:read portfolios:read portfolios:write',
      state: 'a state',
      resource: MCP,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const kept = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
    return new URLSearchParams(kept);
  }

  /** Sends the browser to the authorization endpoint. */
  authorize(changes: Changes = {}): Promise<OAuthAnswer> {
    return this.call(`/oauth/authorize?${this.query(changes)}`);
  }

  /** Sends the decision of an account. */
  decide(path: string, user: TestClient | undefined, scopes: unknown, headers: object = {}): Promise<OAuthAnswer> {
    return this.call(path, {
      method: 'POST',
      body: JSON.stringify({ scopes }),
      headers: {
        'content-type': 'application/json',
        ...(user && { authorization: `Bearer ${user.token}` }),
        ...headers,
      },
    });
  }

  /** Returns the query with which the browser comes back to the app after a consent. */
  async consent(user: TestClient, scopes: unknown = ['markets:read'], changes: Changes = {}): Promise<URLSearchParams> {
    const started = await this.authorize(changes);
    const decided = await this.decide(started.headers.get('location') ?? '', user, scopes);
    const back = await this.call(decided.json.location);
    return new URL(back.headers.get('location') ?? '').searchParams;
  }

  token(fields: Record<string, string>): Promise<OAuthAnswer> {
    return this.form('/oauth/token', { client_id: this.clientId, ...fields });
  }

  exchange(code: string, more: Record<string, string> = {}): Promise<OAuthAnswer> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirect,
      code_verifier: this.verifier,
      ...more,
    });
  }

  refresh(token: string, more: Record<string, string> = {}): Promise<OAuthAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...more });
  }

  form(path: string, fields: Record<string, string>): Promise<OAuthAnswer> {
    return this.call(path, { method: 'POST', body: new URLSearchParams(fields) });
  }
}
