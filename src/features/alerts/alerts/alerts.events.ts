import { exampleOf } from '../../../api/examples.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, object, objects, text, timestamp, uuid } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import { AlertDto } from './alert.dto.js';
import { ConditionResultDto } from './condition-result.dto.js';
import { eventSeverities } from './event-severities.js';

@Dto('An alert changed its state.')
export class AlertChangedDto {
  @Field(
    'The alert after the change.',
    object(() => AlertDto),
  )
  alert!: AlertDto;

  @Field(
    'Why: `condition` became true or false, `no_data`, `pending_elapsed`, `recovery_elapsed`, ' +
      '`cooldown_elapsed` or `snooze_elapsed` for the end of a wait, ' +
      '`silence_ended`, `user`, or `rule_changed`, `rule_disabled`, `rule_deleted`, `rule_expired`.',
    text(1, 40),
    { example: 'condition' },
  )
  cause!: string;

  @Field(
    'For `alert.firing`, alerts with the same group fired together and come in one e-mail; otherwise null.',
    nullable(uuid()),
    { example: null },
  )
  groupId!: string | null;

  @Field('Each leaf of the condition as it was when the alert fired.', objects(ConditionResultDto, 20))
  explanation!: ConditionResultDto[];

  @Field(
    'Why it is not delivered: a silence, quiet hours, a snooze, or that its firing was not delivered either; ' +
      'null if it is delivered.',
    nullable(choice(['silence', 'quiet_hours', 'snooze', 'not_delivered'])),
    {
      example: null,
    },
  )
  suppressedBy!: string | null;

  @Field('Webhook endpoints that the rule names.', list(uuid(), 10), { example: [] })
  endpointIds!: string[];
}

/** Maximum number of alerts that a digest lists; further alerts are only counted. */
export const MAX_DIGEST_ALERTS = 50;

@Dto('Alerts that fired or were resolved in the quiet hours of the account.')
export class AlertDigestDto {
  @Field('Number of alerts.', integer(1, 1_000_000), { example: 1 })
  count!: number;

  @Field('The alerts, the most severe first, at most 50.', objects(AlertDto, MAX_DIGEST_ALERTS))
  alerts!: AlertDto[];

  @Field('The end of the quiet hours (UTC).', timestamp())
  endedAt!: string;
}

const facets = ({ alert, suppressedBy, endpointIds }: AlertChangedDto): Facets => ({
  keys: [
    ...new Set([
      `rule:${alert.ruleId}`,
      `alert:${alert.id}`,
      ...alert.symbols.map((symbol) => `symbol:${symbol}`),
      ...alert.entities,
    ]),
  ],
  severity: eventSeverities[alert.severity as AlertSeverity],
  place: alert.place === null ? undefined : { latitude: alert.place.lat, longitude: alert.place.lon },
  ...(endpointIds.length > 0 ? { endpointIds } : {}),
  isQuiet: suppressedBy !== null,
});

const exampleIn = (state: string): AlertChangedDto => {
  const example = exampleOf(AlertChangedDto) as unknown as AlertChangedDto;
  return { ...example, alert: { ...example.alert, state } };
};

const changed = (state: string, said: string, description: string) =>
  new EventType({
    type: `alert.${state}`,
    description,
    title: ({ alert }: AlertChangedDto) => `${said}: ${alert.title}`,
    data: AlertChangedDto,
    example: exampleIn(state),
    subject: 'alert:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    audience: 'owner',
    severities: [2, 3, 4],
    tag: 'alerts',
    facets,
  });

export const alertFiring = changed(
  'firing',
  'Alert',
  'An alert fires: its condition was true for the pending time, or its snooze or a silence ended while the ' +
    'condition was true.',
);
export const alertAcknowledged = changed(
  'acknowledged',
  'Acknowledged',
  'You acknowledged an alert; nothing more is sent until it is resolved.',
);
export const alertSnoozed = changed(
  'snoozed',
  'Snoozed',
  'You snoozed an alert; it fires again at the end if its condition is still true.',
);
export const alertResolved = changed(
  'resolved',
  'Resolved',
  'An alert was resolved; `cause` says why. The next crossing is a new alert.',
);

export const alertDigest = new EventType({
  type: 'alert.digest',
  description: 'Sent at the end of the quiet hours of your preferences, if alerts fired or were resolved in them.',
  title: ({ count }: AlertDigestDto) => `${count} ${count === 1 ? 'alert' : 'alerts'} in your quiet hours`,
  data: AlertDigestDto,
  audience: 'owner',
  severities: [2, 3, 4],
  tag: 'alerts',
  facets: ({ alerts }: AlertDigestDto): Facets => ({
    keys: [...new Set(alerts.flatMap(({ id, ruleId }) => [`rule:${ruleId}`, `alert:${id}`]))],
    severity: Math.max(2, ...alerts.map(({ severity }) => eventSeverities[severity as AlertSeverity])),
  }),
});

export const alertActions = ['acknowledge', 'snooze', 'resolve'] as const;

@Dto('An account acted on an alert.')
export class AlertActedDto {
  @Field('The alert.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  alertId!: string;

  @Field('Its rule.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  ruleId!: string;

  @Field('The instance of the rule.', text(0, 150), { example: '' })
  key!: string;

  @Field('The number of the alert in its rule.', integer(1, Number.MAX_SAFE_INTEGER), { example: 1 })
  crossing!: number;

  @Field('The action.', choice(alertActions), { example: 'acknowledge' })
  action!: (typeof alertActions)[number];

  @Field('The end of a snooze (UTC); otherwise null.', nullable(timestamp()), { example: null })
  until!: string | null;
}

export const alertActed = new EventType({
  type: 'alert.acted',
  description: 'An account acknowledged, snoozed or resolved an alert: the process that evaluates rules follows.',
  data: AlertActedDto,
  audience: 'service',
  severities: [1],
  tag: 'alerts',
  retentionDays: 30,
});
