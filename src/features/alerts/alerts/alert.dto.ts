import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import { Id, UpdatedAt } from '../../../resources/resource-dto.js';
import type { Order } from '../../../time/sort-order.js';
import { type AlertSeverity, severities } from '../engine/engine-rule.js';
import { type Alert, type AlertComment, type AlertState, alertStates, resolvedReasons } from './alert.js';
import { alertFields } from './alert-json.js';
import { ConditionResultDto } from './condition-result.dto.js';

const MAX_COMMENTS = 200;
const titleDescription = 'The name of the rule, with the object that the alert is about.';

@Dto('The alerts to list. All conditions hold together.')
export class AlertsQuery extends PageQuery {
  @OrderField('by the time of creation', 'desc')
  order: Order = 'desc';

  @Field('Only alerts in one of these states.', optional(list(choice(alertStates), alertStates.length, 1)), {
    example: ['firing'],
  })
  state?: AlertState[];

  @Field('Only alerts of one of these severities.', optional(list(choice(severities), severities.length, 1)), {
    example: ['critical'],
  })
  severity?: AlertSeverity[];

  @Field('Only alerts of one of these rules.', optional(list(uuid(), 50, 1)), { isWithoutExample: true })
  ruleId?: string[];
}

@Dto('Where an alert happened (WGS 84).')
export class AlertPlace {
  @Field('Latitude in degrees, north positive.', number(-90, 90), { example: 51.9052 })
  lat!: number;

  @Field('Longitude in degrees, east positive.', number(-180, 180), { example: 4.1027 })
  lon!: number;
}

@Dto('An alert of a rule, from the moment the condition becomes true until the alert is resolved.')
export class AlertDto {
  @Id() id!: string;

  @Field('The id of the rule, which may be deleted.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  ruleId!: string;

  @Field('The name of the rule at the time.', text(1, 100), { example: 'Apple above 250' })
  ruleName!: string;

  @Field(
    'The vessel or aircraft that it is about; null for a rule that does not distinguish vessels or aircraft.',
    nullable(text(1, 150)),
    { example: null },
  )
  entity!: string | null;

  @Field(
    'The name of `entity` when the alert fired; null without a known name, and for symbols.',
    nullable(text(1, 200)),
    { example: null },
  )
  entityName!: string | null;

  @Field(
    '`pending`: the condition is true, but not yet for long enough; `firing`; `acknowledged`: a user handles ' +
      'it; `snoozed`: notifications pause for a time; `resolved`: ended.',
    choice(alertStates),
    { example: 'firing' },
  )
  state!: string;

  @Field('Severity, as the rule sets it.', choice(severities), { example: 'warning' })
  severity!: string;

  @Field(titleDescription, text(1, 300), { example: 'Apple above 250' })
  title!: string;

  @Field('When the condition became true (UTC), by the time of the observation.', timestamp())
  startedAt!: string;

  @Field('When it fired (UTC); null while pending.', nullable(timestamp()))
  firedAt!: string | null;

  @Field('When it was acknowledged (UTC); null if it was not.', nullable(timestamp()), { example: null })
  acknowledgedAt!: string | null;

  @Field('The end of its snooze (UTC); null unless snoozed.', nullable(timestamp()), { example: null })
  snoozedUntil!: string | null;

  @Field('When it was resolved (UTC); null while it is open.', nullable(timestamp()), { example: null })
  resolvedAt!: string | null;

  @Field(
    'Why it was resolved: `condition` for a condition that became false, `user` for an account; null while it is open.',
    nullable(choice(resolvedReasons)),
    {
      example: null,
    },
  )
  resolvedReason!: string | null;

  @Field('Alerts with the same group fired together; null while pending.', nullable(uuid()))
  groupId!: string | null;

  @Field('The instruments of its rule.', list(text(1, 50), 20), { example: ['AAPL.US'] })
  symbols!: string[];

  @Field('The entities that it is about.', list(text(3, 150), 200), { example: [] })
  entities!: string[];

  @Field('The tags of its rule when it was created.', list(text(1, 40), 20), { example: [] })
  tags!: string[];

  @Field('The contact that handles the alert; null if it is not assigned.', nullable(uuid()), { example: null })
  assigneeId!: string | null;

  @Field('Where it happened; null if it has no place.', nullable(object(() => AlertPlace)))
  place!: AlertPlace | null;

  @Field(
    'Why its delivery is held back: a silence, or your quiet hours; null if it is not.',
    nullable(choice(['silence', 'quiet_hours'])),
    {
      example: null,
    },
  )
  held!: string | null;

  @UpdatedAt() updatedAt!: string;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from(alert: Alert): AlertDto {
    return Object.assign(new AlertDto(), alertFields(alert));
  }
}

@Dto('A comment on an alert.')
export class NewAlertCommentDto {
  @Field('Text of the comment, at most 4,000 characters.', text(1, 4_000), { example: 'Called the harbor master.' })
  text!: string;
}

@Dto('A comment on an alert, with its time.')
export class AlertCommentDto {
  @Id() id!: string;

  @Field('Text of the comment.', text(1, 4_000), { example: 'Called the harbor master.' })
  text!: string;

  @Field('When it was written (UTC).', timestamp())
  createdAt!: string;

  static from(alertComment: AlertComment): AlertCommentDto {
    return answerOf(AlertCommentDto, alertComment);
  }
}

@Dto('An alert with its explanation and its comments.')
export class AlertDetailDto extends AlertDto {
  @Field('Each leaf of the condition as it was when the alert fired.', objects(ConditionResultDto, 20))
  explanation!: ConditionResultDto[];

  @Field('Comments, oldest first.', objects(AlertCommentDto, MAX_COMMENTS))
  comments!: AlertCommentDto[];

  static of(alert: Alert, comments: readonly AlertComment[]): AlertDetailDto {
    return Object.assign(new AlertDetailDto(), {
      ...alertFields(alert),
      explanation: alert.explanation.map(ConditionResultDto.from),
      comments: comments.map(AlertCommentDto.from),
    });
  }
}

@Dto('The length of a snooze.')
export class SnoozeDto {
  @Field('Length of the snooze in seconds, at most 30 days.', integer(60, 2_592_000), { example: 3_600 })
  durationSeconds!: number;
}

@Dto('The contact that handles an alert.')
export class AlertAssignmentDto {
  @Field('Your contact that handles the alert; null for no contact.', nullable(uuid()), {
    example: null,
  })
  assigneeId!: string | null;
}

export const AlertPageDto = pageOf(AlertDto, 'AlertPageDto', 'A page of alerts, newest first.');

@Dto('All missed events were sent; new events follow as they occur.')
export class AlertStreamReadyDto {
  @Field('Always true.', flag(), { example: true })
  ready!: boolean;

  static from(): AlertStreamReadyDto {
    return Object.assign(new AlertStreamReadyDto(), { ready: true });
  }
}
