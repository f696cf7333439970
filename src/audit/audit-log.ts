import type { Order } from '../time/sort-order.js';

/** An operation on an account, a setting or a session, with its actor and origin. */
export interface AuditEntry {
  /** Account that acted; null for the service itself and for callers who are not signed in. */
  actorId: string | null;
  /** Action as a dotted verb, such as `user.disabled` or `session.reuse_detected`. */
  action: string;
  /** Id of the changed object; null when there is no single object. */
  subject: string | null;
  detail?: Record<string, unknown>;
  address?: string | null;
  requestId?: string | null;
}

export interface RecordedAuditEntry extends Required<AuditEntry> {
  id: string;
  sequence: number;
  at: Date;
  previousHash: string;
  hash: string;
}

export interface AuditVerification {
  /** True when all entries still have their original hashes, in an unbroken chain. */
  intact: boolean;
  checked: number;
  /** Id of the first entry with a wrong hash; null when intact. */
  firstBroken: string | null;
}

/** Selects entries for which all conditions hold. */
export interface AuditFilter {
  actorId?: string;
  subject?: string;
  action?: string;
  /** Start of the time range, inclusive. */
  from?: Date;
  /** End of the time range, exclusive. */
  to?: Date;
  /** Order by sequence. Default: newest first. */
  order?: Order;
}

/**
 * The append-only audit log. The hash of each entry includes the hash of the entry before, so that changes of earlier
 * entries are noticed.
 */
export abstract class AuditLog {
  /** Appends entries in their order, in one transaction. */
  abstract append(...entries: AuditEntry[]): Promise<void>;
  /** Lists entries in the order of the filter, after the sequence number `after`. */
  abstract list(filter: AuditFilter, limit: number, after?: number): Promise<RecordedAuditEntry[]>;
  abstract verify(): Promise<AuditVerification>;
}
