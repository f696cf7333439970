import { Dto, Field } from '../openapi/field.js';
import { nullable, text, timestamp } from '../openapi/rules.js';
import type { RecordedAuditEntry } from './audit-log.js';

@Dto('Something that was done by the account or to it.')
export class ActivityDto {
  @Field('When (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('What, as a dotted verb.', text(1, 100), { example: 'user.signed_in' })
  action!: string;

  @Field('From which address; null when the service itself did it.', nullable(text(1, 64)), { example: '203.0.113.7' })
  address!: string | null;

  static from({ at, action, address }: RecordedAuditEntry): ActivityDto {
    return Object.assign(new ActivityDto(), { at: at.toISOString(), action, address });
  }
}
