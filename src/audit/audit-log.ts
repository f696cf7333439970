import type { Order } from '../time/sort-order.js';

/** Something done to an account, a setting or a session, by whom and from where. */
export interface AuditEntry {
  /** The account that did it; null for the service itself and for callers who are not signed in. */
  actorId: string | null;
  /** Dotted verb: `user.disabled`, `session.reuse_detected`. */
  action: string;
  /** Id of the changed object; null when there is no single one. */
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
  /** True if every entry still has its original hash, in an unbroken chain. */
  intact: boolean;
  checked: number;
  /** Id of the first entry that does not fit; null when intact. */
  firstBroken: string | null;
}

/** The selection of entries. */
export interface AuditFilter {
  actorId?: string;
  subject?: string;
  action?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** Default: newest first. */
  order?: Order;
}

/** Append-only record; each entry's hash covers the one before, so that a change of the past shows. */
export abstract class AuditLog {
  abstract append(entry: AuditEntry): Promise<void>;
  /** Newest first, before `beforeSequence`. */
  abstract list(filter: AuditFilter, limit: number, after?: number): Promise<RecordedAuditEntry[]>;
  abstract verify(): Promise<AuditVerification>;
}
