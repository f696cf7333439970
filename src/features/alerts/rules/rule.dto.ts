import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, line, list, nullable, optional, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { type AlertSeverity, severities } from '../engine/engine-rule.js';
import { conditionDescription, conditionRule } from './condition.dto.js';
import { type AlertRule, noDataPolicies } from './rule.js';
import { tagRule } from './tag-rule.js';

/** Maximum pending time, recovery time and cooldown: 30 days, in seconds. */
const MAX_WAIT_SECONDS = 2_592_000;
const MAX_ENDPOINTS = 10;
const MAX_TAGS = 20;

const name = () => line(1, 100);
const seconds = () => integer(0, MAX_WAIT_SECONDS);
const endpoints = () => list(uuid(), MAX_ENDPOINTS);
const tags = () => list(tagRule(), MAX_TAGS);
const condition = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 250 };
const says = {
  name: 'A name, which is part of the titles of its alerts.',
  enabled: 'Whether it is evaluated.',
  severity: 'Severity of its alerts. Events of `info` have severity 2, of `warning` 3, of `critical` 4.',
  pending: 'Time in seconds for which the condition must be true before an alert fires; 0 fires at once.',
  recovery:
    'Time in seconds for which the condition must be false before an alert resolves; if the condition ' +
    'becomes true again meanwhile, the alert continues.',
  cooldown: 'Minimum time between an alert and the next one for the same object, in seconds.',
  oneShot: 'Whether the rule is disarmed by its first alert. `POST /alerts/rules/{id}/rearm` arms it again.',
  noData: 'Treatment of missing data: `ignore` keeps the state, `fire` counts as true.',
  endpoints:
    'Ids of your webhook endpoints that receive its alerts directly, in addition to your subscriptions, once each.',
  tags: 'Labels, in lower case, by which alert policies select its alerts.',
  expires: 'When it stops being evaluated (UTC); null for never.',
};

/** The fields that the requests to create and to change a rule share. */
@Dto('Settings of a rule.')
class RuleSettingsRequest {
  @Field(`${says.enabled} Default: true.`, optional(flag()), { example: true })
  enabled?: boolean;

  @Field(`${says.severity} Default: \`warning\`.`, optional(choice(severities)), { example: 'warning' })
  severity?: AlertSeverity;

  @Field(`${says.pending} Default: 0.`, optional(seconds()), { example: 60 })
  pendingSeconds?: number;

  @Field(`${says.recovery} Default: 0.`, optional(seconds()), { example: 300 })
  recoverySeconds?: number;

  @Field(`${says.cooldown} Default: 0.`, optional(seconds()), { example: 0 })
  cooldownSeconds?: number;

  @Field(`${says.oneShot} Default: false.`, optional(flag()), { example: false })
  oneShot?: boolean;

  @Field(`${says.noData} Default: \`ignore\`.`, optional(choice(noDataPolicies)), { example: 'ignore' })
  noData?: (typeof noDataPolicies)[number];

  @Field(`${says.endpoints} Default: empty.`, optional(endpoints()), { example: [] })
  endpointIds?: string[];

  @Field(`${says.tags} Default: empty.`, optional(tags()), { example: ['desk'] })
  tags?: string[];

  @Field(`${says.expires} Default: null.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Dto('A new alert rule.')
export class NewAlertRuleDto extends RuleSettingsRequest {
  @Field(says.name, name(), { example: 'Apple above 250' })
  name!: string;

  @Field(conditionDescription, conditionRule(), { example: condition })
  condition!: object;
}

@Dto('Changes to an alert rule (RFC 7396). Omitted fields are unchanged.')
export class AlertRuleChangesDto extends RuleSettingsRequest {
  @Field(says.name, optional(name()), { example: 'Apple above 250' })
  name?: string;

  @Field(`${conditionDescription} Replaces the whole tree.`, optional(conditionRule()), { example: condition })
  condition?: object;
}

@Resource('A condition that is evaluated continuously, and the settings of its alerts.', {
  createdAt: 'Creation time (UTC).',
  grantable: true,
})
export class AlertRuleDto extends ResourceDto {
  @Field(says.name, name(), { example: 'Apple above 250' })
  name!: string;

  @Field(says.enabled, flag(), { example: true })
  enabled!: boolean;

  @Field(says.severity, choice(severities), { example: 'warning' })
  severity!: string;

  @Field(conditionDescription, conditionRule(), { example: condition })
  condition!: object;

  @Field(says.pending, seconds(), { example: 60 })
  pendingSeconds!: number;

  @Field(says.recovery, seconds(), { example: 300 })
  recoverySeconds!: number;

  @Field(says.cooldown, seconds(), { example: 0 })
  cooldownSeconds!: number;

  @Field(says.oneShot, flag(), { example: false })
  oneShot!: boolean;

  @Field(says.noData, choice(noDataPolicies), { example: 'ignore' })
  noData!: string;

  @Field(says.endpoints, endpoints(), { example: [] })
  endpointIds!: string[];

  @Field(says.tags, tags(), { example: ['desk'] })
  tags!: string[];

  @Field(says.expires, nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  @Field('When a one-shot rule fired and was disarmed (UTC); null while it is armed.', nullable(timestamp()), {
    example: null,
  })
  disarmedAt!: string | null;

  static from(rule: AlertRule): AlertRuleDto {
    return answerOf(AlertRuleDto, rule);
  }
}

export const AlertRulePageDto = pageOf(AlertRuleDto, 'AlertRulePageDto', 'A page of alert rules, oldest first.');
