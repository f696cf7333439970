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
import { titleOf } from '../../../events/event-title.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import type { TimelineConditions } from '../timeline-conditions.js';
import { filteringTimeline } from '../timeline-filter.dto.js';
import type { EventStudy } from './event-studies.service.js';
import {
  type DropReason,
  dropReasons,
  MAX_EVENTS,
  MIN_CASES,
  type ReturnDistribution,
  type StudyResult,
} from './event-study.js';
import type { ReadTarget } from './study-prices.service.js';

const MAX_TARGETS = 5;
const MAX_WINDOWS = 4;
const MAX_RESULTS = 2 * MAX_TARGETS * MAX_WINDOWS;
const MAX_TARGET_WARNINGS = 100;
const targetTypes = ['symbol', 'portfolio'] as const;
const fraction = 'as a fraction (0.05 is 5 %)';
const seedField = () => integer(0, 2_147_483_647);
const tradingDays = () => integer(1, 250);
const targetName = () => text(1, 100);

class NoOtherFields {}

@Dto('The events of a study. All conditions hold together.')
export class EventStudyFilterDto extends filteringTimeline(NoOtherFields) {}

@Dto('The events, and the prices to measure after them.')
export class NewEventStudy {
  @Field(
    `The events: the same filters as \`GET /timeline\`. The latest ${MAX_EVENTS} events are taken if there are more.`,
    object(() => EventStudyFilterDto),
  )
  events!: TimelineConditions;

  @Field(
    'Symbols whose daily prices are measured, adjusted for splits and dividends. At least one symbol or portfolio is ' +
      'required.',
    optional(list(symbolRule, MAX_TARGETS)),
    { default: [], example: ['BTC-USD.CC'] },
  )
  symbols: string[] = [];

  @Field('Portfolios of yours whose daily time-weighted returns are measured.', optional(list(uuid(), MAX_TARGETS)), {
    default: [],
    omitFromExample: true,
    example: ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  })
  portfolioIds: string[] = [];

  @Field('Lengths of the windows after an event, in trading days.', optional(list(tradingDays(), MAX_WINDOWS, 1)), {
    default: [1, 5, 20],
    example: [1, 5, 20],
  })
  windowTradingDays: number[] = [1, 5, 20];

  @Field('Number of random sets of moments for the base rate and the p-value.', optional(integer(100, 10_000)), {
    default: 2_000,
    example: 2_000,
  })
  permutationCount: number = 2_000;

  @Field('Seed of the random moments: the same seed and data give the same figures.', optional(seedField()), {
    default: 1,
    example: 1,
  })
  seed: number = 1;
}

@Dto('A distribution of returns.')
export class ReturnDistributionDto {
  @Field(`Mean return ${fraction}.`, number(-1), { example: 0.012 })
  meanReturn!: number;

  @Field('Standard deviation of the returns, with n - 1.', number(0), { example: 0.021 })
  deviation!: number;

  @Field('Return that 5 % of the returns are below.', number(-1), { example: -0.02 })
  p5!: number;

  @Field('Return that 25 % of the returns are below.', number(-1), { example: -0.004 })
  p25!: number;

  @Field('Median return.', number(-1), { example: 0.01 })
  p50!: number;

  @Field('Return that 75 % of the returns are below.', number(-1), { example: 0.026 })
  p75!: number;

  @Field('Return that 95 % of the returns are below.', number(-1), { example: 0.047 })
  p95!: number;

  @Field('Fraction of the returns above 0.', number(0, 1), { example: 0.64 })
  positiveFraction!: number;

  static from({ mean, deviation, quantiles, positive }: ReturnDistribution): ReturnDistributionDto {
    const [p5, p25, p50, p75, p95] = quantiles as [number, number, number, number, number];
    return answerOf(ReturnDistributionDto, {
      meanReturn: mean,
      deviation,
      ...{ p5, p25, p50, p75, p95 },
      positiveFraction: positive,
    });
  }
}

@Dto('The reason why a result has no figures.')
export class StudyNotComputableDto {
  @Field('The reason.', choice(['too_few_cases']), { example: 'too_few_cases' })
  code!: string;

  @Field('The reason in words.', text(1, 300), {
    example: `There are 5 cases, and figures need at least ${MIN_CASES}.`,
  })
  detail!: string;
}

@Dto('The cases of a result that were dropped, by reason.')
export class DroppedCasesDto {
  @Field('Events without a price in the 7 days after them, or before all prices.', integer(0, MAX_EVENTS), {
    example: 0,
  })
  noPricesCount!: number;

  @Field('Events whose window is not over yet.', integer(0, MAX_EVENTS), { example: 1 })
  windowIncompleteCount!: number;

