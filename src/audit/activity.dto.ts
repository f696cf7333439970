import { answerOf } from '../api/answer.js';
import { Dto, Field } from '../api/field.js';
import { choice, nullable, text, timestamp, uuid } from '../api/rules.js';
import type { RecordedAuditEntry } from './audit-log.js';

const actors = ['you', 'another_account', 'service'] as const;

@Dto('An audit entry by or about the account.')
export class ActivityDto {
  @Field('Time of the action (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('Action, as a dotted verb.', text(1, 100), { example: 'user.signed_in' })
  action!: string;

  @Field(
    'Client address; null for actions of the service itself, and for uses of a grant by another account.',
    nullable(text(1, 64)),
    { example: '203.0.113.7' },
  )
  address!: string | null;

  @Field(
    'Actor: `you`, `another_account`, or `service` for the service itself and callers without an account.',
    choice(actors),
    {
      example: 'you',
    },
  )
  actor!: (typeof actors)[number];

  @Field('Kind and id of the resource that was used through a grant; null for other actions.', nullable(text(1, 100)), {
    example: null,
  })
  resource!: string | null;

  @Field('Id of the grant by which a resource was used; null for other actions.', nullable(uuid()), { example: null })
  grantId!: string | null;

  /** @param accountId the account whose activity is shown */
  static from(entry: RecordedAuditEntry, accountId: string): ActivityDto {
    const { actorId, action, detail } = entry;
    const isUse = action === 'grant.read' || action === 'grant.written';
    const actor = actorId === null ? 'service' : actorId === accountId ? 'you' : 'another_account';
    const resource = isUse ? `${detail.kind} ${detail.resourceId}` : null;
    return answerOf(ActivityDto, { ...entry, actor, resource, grantId: isUse ? (detail.grant as string) : null });
  }
}
