import type { RedisConnection } from '../../../cache/redis-connection.js';
import { isStoreUnavailable, StoreUnavailable } from '../../../cache/store-unavailable.js';
import {
  type AddressClass,
  defaultSessionLimits,
  type Session,
  type SessionLimits,
  type SessionOpening,
  type SignInMethod,
} from './session.js';
import {
  confirmRotation,
  createSession,
  endSession,
  endSessions,
  listSessions,
  rotateSession,
} from './session-scripts.js';
import { type Rotation, type RotationRequest, SessionStore } from './session-store.js';

type RateDecision = Rotation['verdict'] | 'late';

/**
 * Keeps sessions in Redis, shared by every process. Times are by the clock of the Redis server, which deletes expired
 * sessions.
 */
export class RedisSessionStore extends SessionStore {
  readonly #sessionPrefix: string;
  readonly #accountPrefix: string;

  constructor(
    private readonly redis: RedisConnection,
    private readonly limits: SessionLimits = defaultSessionLimits,
  ) {
    super();
    this.#sessionPrefix = redis.keyPrefix + sessionKey('');
    this.#accountPrefix = redis.keyPrefix + accountKey('');
  }

  async create(opening: SessionOpening): Promise<Session> {
    const { id, accountId, salt, userAgent, addressClass, method = 'password', scopes = [] } = opening;
    const { idleMs, maxAgeMs, perAccount } = this.limits;
    const fields = [this.#sessionPrefix, id, accountId, salt, userAgent, addressClass];
    const args = [...fields, idleMs, maxAgeMs, perAccount, method, scopes.join(' ')];
    return parse((await this.redis.run(createSession, [sessionKey(id), accountKey(accountId)], args)) as string[]);
  }

  async find(sessionId: string): Promise<Session | undefined> {
    const fields = (await this.redis.send('HGETALL', this.#sessionPrefix + sessionId)) as string[];
    return fields.length > 0 ? parse(fields) : undefined;
  }

  async rotate(request: RotationRequest): Promise<Rotation> {
    const { sessionId, presentedGeneration, requestAgeMs, graceMs } = request;
    const args = [
      presentedGeneration,
      requestAgeMs,
      graceMs,
      this.limits.idleMs,
      this.redis.deadline(),
      this.#accountPrefix,
    ];
    const reply = await this.redis.run(rotateSession, [sessionKey(sessionId)], args);
    const [verdict, serverTime, fields] = reply as [RateDecision, string, string[]?];
    this.redis.noteServerTime(Number(serverTime));
    if (verdict === 'late') throw new StoreUnavailable('The shared store answered too late to rotate the session');
    if (verdict === 'unknown') return { verdict };
    const session = parse(fields!);
    if (verdict !== 'reused') await this.confirm(session);
    return { verdict, session };
  }

  /**
   * Confirms a rotation whose result has arrived, so that the predecessor of its token is no longer valid. If this
   * fails, the predecessor continues to yield the same successor, so the client is not locked out.
   */
  private async confirm({ id, generation }: Session): Promise<void> {
    await this.redis.run(confirmRotation, [sessionKey(id)], [generation]).catch((error: unknown) => {
      if (!isStoreUnavailable(error)) throw error;
    });
  }

  async end(sessionId: string): Promise<boolean> {
    return (await this.redis.run(endSession, [sessionKey(sessionId)], [this.#accountPrefix, sessionId])) === 1;
  }

  async endAll(accountId: string, exceptSessionId = ''): Promise<string[]> {
    return (await this.redis.run(
      endSessions,
      [accountKey(accountId)],
      [this.#sessionPrefix, exceptSessionId],
    )) as string[];
  }

  /** Does nothing: Redis deletes expired sessions. */
  sweep(): void {}

  async list(accountId: string): Promise<Session[]> {
    const found = (await this.redis.run(listSessions, [accountKey(accountId)], [this.#sessionPrefix])) as string[][];
    return found.map(parse).sort((one, other) => other.lastUsedAt - one.lastUsedAt);
  }
}

function sessionKey(sessionId: string): string {
  return `session:${sessionId}`;
}

function accountKey(accountId: string): string {
  return `account-sessions:${accountId}`;
}

/** Returns the session of the flat list of names and values that Redis returns. */
function parse(flat: string[]): Session {
  const fields = new Map<string, string>();
  for (let at = 0; at < flat.length; at += 2) fields.set(flat[at]!, flat[at + 1]!);
  const text = (name: keyof Session) => fields.get(name) ?? '';
  const whole = (name: keyof Session) => Math.floor(Number(fields.get(name)));
  return {
    id: text('id'),
    accountId: text('accountId'),
    generation: whole('generation'),
    salt: text('salt'),
    createdAt: whole('createdAt'),
    lastUsedAt: whole('lastUsedAt'),
    rotatedAt: whole('rotatedAt'),
    expiresAt: whole('expiresAt'),
    endsAt: whole('endsAt'),
    userAgent: text('userAgent'),
    addressClass: text('addressClass') as AddressClass,
    method: (text('method') || 'password') as SignInMethod,
    ...(text('scopes') !== '' && { scopes: text('scopes').split(' ') }),
  };
}
