import { Dto, Field } from '../../api/field.js';
import { choice, uuid } from '../../api/rules.js';
import { EventType } from '../../events/event-type.js';

@Dto('A subscription is not what it was.')
export class SubscriptionChangedDto {
  @Field('The subscription.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  subscriptionId!: string;

  @Field('The change of the subscription.', choice(['created', 'updated', 'deleted']), { example: 'created' })
  change!: 'created' | 'updated' | 'deleted';
}

export const subscriptionChanged = new EventType({
  type: 'subscription.changed',
  description:
    'A subscription was created, updated or deleted: whoever matches events by subscriptions reads it again at ' +
    'this place of the log.',
  data: SubscriptionChangedDto,
  audience: 'service',
  severities: [1],
  tag: 'subscriptions',
  retentionDays: 30,
});
