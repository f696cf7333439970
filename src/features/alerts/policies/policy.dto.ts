import { type Weekday, weekdays } from '../../../accounts/account.js';
import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  line,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOfDay,
  timeZone,
  uuid,
} from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { type AlertSeverity, severities } from '../engine/engine-rule.js';
import { tagRule } from '../rules/tag-rule.js';
import type { Policy } from './policy.js';

const name = () => line(1, 100);
const ids = (max: number, min = 0) => list(uuid(), max, min);
const tags = () => list(tagRule(), 20, 1);
const minutes = () => nullable(integer(1, 10_080));

@Dto('Hours on some days of the week.')
export class AlertPolicyPeriod {
  @Field('The days on which the hours start. Default: every day.', optional(list(choice(weekdays), 7, 1)), {
    example: ['saturday', 'sunday'],
  })
  days?: Weekday[];

  @Field('Start, inclusive.', timeOfDay(), { example: '08:00' })
  from!: string;

  @Field('End, exclusive; on the next day unless it is after the start.', timeOfDay(), { example: '18:00' })
  to!: string;
}

@Dto('Hours of the week in a time zone.')
export class AlertPolicyHours {
  @Field('IANA time zone.', timeZone(), { example: 'Europe/London' })
  timeZone!: string;

  @Field('The hours; an alert that fires in one of them matches.', objects(AlertPolicyPeriod, 21, 1))
  periods!: AlertPolicyPeriod[];
}

@Dto('A selection of alerts. All conditions hold together; in a list, one match suffices.')
export class AlertPolicyRoute {
  @Field('Only alerts of these severities.', optional(list(choice(severities), 3, 1)), { example: ['critical'] })
  severity?: AlertSeverity[];

  @Field('Only alerts of these rules.', optional(ids(50, 1)), { omitFromExample: true })
  ruleIds?: string[];

  @Field('Only alerts of rules with one of these tags.', optional(tags()), { omitFromExample: true, example: ['desk'] })
  tags?: string[];

  @Field(
    'Only alerts within this box: west, south, east, north in degrees (WGS 84); west is greater than east where it ' +
      'crosses the antimeridian.',
    optional(list(number(-180, 180), 4, 4)),
    { omitFromExample: true, example: [-10, 35, 30, 60] },
  )
  bbox?: number[];

  @Field('Only alerts inside this geofence of yours.', optional(uuid()), { omitFromExample: true })
  geofenceId?: string;

  @Field('Only alerts that fire in these hours.', optional(object(() => AlertPolicyHours)), { omitFromExample: true })
  hours?: AlertPolicyHours;
}

const says = {
  contactIds: 'Contacts that are notified.',
  onCallIds: 'On-call schedules whose contact on call at that moment is notified too.',
  repeatMinutes: 'Minutes between repeated notifications until the alert is acknowledged; null notifies once.',
  escalateAfterMinutes:
    'Minutes after which the next step begins, or the escalation ends. Null only in a last step that does not repeat.',
  name: 'The name of the policy.',
  enabled: 'Whether the policy applies to alerts that fire.',
  routes: 'Alerts to which the policy applies: those that match at least one route; all alerts if there is no route.',
  steps: 'Steps that follow each other until the alert is acknowledged, snoozed or resolved.',
  inhibitedBy:
    'Alerts that hold back the notifications of this policy about other alerts while they are open; null without any.',
  titleTemplate:
    'Title of messages, with placeholders such as `{{alert.title}}`, `{{alert.severity}}`, `{{member.name}}`, ' +
    '`{{alert.value}}`, `{{alert.url}}`, `{{policy.name}}` or `{{step}}`.',
  textTemplate: 'Text of messages, with the same placeholders as the title.',
  notifyWhenHandled: 'Whether contacts that were notified learn that the alert was acknowledged or resolved.',
};

@Dto('A step of a policy.')
export class AlertPolicyStep {
  @Field(`${says.contactIds} Default: empty; required without \`onCallIds\`.`, optional(ids(20)))
  contactIds?: string[];

