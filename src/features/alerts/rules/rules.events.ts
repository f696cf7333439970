import { Dto, Field } from '../../../api/field.js';
import { choice, uuid } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';

@Dto('A rule is not what it was.')
export class AlertRuleChangedDto {
  @Field('The rule.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  ruleId!: string;

  @Field('The change of the rule.', choice(['created', 'updated', 'enabled', 'disabled', 'rearmed', 'deleted']), {
    example: 'created',
  })
  change!: 'created' | 'updated' | 'enabled' | 'disabled' | 'rearmed' | 'deleted';
}

export const alertRuleChanged = new EventType({
  type: 'alert_rule.changed',
  description:
    'A rule was created, changed or deleted: the process that evaluates rules reads it again at this place of the log.',
  data: AlertRuleChangedDto,
  audience: 'service',
  severities: [1],
  tag: 'alerts',
  retentionDays: 30,
});
