import type { AuditEntry } from '../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';

/**
 * Returns the audit entry of an operator's action.
 * @param subject id or name of the affected resource; null if there is no single one
 */
export function entryOf(
  operator: Caller,
  action: string,
  subject: string | null,
  { address, requestId }: RequestOrigin,
  detail?: Record<string, unknown>,
): AuditEntry {
  return { actorId: operator.accountId, action, subject, detail, address, requestId };
}