  @Field(`${says.onCallIds} Default: empty.`, optional(ids(5)), { omitFromExample: true })
  onCallIds?: string[];

  @Field(`${says.repeatMinutes} Default: null.`, optional(minutes()), { example: 5 })
  repeatMinutes?: number | null;

  @Field(`${says.escalateAfterMinutes} Default: null.`, optional(minutes()), { example: 15 })
  escalateAfterMinutes?: number | null;
}

@Dto('The alerts that hold back others: those of the rules and those with one of the tags.')
export class AlertInhibitor {
  @Field('Alerts of these rules.', optional(ids(50, 1)), { omitFromExample: true })
  ruleIds?: string[];

  @Field('Alerts of rules with one of these tags.', optional(tags()), { example: ['outage'] })
  tags?: string[];
}

const routes = () => objects(AlertPolicyRoute, 8);
const steps = () => objects(AlertPolicyStep, 10, 1);
const inhibitedBy = () => nullable(object(() => AlertInhibitor));
const title = () => text(1, 500);
const message = () => text(1, 2_000);

@Dto('Settings of a policy.')
class AlertPolicySettings {
  @Field(`${says.enabled} Default: true.`, optional(flag()), { example: true })
  enabled?: boolean;

  @Field(`${says.routes} Default: empty.`, optional(routes()))
  routes?: AlertPolicyRoute[];

  @Field(`${says.inhibitedBy} Default: null.`, optional(inhibitedBy()), { example: null })
  inhibitedBy?: AlertInhibitor | null;

  @Field(`${says.titleTemplate} Default: \`{{alert.title}}\`.`, optional(title()), { example: '{{alert.title}}' })
  titleTemplate?: string;

  @Field(`${says.textTemplate} Default: severity, state, start, policy and step.`, optional(message()), {
    example: '{{alert.severity}} since {{alert.startedAt}}',
  })
  textTemplate?: string;

  @Field(`${says.notifyWhenHandled} Default: true.`, optional(flag()), { example: true })
  notifyWhenHandled?: boolean;
}

@Dto('A new alert policy.')
export class NewAlertPolicyDto extends AlertPolicySettings {
  @Field(says.name, name(), { example: 'Critical: desk, then management' })
  name!: string;

  @Field(says.steps, steps())
  steps!: AlertPolicyStep[];
}

@Dto('Changes to an alert policy (RFC 7396). Omitted fields are unchanged; lists are replaced as a whole.')
export class AlertPolicyChangesDto extends AlertPolicySettings {
  @Field(says.name, optional(name()), { example: 'Critical: desk, then management' })
  name?: string;

  @Field(says.steps, optional(steps()), { omitFromExample: true })
  steps?: AlertPolicyStep[];
}

@Resource('Contacts to notify about alerts, in steps until an alert is acknowledged.', {
  createdAt: 'Creation time (UTC); the policy does not apply to alerts that fired earlier.',
})
export class AlertPolicyDto extends ResourceDto {
  @Field(says.name, name(), { example: 'Critical: desk, then management' })
  name!: string;

  @Field(says.enabled, flag(), { example: true })
  enabled!: boolean;

  @Field(says.routes, routes())
  routes!: AlertPolicyRoute[];

  @Field(says.steps, steps())
  steps!: AlertPolicyStep[];

  @Field(says.inhibitedBy, inhibitedBy(), { example: null })
  inhibitedBy!: AlertInhibitor | null;

  @Field(says.titleTemplate, title(), { example: '{{alert.title}}' })
  titleTemplate!: string;

  @Field(says.textTemplate, message(), { example: '{{alert.severity}} since {{alert.startedAt}}' })
  textTemplate!: string;

  @Field(says.notifyWhenHandled, flag(), { example: true })
  notifyWhenHandled!: boolean;

  static from(policy: Policy): AlertPolicyDto {
    return answerOf(AlertPolicyDto, policy);
  }
}

export const AlertPolicyPageDto = pageOf(
  AlertPolicyDto,
  'AlertPolicyPageDto',
  'A page of alert policies, oldest first.',
);
