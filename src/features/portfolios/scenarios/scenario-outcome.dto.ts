import { Dto, Field } from '../../../api/field.js';
import { choice, day, integer, list, nullable, number, object, text } from '../../../api/rules.js';
import { assetClasses } from '../../markets/asset-class.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { symbol } from '../portfolio.dto.js';
import type { ReplayTreatment } from './replay.js';
import type { ScenarioOutcome } from './scenario.js';

const MAX_HOLDINGS = 200;
const inReport = 'in the currency of the report';
const many = <Item extends abstract new (...args: never[]) => object>(item: () => Item, max = MAX_HOLDINGS) =>
  list(object(item), max);

@Dto('The effect of one shock on one holding.')
export class ShockEffectDto {
  @Field('The position of the shock in the request, from 0.', integer(0, 49), { example: 0 })
  shockIndex!: number;

  @Field('The change of the value by this shock, as a fraction.', number(-1), { example: -0.2 })
  change!: number;

  @Field('The beta to the factor; null unless the shock is of a factor.', nullable(number()), { example: null })
  beta!: number | null;

  @Field(
    '`history`: a regression of weekly returns of up to two years; `asset_class`: an assumption for the asset ' +
      'class, for lack of history; `identity`: the holding is the factor; null unless the shock is of a factor.',
    nullable(choice(['history', 'asset_class', 'identity'])),
    { example: null },
  )
  betaSource!: string | null;
}

@Dto('A holding before and after the shocks.')
export class ShockedHoldingDto {
  @Field('Symbol of the instrument held.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The currency of its prices.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Its asset class; null if unknown.', nullable(choice(assetClasses)), { example: 'equity' })
  assetClass!: string | null;

  @Field('Its sector; null if unknown.', nullable(text(1, 100)), { example: 'Information Technology' })
  sector!: string | null;

  @Field('Its country (ISO 3166-1 alpha-2); null if unknown.', nullable(text(2, 2)), { example: 'US' })
  country!: string | null;

  @Field(`Value before, ${inReport}.`, number(), { example: 4624 })
  startValue!: number;

  @Field(`Value after, ${inReport}.`, number(), { example: 3699.2 })
  endValue!: number;

  @Field(
    'The shocks that reach it. Their changes multiply.',
    many(() => ShockEffectDto, 50),
  )
  effects!: ShockEffectDto[];
}

@Dto('Cash of a currency before and after a scenario.')
export class ScenarioCashDto {
  @Field('The currency of the cash.', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field(`Value before, ${inReport}.`, number(), { example: 1080 })
  startValue!: number;

  @Field(`Value after, ${inReport}.`, number(), { example: 972 })
  endValue!: number;
}

@Dto('The effect of shocks on each holding.')
export class ShockOutcome {
  @Field('`shocks`.', choice(['shocks']), { example: 'shocks' })
  type!: 'shocks';

  @Field(
    'The holdings, the largest first.',
    many(() => ShockedHoldingDto),
  )
  holdings!: ShockedHoldingDto[];

  @Field(
    'The effect on the cash of each currency.',
    many(() => ScenarioCashDto),
  )
  cash!: ScenarioCashDto[];

  @Field('Positions of shocks that reach no holding and no cash.', list(integer(0, 49), 50), { example: [] })
  unmatchedShocks!: number[];
}

@Dto('A holding before and after the window.')
export class ReplayedHoldingDto {
  @Field('Symbol of the instrument held.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field(`Value before, ${inReport}.`, number(), { example: 4624 })
  startValue!: number;

  @Field(`Value after, ${inReport}.`, number(), { example: 4161.6 })
  endValue!: number;

  @Field(
    '`own_prices`: its own prices; `partial`: its own prices from `pricedFrom` on, before that as `missingPrices` of ' +
      'the request says; `proxy`: it has no price in the window and moves as its asset class; `unchanged`: it ' +
      'has no price and does not move.',
    choice(['own_prices', 'partial', 'proxy', 'unchanged']),
    { example: 'own_prices' },
  )
  treatment!: ReplayTreatment;

  @Field('The first day of its own prices in the window; null without one.', nullable(day()), { example: '2026-02-02' })
  pricedFrom!: string | null;
}

@Dto('The value of the portfolio on a day of the window.')
export class ReplayedDayDto {
  @Field('Day of the past window, UTC.', day(), { example: '2026-02-02' })
  day!: string;

  @Field(`Value of the holdings of today at its end, ${inReport}.`, number(), { example: 5704 })
  value!: number;
}

@Dto('The effect of a past window on the holdings of today.')
export class ReplayOutcome {
  @Field('`replay`.', choice(['replay']), { example: 'replay' })
  type!: 'replay';

  @Field('The day at whose close the window begins.', day(), { example: '2026-02-02' })
  startDay!: string;

  @Field('The day at whose close the window ends.', day(), { example: '2026-06-30' })
  endDay!: string;

  @Field('The largest loss from a peak in the window, as a fraction (-0.2 is 20 %).', number(-1, 0), { example: -0.12 })
  maxDrawdown!: number;

  @Field('The day of the largest fall; null if no day falls.', nullable(day()), { example: '2026-04-08' })
  worstDay!: string | null;

  @Field('The change of that day, as a fraction; null without one.', nullable(number(-1, 0)), { example: -0.03 })
  worstDayChange!: number | null;

  @Field(
    'The holdings, the largest first.',
    many(() => ReplayedHoldingDto),
  )
  holdings!: ReplayedHoldingDto[];

  @Field(
    'The cash, at the exchange rates of the window.',
    many(() => ScenarioCashDto),
  )
  cash!: ScenarioCashDto[];

  @Field(
    'The value at the end of each day.',
    many(() => ReplayedDayDto, 3_700),
  )
  days!: ReplayedDayDto[];
}

/** Returns the report on a shock or a replay in its DTO. */
export function outcomeOf(outcome: Exclude<ScenarioOutcome, { type: 'monte_carlo' }>): ShockOutcome | ReplayOutcome {
  const cash = outcome.report.cash.map(({ currency, value, valueAfter }) => ({
    currency,
    startValue: value,
    endValue: valueAfter,
  }));
  if (outcome.type === 'shocks') {
    const holdings = outcome.report.holdings.map(({ value, valueAfter, effects, ...holding }) => ({
      ...holding,
      startValue: value,
      endValue: valueAfter,
      effects: effects.map(({ shock, change, beta }) => ({
        shockIndex: shock,
        change,
        beta: beta?.beta ?? null,
        betaSource: beta?.source ?? null,
      })),
    }));
    return Object.assign(new ShockOutcome(), {
      type: 'shocks',
      holdings,
      cash,
      unmatchedShocks: outcome.report.unmatched,
    });
  }
  const { worstDay, maxDrawdown, days, holdings } = outcome.report;
  return Object.assign(new ReplayOutcome(), {
    type: 'replay',
    startDay: textOf(outcome.fromDay),
    endDay: textOf(outcome.toDay),
    maxDrawdown,
    worstDay: worstDay && textOf(worstDay.day),
    worstDayChange: worstDay?.change ?? null,
    holdings: holdings.map(({ symbol, value, valueAfter, treatment, pricedFrom }) => ({
      symbol,
      startValue: value,
      endValue: valueAfter,
      treatment,
      pricedFrom: pricedFrom === null ? null : textOf(pricedFrom),
    })),
    cash,
    days: days.map(({ day: number, value }) => ({ day: textOf(number), value })),
  });
}
