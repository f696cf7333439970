import { createHash } from 'node:crypto';
import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, asc, desc, eq, gt, gte, lt, or, sql } from '../database/drizzle.js';
import { afterKey, inOrder } from '../database/order-by.js';
import { auditEntries } from '../database/schema.js';
import { uuidV7 } from '../time/uuid-v7.js';
import {
  type AuditEntry,
  type AuditFilter,
  AuditLog,
  type AuditVerification,
  type RecordedAuditEntry,
} from './audit-log.js';

const GENESIS = '0'.repeat(64);
/** Key of the advisory lock under which entries are appended one at a time, because the chain has only one end. */
const CHAIN_LOCK = 7_221_001;
const VERIFY_BATCH = 1000;
/**
 * Maximum number of entries of one query of a long list, because the PostgreSQL driver converts all rows of a result in
 * one step.
 */
const ROWS_AT_ONCE = 500;

@Service()
export class DatabaseAuditLog extends AuditLog {
  constructor(private readonly database: Database) {
    super();
  }

  async append(...entries: AuditEntry[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
      const [last] = await tx
        .select({ hash: auditEntries.hash })
        .from(auditEntries)
        .orderBy(desc(auditEntries.sequence))
        .limit(1);
      let previousHash = last?.hash ?? GENESIS;
      const rows = entries.map((entry) => {
        const row = {
          id: uuidV7(),
          at: new Date(),
          actorId: entry.actorId,
          action: entry.action,
          subject: entry.subject,
          detail: entry.detail ?? {},
          address: entry.address ?? null,
          requestId: entry.requestId ?? null,
          previousHash,
        };
        previousHash = hashOf(row);
        return { ...row, hash: previousHash };
      });
      await tx.insert(auditEntries).values(rows);
    });
  }

  async list(filter: AuditFilter, limit: number, after?: number): Promise<RecordedAuditEntry[]> {
    const found: RecordedAuditEntry[] = [];
    for (let last = after; ; last = found.at(-1)?.sequence) {
      const entries = await this.page(filter, Math.min(ROWS_AT_ONCE, limit - found.length), last);
      found.push(...entries);
      if (entries.length < ROWS_AT_ONCE || found.length >= limit) return found;
    }
  }

  private async page(filter: AuditFilter, limit: number, after: number | undefined): Promise<RecordedAuditEntry[]> {
    const { actorId, subject, action, from, to, order = 'desc' } = filter;
    // The activity of an account consists of actions by it and actions on it.
    const who =
      actorId !== undefined && subject !== undefined
        ? or(eq(auditEntries.actorId, actorId), eq(auditEntries.subject, subject))
        : undefined;
    const rows = await this.database.orm
      .select()
      .from(auditEntries)
      .where(
        and(
          who,
          who || actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
          who || subject === undefined ? undefined : eq(auditEntries.subject, subject),
          action === undefined ? undefined : eq(auditEntries.action, action),
          from === undefined ? undefined : gte(auditEntries.at, from),
          to === undefined ? undefined : lt(auditEntries.at, to),
          afterKey(auditEntries.sequence, order, after),
        ),
      )
      .orderBy(inOrder(auditEntries.sequence, order))
      .limit(limit);
    return rows as RecordedAuditEntry[];
  }

  async verify(): Promise<AuditVerification> {
    let previousHash = GENESIS;
    let checked = 0;
    let after = 0;
    for (;;) {
      const rows = await this.database.orm
        .select()
        .from(auditEntries)
        .where(gt(auditEntries.sequence, after))
        .orderBy(asc(auditEntries.sequence))
        .limit(VERIFY_BATCH);
      for (const row of rows as RecordedAuditEntry[]) {
        if (row.previousHash !== previousHash || row.hash !== hashOf(row))
          return { intact: false, checked, firstBroken: row.id };
        previousHash = row.hash;
        after = row.sequence;
        checked += 1;
      }
      if (rows.length < VERIFY_BATCH) return { intact: true, checked, firstBroken: null };
    }
  }
}

type Hashed = Omit<RecordedAuditEntry, 'hash' | 'sequence'>;

/** Returns the SHA-256 of all columns except the sequence number, in which aborted inserts leave gaps. */
function hashOf(entry: Hashed): string {
  const { id, at, actorId, action, subject, detail, address, requestId, previousHash } = entry;
  return createHash('sha256')
    .update(
      JSON.stringify([
        id,
        at.toISOString(),
        actorId,
        action,
        subject,
        sorted(asStored(detail)),
        address,
        requestId,
        previousHash,
      ]),
    )
    .digest('hex');
}

/** Returns the detail in its stored form, in which a Date is a text. */
const asStored = (detail: unknown): unknown => JSON.parse(JSON.stringify(detail));

/** Returns a value with sorted keys, because jsonb does not keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
