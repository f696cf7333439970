import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import { flag, integer, json, nullable, optional, text, timeOrDay, timestamp, uuid } from '../../api/rules.js';
import type { AuditVerification, RecordedAuditEntry } from '../../audit/audit-log.js';
import { OrderField, PageQuery, pageOf } from '../../http/page.js';
import type { Order } from '../../time/sort-order.js';
import { ReasonField } from './read-reason.dto.js';

const hash = () => text(64, 64, /^[0-9a-f]{64}$/);
const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70';
const someHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

@Dto('An audit entry.')
export class AuditEntryDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('Time of the action (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('Id of the acting account; null for the service itself.', nullable(uuid()), { example: id })
  actorId!: string | null;

  @Field('Action, as a dotted verb.', text(1, 100), { example: 'user.changed' })
  action!: string;

  @Field('Id of the affected resource; null when there is no single one.', nullable(text(1, 100)), { example: id })
  subject!: string | null;

  @Field('Details; the structure depends on the action.', json(), { example: { disabled: true } })
  detail!: Record<string, unknown>;

  @Field('Client address; null for the service itself.', nullable(text(1, 64)), { example: '203.0.113.7' })
  address!: string | null;

  @Field('Id of the request; null for the service itself.', nullable(text(1, 64)), {
    example: '5f0c7a52-6b1e-4d6a-9c43-0d0b6f3f9a11',
  })
  requestId!: string | null;

  @Field('Hash of the previous entry (SHA-256, hex); zeros for the first.', hash(), { example: '0'.repeat(64) })
  previousHash!: string;

  @Field('Hash of this entry and of previousHash (SHA-256, hex).', hash(), { example: someHash })
  hash!: string;

  static from(entry: RecordedAuditEntry): AuditEntryDto {
    const { id, at, actorId, action, subject, detail, address, requestId, previousHash, hash } = entry;
    return Object.assign(new AuditEntryDto(), {
      id,
      at: at.toISOString(),
      actorId,
      action,
      subject,
      detail: detail ?? {},
      address,
      requestId,
      previousHash,
      hash,
    });
  }
}

export const AuditEntryPageDto = pageOf(AuditEntryDto, 'AuditEntryPageDto', 'A page of audit entries.');

const actorField = Field('Only entries by this account.', optional(uuid()), { example: id });
const subjectField = Field('Only entries about this resource.', optional(text(1, 100)), { example: id });
const actionField = Field('Only entries with this action.', optional(text(1, 100)), { example: 'user.changed' });
const fromField = Field(
  'Start of the period, inclusive. A plain date is the start of that day (UTC).',
  optional(timeOrDay()),
  {
    omitFromExample: true,
    example: '2026-11-20',
  },
);
const toField = Field(
  'End of the period, exclusive. A plain date is the start of that day (UTC).',
  optional(timeOrDay()),
  {
    omitFromExample: true,
    example: '2026-11-21',
  },
);

@Dto('Filters and page of a list of audit entries.')
export class AuditQuery extends PageQuery {
  @OrderField('by the time of the act', 'desc')
  order: Order = 'desc';

  @actorField
  actorId?: string;

  @subjectField
  subject?: string;

  @actionField
  action?: string;

  @fromField
  from?: string;

  @toField
  to?: string;

  @ReasonField()
  reason?: string;
}

@Dto('Filters of an export of audit entries.')
export class AuditExportQuery {
  @actorField
  actorId?: string;

  @subjectField
  subject?: string;

  @actionField
  action?: string;

  @fromField
  from?: string;

  @toField
  to?: string;

  @ReasonField()
  reason?: string;
}

@Dto('Result of the verification.')
export class AuditVerificationDto {
  @Field('True when every entry matches its hash and the previous entry.', flag(), { example: true })
  intact!: boolean;

  @Field('Number of valid entries, from the oldest.', integer(0, 9_007_199_254_740_991), { example: 1842 })
  checked!: number;

  @Field('Id of the first entry that breaks the chain; null when the chain is intact.', nullable(uuid()), {
    example: null,
  })
  firstBroken!: string | null;

  static from(auditVerification: AuditVerification): AuditVerificationDto {
    return answerOf(AuditVerificationDto, auditVerification);
  }
}
