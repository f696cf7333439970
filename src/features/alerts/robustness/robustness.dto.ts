import { Dto, Field } from '../../../api/field.js';
import { flag, integer, list, nullable, number, objects, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { SECOND_MS } from '../../../time/durations.js';
import { BacktestGap } from '../backtest/backtest.dto.js';
import type { FeedWorth, JudgedAlert, Robustness, RuleRobustness } from './robustness.service.js';
import { MAX_DAYS, MAX_FEEDS, MAX_LISTED, MAX_RULES } from './robustness-limits.js';

const MAX_FEED_NAMES = 1_000;
const MAX_COUNT = 1_000_000;
const feedName = () => text(1, 100);
const count = () => integer(0, MAX_COUNT);

@Dto('A question which alerts hang on which feed.')
export class NewRuleRobustness {
  @Field('The number of days before now that are evaluated.', integer(1, MAX_DAYS), { example: 1 })
  days!: number;

  @Field(`Ids of your rules. Default: the first ${MAX_RULES} of your rules.`, optional(list(uuid(), MAX_RULES, 1)), {
    omitFromExample: true,
  })
  ruleIds?: string[];
}

@Dto('An alert that would fire later without a feed.')
export class RobustnessDelay {
  @Field('Name of the feed.', feedName(), { example: 'ais.tcp' })
  feed!: string;

  @Field('The delay in seconds.', number(0), { example: 420 })
  delaySeconds!: number;
}

@Dto('An alert of a rule, and the feeds that it hangs on.')
export class RobustnessAlert {
  @Field(
    'The vessel, aircraft or symbol that it is about; null for a rule that is about none.',
    nullable(text(1, 150)),
    {
      example: 'vessel:219024336',
    },
  )
  entity!: string | null;

  @Field('When it would have fired with all feeds (UTC).', timestamp(), { example: '2026-11-20T14:31:20.000Z' })
  firedAt!: string;

  @Field('When it would have resolved (UTC); null if it was open at the end.', nullable(timestamp()), {
    example: '2026-11-20T15:02:00.000Z',
  })
  resolvedAt!: string | null;

  @Field(
    'Whether it can be judged; false if one of its conditions depends on data that cannot be attributed to feeds ' +
      '(`unjudged` of the rule).',
    flag(),
    { example: true },
  )
  judged!: boolean;

  @Field('Feeds without any one of which it would not have fired.', list(feedName(), MAX_FEEDS), {
    example: ['ais.tcp'],
  })
  singlePointsOfFailure!: string[];

  @Field('Feeds without which it would have fired later.', objects(RobustnessDelay, MAX_FEEDS))
  late!: RobustnessDelay[];

  static from({ key, firedAt, resolvedAt, isJudged, singlePoints, late }: JudgedAlert): RobustnessAlert {
    return Object.assign(new RobustnessAlert(), {
      entity: key === '' ? null : key,
      firedAt: new Date(firedAt).toISOString(),
      resolvedAt: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
      judged: isJudged,
      singlePointsOfFailure: singlePoints,
      late: late.map(({ feed, delayMs }) =>
        Object.assign(new RobustnessDelay(), { feed, delaySeconds: delayMs / SECOND_MS }),
      ),
    });
  }
}

@Dto('An alert that would fire without a feed, but does not with it, or fires earlier without it.')
export class WrongRobustnessAlert {
  @Field('Name of the feed.', feedName(), { example: 'ais.tcp' })
  feed!: string;

  @Field(
    'The vessel, aircraft or symbol that it is about; null for a rule that is about none.',
    nullable(text(1, 150)),
    {
      example: null,
    },
  )
  entity!: string | null;

  @Field('When it would have fired without the feed (UTC).', timestamp(), { example: '2026-11-20T16:00:00.000Z' })
  firedAt!: string;
}

@Dto('The alerts of a rule, and the feeds that they hang on.')
export class RuleRobustnessDto {
  @Field('Id of the rule.', uuid(), { omitFromExample: true })
  ruleId!: string;

  @Field('Name of the rule.', text(1, 200), { example: 'Tankers into Hormuz' })
  name!: string;

  @Field('The feeds that carried data of the rule, by name.', list(feedName(), MAX_FEED_NAMES), {
    example: ['ais.tcp'],
  })
  feeds!: string[];

  @Field('The number of alerts with all feeds, of which the first are listed.', count(), { example: 1 })
  alertCount!: number;

  @Field('The alerts with all feeds, in the order of time.', objects(RobustnessAlert, MAX_LISTED))
  alerts!: RobustnessAlert[];

  @Field('Alerts that would be wrong, in the order of time.', objects(WrongRobustnessAlert, MAX_LISTED))
  wrong!: WrongRobustnessAlert[];

  @Field('Whether there were more alerts than are evaluated or listed.', flag(), { example: false })
  truncated!: boolean;

  @Field(
    'Conditions whose data cannot be attributed to feeds, so that their alerts are not judged.',
    objects(BacktestGap, 50),
  )
  unjudged!: BacktestGap[];

  @Field('Data that was not stored, as in `POST /alerts/rules/backtest`.', objects(BacktestGap, 200))
  missing!: BacktestGap[];

  @Field('Assumptions about data that several feeds carry, as sentences.', list(text(1, 500), 100), { example: [] })
  notes!: string[];

  static from({ rule, alerts, isCut, wrong, feeds, unjudged, missing, notes }: RuleRobustness): RuleRobustnessDto {
    return Object.assign(new RuleRobustnessDto(), {
      ruleId: rule.id,
      name: rule.name,
      feeds,
      alertCount: alerts.length,
      alerts: alerts.slice(0, MAX_LISTED).map(RobustnessAlert.from),
      wrong: wrong.slice(0, MAX_LISTED).map(({ feed, key, firedAt }) =>
        Object.assign(new WrongRobustnessAlert(), {
          feed,
          entity: key === '' ? null : key,
          firedAt: new Date(firedAt).toISOString(),
        }),
      ),
      truncated: isCut || alerts.length > MAX_LISTED || wrong.length > MAX_LISTED,
      unjudged: unjudged.slice(0, 50).map(gapOf),
      missing: missing.slice(0, 200).map(gapOf),
      notes: notes.slice(0, 100),
    });
  }
}

const gapOf = (gap: { pointer: string; detail: string }) => Object.assign(new BacktestGap(), gap);

@Dto('The worth of a feed for alerts.')
export class FeedWorthDto {
  @Field('Name of the feed, as in `GET /health/feeds`.', feedName(), { example: 'ais.tcp' })
  feed!: string;

  @Field('The number of rules whose data it carried.', count(), { example: 1 })
  ruleCount!: number;

  @Field('The number of alerts that would be missing without it.', count(), { example: 1 })
  missingAlertCount!: number;

  @Field('The number of alerts that would fire later without it.', count(), { example: 0 })
  lateAlertCount!: number;

  @Field('The number of wrong alerts that would fire without it.', count(), { example: 0 })
  wrongAlertCount!: number;

  @Field(
    'Fraction of the judged alerts that would be missing or late without it; null without a judged alert.',
    nullable(number(0, 1)),
    { example: 1 },
  )
  worthFraction!: number | null;

  static from({ feed, rules, missing, late, wrong, worth }: FeedWorth): FeedWorthDto {
    return Object.assign(new FeedWorthDto(), {
      feed,
      ruleCount: rules,
      missingAlertCount: missing,
      lateAlertCount: late,
      wrongAlertCount: wrong,
      worthFraction: worth === null ? null : Number(worth.toFixed(4)),
    });
  }
}

@Dto('A rule that was not evaluated.')
export class OmittedRule {
  @Field('Id of the rule.', uuid(), { omitFromExample: true })
  ruleId!: string;

  @Field('Name of the rule.', text(1, 200), { example: 'Tankers into Hormuz' })
  name!: string;

  @Field('The reason.', text(1, 600), { example: 'Only 20 rules are evaluated at once.' })
  detail!: string;
}

@Dto('The feeds on which alerts hang.')
export class RobustnessDto {
  @Field('Start of the time that was evaluated (UTC).', timestamp(), { example: '2026-11-19T23:15:00.000Z' })
  from!: string;

  @Field('End of this time (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  to!: string;

  @Field('The rules; empty for an account without rules.', objects(RuleRobustnessDto, MAX_RULES))
  items!: RuleRobustnessDto[];

  @Field('The feeds, those with the greatest worth first; empty without feeds.', objects(FeedWorthDto, MAX_FEED_NAMES))
  feeds!: FeedWorthDto[];

  @Field('Rules that were not evaluated.', objects(OmittedRule, 100))
  omittedRules!: OmittedRule[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ from, to, rules, left, feeds }: Robustness): RobustnessDto {
    return Object.assign(new RobustnessDto(), {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      items: rules.map(RuleRobustnessDto.from),
      feeds: feeds.slice(0, MAX_FEED_NAMES).map(FeedWorthDto.from),
      omittedRules: left.map(({ rule: { id: ruleId, name }, detail }) =>
        Object.assign(new OmittedRule(), { ruleId, name, detail }),
      ),
    });
  }
}
