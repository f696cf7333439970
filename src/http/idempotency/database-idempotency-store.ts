import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import { and, eq, getTableColumns, lt, sql } from '../../database/drizzle.js';
import { idempotencyKeys } from '../../database/schema.js';
import { CannotOpen, SecretVault } from '../../secrets/secret-vault.js';
import { IdempotencyStore, type KeyedRequest, type Outcome, type StoredAnswer } from './idempotency-store.js';

/** Thrown to roll back the transaction of a request that failed. */
class NothingToKeep extends Error {}

/** Stores responses encrypted, since some contain secrets. */
@Service()
export class DatabaseIdempotencyStore extends IdempotencyStore {
  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
  ) {
    super();
  }

  async once(request: KeyedRequest, work: () => Promise<StoredAnswer | undefined>): Promise<Outcome> {
    try {
      return await this.database.transaction(async (tx) => {
        // The lock ends with the transaction, even if the process crashes, so that no request seems to run for ever.
        const name = placeOf(request);
        const { rows } = await tx.execute<{ free: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`,
        );
        if (!rows[0]?.free) return { kind: 'running' };
        // The database's clock both sets and checks the expiry.
        const live = sql<boolean>`${idempotencyKeys.expiresAt} > now()`.as('live');
        const [known] = await tx
          .select({ ...getTableColumns(idempotencyKeys), live })
          .from(idempotencyKeys)
          .where(this.row(request));
        if (known?.live) {
          if (known.fingerprint !== request.fingerprint) return { kind: 'different' };
          return {
            kind: 'replayed',
            answer: { status: known.status, headers: known.headers, body: this.open(known.body, name) },
          };
        }
        if (known) await tx.delete(idempotencyKeys).where(this.row(request));
        const answer = await work();
        if (answer === undefined) throw new NothingToKeep();
        const body = answer.body === null ? null : this.vault.seal(answer.body, name);
        await tx
          .insert(idempotencyKeys)
          .values({ ...request, ...answer, body, expiresAt: sql`now() + interval '24 hours'` });
        return { kind: 'done' };
      }, notTwice);
    } catch (error) {
      if (error instanceof NothingToKeep) return { kind: 'done' };
      throw error;
    }
  }

  async keep(request: KeyedRequest): Promise<void> {
    await this.database.orm
      .insert(idempotencyKeys)
      .values({ ...request, status: 204, headers: {}, body: null, expiresAt: sql`now() + interval '24 hours'` });
  }

  async isKept(request: KeyedRequest): Promise<boolean> {
    const [known] = await this.database.orm
      .select({ operation: idempotencyKeys.operation, fingerprint: idempotencyKeys.fingerprint })
      .from(idempotencyKeys)
      .where(and(this.row(request), sql`${idempotencyKeys.expiresAt} > now()`));
    return known?.operation === request.operation && known.fingerprint === request.fingerprint;
  }

  async sweep(): Promise<number> {
    const removed = await this.database.orm
      .delete(idempotencyKeys)
      .where(lt(idempotencyKeys.expiresAt, sql`now()`))
      .returning({ key: idempotencyKeys.key });
    return removed.length;
  }

  /**
   * Decrypts a stored response. An earlier release stored responses as plain JSON, which may remain for a day after an
   * upgrade.
   */
  private open(body: string | null, place: string): string | null {
    if (body === null || /^[[{"]/.test(body)) return body;
    try {
      return this.vault.open(body, place);
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      const detail =
        'This request was carried out before, but its answer can no longer be read: the data secret was ' +
        'changed. Look at what it created.';
      throw new Problem('conflict', { detail, cause: error });
    }
  }

  private row(request: KeyedRequest) {
    return and(eq(idempotencyKeys.accountId, request.accountId), eq(idempotencyKeys.key, request.key));
  }
}

/** The transaction contains the whole handling of a request, which cannot be repeated once its response has begun. */
const notTwice = { repeatable: false };

const placeOf = ({ accountId, key }: KeyedRequest): string => `${accountId} ${key}`;
