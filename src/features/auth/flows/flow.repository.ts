import { createHash, randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gt, lte } from '../../../database/drizzle.js';
import { SecretVault } from '../../../secrets/secret-vault.js';
import { Clock } from '../../../time/clock.js';
import { signInFlows } from '../auth.schema.js';

/**
 * Stores steps that wait for an answer from outside: a sign-in at a provider, or the challenge of a passkey. Only who
 * started a flow has its token, of which the hash is stored; the content is encrypted. A flow is used once.
 */
@Service()
export class FlowRepository {
  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a flow.
   * @param kind purpose of the flow; it is found only for the same purpose
   * @returns the token of 256 random bits
   */
  async open(kind: string, content: object, lifetimeMs: number): Promise<{ token: string; expiresAt: Date }> {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(kind, token);
    const expiresAt = new Date(this.clock.now() + lifetimeMs);
    await this.database.orm
      .insert(signInFlows)
      .values({ hash, content: this.vault.seal(JSON.stringify(content), placeOf(hash)), expiresAt });
    return { token, expiresAt };
  }

  /** Returns the content of a flow and deletes it; undefined if it was used, has expired or has another purpose. */
  async take<T extends object>(kind: string, token: string): Promise<T | undefined> {
    const [row] = await this.database.orm
      .delete(signInFlows)
      .where(this.named(kind, token))
      .returning({ hash: signInFlows.hash, content: signInFlows.content });
    return row && this.opened(row);
  }

  /** Returns the content of a flow, which stays. */
  async read<T extends object>(kind: string, token: string): Promise<T | undefined> {
    const [row] = await this.database.orm
      .select({ hash: signInFlows.hash, content: signInFlows.content })
      .from(signInFlows)
      .where(this.named(kind, token));
    return row && this.opened(row);
  }

  async removeExpired(): Promise<void> {
    await this.database.orm.delete(signInFlows).where(lte(signInFlows.expiresAt, new Date(this.clock.now())));
  }

  private named(kind: string, token: string) {
    return and(eq(signInFlows.hash, hashOf(kind, token)), gt(signInFlows.expiresAt, new Date(this.clock.now())));
  }

  private opened<T>({ hash, content }: { hash: string; content: string }): T {
    return JSON.parse(this.vault.open(content, placeOf(hash))) as T;
  }
}

const hashOf = (kind: string, token: string): string =>
  createHash('sha256').update(`sign-in flow|${kind}|${token}`).digest('hex');

const placeOf = (hash: string): string => `sign-in flow ${hash}`;