  @Field('Events whose window overlaps with that of a kept earlier case.', integer(0, MAX_EVENTS), { example: 3 })
  overlappingCount!: number;
}

@Dto('The returns of one target in one window after the events.')
export class EventStudyResultDto {
  @Field('Kind of target.', choice(targetTypes), { example: 'symbol' })
  type!: (typeof targetTypes)[number];

  @Field('The symbol, or the id of the portfolio.', targetName(), { example: 'BTC-USD.CC' })
  target!: string;

  @Field('Length of the window in trading days.', tradingDays(), { example: 5 })
  windowTradingDays!: number;

  @Field('Number of cases.', integer(0, MAX_EVENTS), { example: 14 })
  caseCount!: number;

  @Field(
    'The dropped events.',
    object(() => DroppedCasesDto),
  )
  dropped!: DroppedCasesDto;

  @Field('Number of trading days of the calendar on which a window can start and end.', integer(0, 20_000), {
    example: 240,
  })
  possibleStartCount!: number;

  @Field(
    'Returns after the events; null with a reason in `notComputable`.',
    nullable(object(() => ReturnDistributionDto)),
  )
  returns!: ReturnDistributionDto | null;

  @Field(
    'Base rate: returns after random moments of the same calendar; null with a reason in `notComputable`.',
    nullable(object(() => ReturnDistributionDto)),
  )
  baseReturns!: ReturnDistributionDto | null;

  @Field(
    'Two-sided permutation p-value: the fraction of random sets whose mean is at least as far from the base rate ' +
      'as that of the events; null with a reason in `notComputable`.',
    nullable(number(0, 1)),
    { example: 0.012 },
  )
  pValue!: number | null;

  @Field(
    'The p-value with the correction of Holm for all results of this study; null with a reason in `notComputable`.',
    nullable(number(0, 1)),
    { example: 0.036 },
  )
  adjustedPValue!: number | null;

  @Field('Reason why there are no figures; null if there are figures.', nullable(object(() => StudyNotComputableDto)), {
    example: null,
  })
  notComputable!: StudyNotComputableDto | null;

  static from(result: StudyResult, { type, name }: ReadTarget): EventStudyResultDto {
    const { window, outcomes, caseCount, startCount, figures } = result;
    const countOf = (reason: DropReason) => outcomes.filter(({ dropped }) => dropped === reason).length;
    const cases = caseCount === 1 ? 'There is 1 case' : `There are ${caseCount} cases`;
    return answerOf(EventStudyResultDto, {
      type,
      target: name,
      windowTradingDays: window,
      caseCount,
      dropped: answerOf(DroppedCasesDto, {
        noPricesCount: countOf('no_prices'),
        windowIncompleteCount: countOf('window_incomplete'),
        overlappingCount: countOf('overlapping'),
      }),
      possibleStartCount: Math.max(0, startCount),
      returns: figures && ReturnDistributionDto.from(figures.cases),
      baseReturns: figures && ReturnDistributionDto.from(figures.base),
      pValue: figures?.pValue ?? null,
      adjustedPValue: figures?.adjustedPValue ?? null,
      notComputable:
        figures === null
          ? { code: 'too_few_cases', detail: `${cases}, and figures need at least ${MIN_CASES}.` }
          : null,
    });
  }
}

@Dto('The return of one target in one window after an event.')
export class EventOutcomeDto {
  @Field('The symbol, or the id of the portfolio.', targetName(), { example: 'BTC-USD.CC' })
  target!: string;

  @Field('Length of the window in trading days.', tradingDays(), { example: 5 })
  windowTradingDays!: number;

  @Field('Time of the first price after the event (UTC); null for a dropped case.', nullable(timestamp()), {
    example: '2026-06-02T00:00:00.000Z',
  })
  startTime!: string | null;

  @Field('Time of the last price of the window (UTC); null for a dropped case.', nullable(timestamp()), {
    example: '2026-06-07T00:00:00.000Z',
  })
  endTime!: string | null;

  @Field(`Return of the window ${fraction}; null for a dropped case.`, nullable(number(-1)), { example: 0.031 })
  return!: number | null;

  @Field(
    'Reason why the case is dropped: `no_prices`, `window_incomplete` or `overlapping`; null for a case that counts.',
    nullable(choice(dropReasons)),
    { example: null },
  )
  droppedBecause!: DropReason | null;
}

