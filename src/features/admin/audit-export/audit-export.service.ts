import { Service } from 'typedi';
import { type AuditFilter, AuditLog, type RecordedAuditEntry } from '../../../audit/audit-log.js';
import type { Caller } from '../../../http/caller.js';
import { entryOf } from '../operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from '../read-reasons.js';

/** Number of entries per query. */
const BATCH = 500;

/** Reads all entries of the audit log for an export, and records the export in the log. */
@Service()
export class AuditExport {
  constructor(
    private readonly audit: AuditLog,
    private readonly reasons: ReadReasons,
  ) {}

  /**
   * Records the export.
   * @returns the entries, oldest first, read as they are consumed
   * @throws Problem `invalid_request` if a required reason is missing
   */
  async begin(
    operator: Caller,
    filter: Omit<AuditFilter, 'order'>,
    origin: ReadOrigin,
  ): Promise<AsyncGenerator<RecordedAuditEntry>> {
    this.reasons.check(origin);
    await this.audit.append(entryOf(operator, 'audit.exported', null, origin, { ...filter, ...reasonOf(origin) }));
    return this.entries(filter);
  }

  private async *entries(filter: Omit<AuditFilter, 'order'>): AsyncGenerator<RecordedAuditEntry> {
    for (let after: number | undefined; ; ) {
      const entries = await this.audit.list({ ...filter, order: 'asc' }, BATCH, after);
      yield* entries;
      if (entries.length < BATCH) return;
      after = entries.at(-1)?.sequence;
    }
  }
}
