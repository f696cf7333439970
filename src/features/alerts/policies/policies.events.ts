import { Dto, Field } from '../../../api/field.js';
import { integer, list, object, text, uuid } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import { AlertDto } from '../alerts/alert.dto.js';
import { eventSeverities } from '../alerts/event-severities.js';
import type { AlertSeverity } from '../engine/engine-rule.js';

@Dto('A policy notified contacts about an alert.')
export class AlertNotifiedDto {
  @Field(
    'The alert when the contacts were notified.',
    object(() => AlertDto),
  )
  alert!: AlertDto;

  @Field('Id of the policy that caused the notification.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  policyId!: string;

  @Field('The reason: `firing`, `acknowledged` or `resolved`.', text(1, 20), { example: 'firing' })
  kind!: string;

  @Field('Number of the step, from 1.', integer(1, 20), { example: 1 })
  step!: number;

  @Field('Number of earlier notifications in the step.', integer(0, 10_000), { example: 0 })
  repeatCount!: number;

  @Field('The title of the message.', text(1, 1_000), { example: 'Apple above 250' })
  title!: string;

  @Field('The text of the message.', text(1, 4_000), { example: 'warning since 2026-11-20T23:15:00.000Z' })
  text!: string;

  @Field('The names of the notified contacts, at that time.', list(text(1, 100), 100), { example: ['Ada, phone'] })
  contactNames!: string[];

  @Field('Webhook endpoints among the contacts.', list(uuid(), 100), { example: [] })
  endpointIds!: string[];
}

export const alertNotified = new EventType({
  type: 'alert.notified',
  description: 'A policy notified its contacts about an alert; webhook endpoints among them receive this event.',
  title: ({ title }: AlertNotifiedDto) => title,
  data: AlertNotifiedDto,
  subject: 'alert:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  audience: 'owner',
  severities: [2, 3, 4],
  tag: 'alerts',
  facets: ({ alert, policyId, endpointIds }: AlertNotifiedDto): Facets => ({
    keys: [`alert:${alert.id}`, `rule:${alert.ruleId}`, `policy:${policyId}`],
    severity: eventSeverities[alert.severity as AlertSeverity],
    ...(endpointIds.length > 0 ? { endpointIds: [...new Set(endpointIds)] } : {}),
  }),
});