@Dto('An event of a study, with the prices that followed.')
export class EventStudyEventDto {
  @Field('Identifier of the event; `GET /timeline/{id}` returns it.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  eventId!: string;

  @Field('Event type.', text(3, 100), { example: 'geo_event.ais_gap' })
  type!: string;

  @Field('Time of the event (UTC).', timestamp(), { example: '2026-06-01T14:20:00.000Z' })
  time!: string;

  @Field('Title of the event.', text(1, 300), { example: 'Vessel went dark near Hormuz' })
  title!: string;

  @Field('Returns after the event, in the order of the results.', objects(EventOutcomeDto, MAX_RESULTS))
  outcomes!: EventOutcomeDto[];
}

@Dto('A symbol or a portfolio of a study, with the source of its prices.')
export class EventStudyTargetDto {
  @Field('Kind of target.', choice(targetTypes), { example: 'symbol' })
  type!: (typeof targetTypes)[number];

  @Field('The symbol, or the id of the portfolio.', targetName(), { example: 'BTC-USD.CC', identity: true })
  target!: string;

  @Field('The symbol, or the name of the portfolio.', targetName(), { example: 'BTC-USD.CC' })
  name!: string;

  @Field('Currency of the prices: ISO 4217, or the code of a crypto-asset. Nothing is converted.', text(2, 12), {
    example: 'USD',
  })
  currency!: string;

  @Field(
    'The provider of the prices, and how current they are; null for a portfolio.',
    nullable(object(() => ProvenanceDto)),
  )
  provenance!: ProvenanceDto | null;

  @Field('Warnings about the prices, as sentences.', list(text(1, 1_000), MAX_TARGET_WARNINGS), { example: [] })
  warnings!: string[];

  static from({ type, name, title, currency, provenance, warnings }: ReadTarget): EventStudyTargetDto {
    return answerOf(EventStudyTargetDto, {
      type,
      target: name,
      name: title,
      currency,
      provenance: provenance && ProvenanceDto.from(provenance),
      warnings: warnings.slice(0, MAX_TARGET_WARNINGS),
    });
  }
}

@Dto('Returns after events. A study describes the past and does not prove a cause.')
export class EventStudyDto {
  @Field('Start of the calendar of random moments (UTC): `from` of the events, or the first event.', timestamp(), {
    example: '2025-11-20T00:00:00.000Z',
  })
  from!: string;

  @Field('End of the calendar of random moments (UTC): `to` of the events, or now.', timestamp(), {
    example: '2026-11-20T00:00:00.000Z',
  })
  to!: string;

  @Field('Number of events.', integer(0, MAX_EVENTS), { example: 18 })
  eventCount!: number;

  @Field(`Whether more than ${MAX_EVENTS} events match; the latest are taken.`, flag(), { example: false })
  truncated!: boolean;

  @Field('Number of random sets of moments.', integer(100, 10_000), { example: 2_000 })
  permutationCount!: number;

  @Field('Seed of the random moments.', seedField(), { example: 1 })
  seed!: number;

  @Field('The symbols and portfolios, in the order of the request.', objects(EventStudyTargetDto, 2 * MAX_TARGETS))
  targets!: EventStudyTargetDto[];

  @Field('The results: for each target, one for each window.', objects(EventStudyResultDto, MAX_RESULTS))
  items!: EventStudyResultDto[];

  @Field('All events, oldest first.', objects(EventStudyEventDto, MAX_EVENTS))
  events!: EventStudyEventDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ request, from, to, events, isTruncated, targets, results }: EventStudy): EventStudyDto {
    const targetOf = ({ target }: StudyResult) => targets[target] as ReadTarget;
    return answerOf(EventStudyDto, {
      from,
      to,
      eventCount: events.length,
      truncated: isTruncated,
      permutationCount: request.permutationCount,
      seed: request.seed,
      targets: targets.map((one) => EventStudyTargetDto.from(one)),
      items: results.map((result) => EventStudyResultDto.from(result, targetOf(result))),
      events: events.map((event, index) =>
        answerOf(EventStudyEventDto, {
          eventId: event.id,
          type: event.type,
          time: event.time,
          title: titleOf(event),
          outcomes: results.map((result) => outcomeOf(result, index, targetOf(result).name)),
        }),
      ),
      nextCursor: null,
    });
  }
}

function outcomeOf({ window, outcomes }: StudyResult, index: number, target: string): EventOutcomeDto {
  const { startsAt, endsAt, return: value, dropped } = outcomes[index] as StudyResult['outcomes'][number];
  return answerOf(EventOutcomeDto, {
    target,
    windowTradingDays: window,
    startTime: startsAt === null ? null : new Date(startsAt),
    endTime: endsAt === null ? null : new Date(endsAt),
    return: value,
    droppedBecause: dropped,
  });
}
