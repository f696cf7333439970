import { answerOf } from '../api/answer.js';
import { Dto, Field } from '../api/field.js';
import { nullable, text, timestamp } from '../api/rules.js';
import type { RecordedAuditEntry } from './audit-log.js';

@Dto('An audit entry by or about the account.')
export class ActivityDto {
  @Field('Time of the action (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('Action, as a dotted verb.', text(1, 100), { example: 'user.signed_in' })
  action!: string;

  @Field('Client address; null for actions of the service itself.', nullable(text(1, 64)), { example: '203.0.113.7' })
  address!: string | null;

  static from(recordedAuditEntry: RecordedAuditEntry): ActivityDto {
    return answerOf(ActivityDto, recordedAuditEntry);
  }
}
