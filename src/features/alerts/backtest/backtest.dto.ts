import { Dto, Field } from '../../../api/field.js';
import {
  flag,
  integer,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { ConditionResultDto } from '../alerts/condition-result.dto.js';
import { NewAlertRuleDto } from '../rules/rule.dto.js';
import type { BacktestProgress, RuleBacktest } from './backtest.service.js';
import { MAX_BACKTEST_ALERTS } from './replay.js';

@Dto('A backtest of an alert rule.')
export class NewRuleBacktestDto {
  @Field(
    'The rule to evaluate, which need not be stored. Send this or `ruleId`.',
    optional(object(() => NewAlertRuleDto)),
  )
  rule?: NewAlertRuleDto;

  @Field('The id of one of your rules. Send this or `rule`.', optional(uuid()), { omitFromExample: true })
  ruleId?: string;

  @Field('Inclusive. A plain date is the start of that day (UTC).', timeOrDay(), { example: '2026-11-01T00:00:00Z' })
  from!: string;

  @Field(
    'Exclusive; after `from`, by at most 90 days. A plain date is the start of that day (UTC), and a time ' +
      'after now counts as now.',
    timeOrDay(),
    {
      example: '2026-11-02T00:00:00Z',
    },
  )
  to!: string;
}

@Dto('An alert that a rule would have had.')
export class BacktestAlert {
  @Field('The vessel or aircraft that it is about; null for a rule without geofences.', nullable(text(1, 150)), {
    example: null,
  })
  entity!: string | null;

  @Field('When it would have fired (UTC).', timestamp(), { example: '2026-11-03T14:31:20.000Z' })
  firedAt!: string;

  @Field('When it would have resolved (UTC); null if it was open at the end.', nullable(timestamp()), {
    example: '2026-11-03T15:02:00.000Z',
  })
  resolvedAt!: string | null;

  @Field('The leaves as they were when it fired.', objects(ConditionResultDto, 20))
  explanation!: ConditionResultDto[];
}

@Dto('Data that a backtest lacked.')
export class BacktestGap {
  @Field('The leaf, as a JSON Pointer below the condition; empty for the whole condition.', text(0, 500), {
    example: '/conditions/1',
  })
  pointer!: string;

  @Field('The missing data and its effect on the result.', text(1, 500), {
    example: 'The ages of feeds are not stored.',
  })
  detail!: string;
}

@Dto('The alerts that a rule would have had.')
export class RuleBacktestDto {
  @Field('The alerts in the order of time.', objects(BacktestAlert, MAX_BACKTEST_ALERTS))
  alerts!: BacktestAlert[];

  @Field(
    `Whether there were more than ${MAX_BACKTEST_ALERTS.toLocaleString('en')} alerts, of which the first are returned.`,
    flag(),
    { example: false },
  )
  truncated!: boolean;

  @Field(
    'The number of prices, candles, positions, transitions and events that were evaluated.',
    integer(0, 2_147_483_647),
    { example: 38_400 },
  )
  observationCount!: number;

  @Field(
    'Data that was not stored, so that the result may differ from the real alerts. Empty if nothing is missing.',
    objects(BacktestGap, 100),
    { example: [] },
  )
  missing!: BacktestGap[];

  static from({ alerts, isCut, observations, missing }: RuleBacktest): RuleBacktestDto {
    return Object.assign(new RuleBacktestDto(), {
      alerts: alerts.map(({ key, firedAt, resolvedAt, explanation }) => ({
        entity: key === '' ? null : key,
        firedAt: new Date(firedAt).toISOString(),
        resolvedAt: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
        explanation: explanation.map((leaf) => ConditionResultDto.from(leaf)),
      })),
      truncated: isCut,
      observationCount: observations,
      missing: missing.slice(0, 100),
    });
  }
}

@Dto('Progress of a backtest.')
export class RuleBacktestProgress {
  @Field('The fraction of the range that is evaluated, 0 to 1; 0 while the stored data is read.', number(0, 1), {
    example: 0.42,
  })
  fraction!: number;

  @Field('The time up to which the rule is evaluated (UTC).', timestamp(), { example: '2026-11-01T10:04:48.000Z' })
  at!: string;

  static from({ fraction, at }: BacktestProgress): RuleBacktestProgress {
    return Object.assign(new RuleBacktestProgress(), { fraction, at: new Date(at).toISOString() });
  }
}
