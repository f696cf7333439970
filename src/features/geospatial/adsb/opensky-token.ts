import type { Clock } from '../../../clock.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';

/** A token is renewed so long (ms) before it ends: it has to arrive while it is good. */
const EARLY_MS = 30_000;
/** Where it does not say how long it is good (s). */
const USUAL_SECONDS = 1_800;

export interface OpenSkyClient {
  id: string;
  secret: string;
}

/** An OAuth2 client-credentials token (RFC 6749 §4.4), requested on demand and cached while valid. */
export class OpenSkyToken {
  private token?: { text: string; goodUntil: number };

  constructor(
    /** Its base URL is the one that gives out tokens. */
    private readonly upstream: Upstream,
    private readonly client: OpenSkyClient,
    private readonly clock: Clock,
  ) {}

  /** @throws UpstreamError */
  async get(signal?: AbortSignal): Promise<string> {
    const now = this.clock.now();
    if (this.token !== undefined && now < this.token.goodUntil) return this.token.text;
    const { token, seconds } = await this.upstream.post({
      path: '',
      form: { grant_type: 'client_credentials', client_id: this.client.id, client_secret: this.client.secret },
      signal,
      parse: readToken,
      // 400 is the response to invalid client credentials (RFC 6749 §5.2).
      refusal: ({ status }) => (status === 400 ? 'unauthorized' : undefined),
    });
    this.token = { text: token, goodUntil: now + Math.max(0, seconds * 1000 - EARLY_MS) };
    return token;
  }

  /** It was refused: the next is a new one. */
  forget(): void {
    this.token = undefined;
  }
}

/** @throws UpstreamError `bad_answer` */
function readToken(body: unknown): { token: string; seconds: number } {
  const { access_token: token, expires_in: expires } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown };
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token)) throw badAnswer('The answer has no token.');
  return { token, seconds: typeof expires === 'number' && expires > 0 && expires <= 86_400 ? expires : USUAL_SECONDS };
}
