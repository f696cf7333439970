import { createHash } from 'node:crypto';
import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNull, lte, sql } from '../../../database/drizzle.js';
import { Clock } from '../../../time/clock.js';
import { oauthApps, oauthRecords } from '../auth.schema.js';

/** Content of a record as the library passes it: JSON with these members among others. */
export interface RecordContent {
  jti?: string;
  accountId?: string;
  grantId?: string;
  consumed?: number;
  rotations?: number;
}

/** Kinds of records that belong to a consent, and end with it. */
const grantKinds = ['Grant', 'AuthorizationCode', 'RefreshToken'];

/** Stores registered apps and the records of the authorization server. Expired rows are not found. */
@Service()
export class OAuthRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async findApp(id: string): Promise<object | undefined> {
    const [row] = await this.database.orm
      .select({ metadata: oauthApps.metadata })
      .from(oauthApps)
      .where(and(eq(oauthApps.id, id), gt(oauthApps.expiresAt, this.now())));
    return row?.metadata as object | undefined;
  }

  /**
   * Stores a new app. If there are `max` already, the oldest app without consent is removed.
   * @returns false if all of them are in use; the app is then not stored
   */
  addApp(id: string, metadata: object, lifetimeMs: number, max: number): Promise<boolean> {
    return this.database.transaction(async () => {
      const { orm } = this.database;
      await orm.execute(sql`select pg_advisory_xact_lock(hashtext('oauth_apps'))`);
      const now = this.now();
      if ((await orm.$count(oauthApps)) >= max) {
        const oldest = orm
          .select({ id: oauthApps.id })
          .from(oauthApps)
          .where(isNull(oauthApps.lastUsedAt))
          .orderBy(asc(oauthApps.createdAt))
          .limit(1);
        const removed = await orm
          .delete(oauthApps)
          .where(inArray(oauthApps.id, oldest))
          .returning({ id: oauthApps.id });
        if (removed.length === 0) return false;
      }
      const expiresAt = new Date(now.getTime() + lifetimeMs);
      await orm.insert(oauthApps).values({ id, metadata, createdAt: now, expiresAt });
      return true;
    });
  }

  /** Stores the use of an app, which extends its registration. */
  async touchApp(id: string, lifetimeMs: number): Promise<void> {
    const now = this.now();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    await this.database.orm.update(oauthApps).set({ lastUsedAt: now, expiresAt }).where(eq(oauthApps.id, id));
  }

  async save(kind: string, id: string, { jti: _, ...content }: RecordContent, seconds: number): Promise<void> {
    const isOfGrant = grantKinds.includes(kind);
    const row = {
      content,
      accountId: isOfGrant ? content.accountId : null,
      grantId: isOfGrant ? (kind === 'Grant' ? id : content.grantId) : null,
      expiresAt: new Date(this.clock.now() + seconds * 1000),
    };
    await this.database.orm
      .insert(oauthRecords)
      .values({ hash: hashOf(kind, id), ...row })
      .onConflictDoUpdate({ target: oauthRecords.hash, set: row });
  }

  async find(kind: string, id: string): Promise<RecordContent | undefined> {
    const [row] = await this.database.orm
      .select({ content: oauthRecords.content, consumedAt: oauthRecords.consumedAt })
      .from(oauthRecords)
      .where(and(eq(oauthRecords.hash, hashOf(kind, id)), gt(oauthRecords.expiresAt, this.now())));
    if (row === undefined) return undefined;
    const consumed = row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) };
    return { ...(row.content as RecordContent), ...consumed, jti: id };
  }

  /** Marks a record as used. @returns false if it was used before, or does not exist */
  async consume(kind: string, id: string): Promise<boolean> {
    const used = await this.database.orm
      .update(oauthRecords)
      .set({ consumedAt: this.now() })
      .where(and(eq(oauthRecords.hash, hashOf(kind, id)), isNull(oauthRecords.consumedAt)))
      .returning({ hash: oauthRecords.hash });
    return used.length > 0;
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.database.orm.delete(oauthRecords).where(eq(oauthRecords.hash, hashOf(kind, id)));
  }

  /** Deletes the grant of a session with its codes and refresh tokens. */
  async removeGrant(grantId: string): Promise<void> {
    await this.database.orm.delete(oauthRecords).where(eq(oauthRecords.grantId, grantId));
  }

  async removeExpired(): Promise<void> {
    await this.database.orm.delete(oauthRecords).where(lte(oauthRecords.expiresAt, this.now()));
    await this.database.orm.delete(oauthApps).where(lte(oauthApps.expiresAt, this.now()));
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

const hashOf = (kind: string, id: string): string => createHash('sha256').update(`oauth|${kind}|${id}`).digest('hex');
