import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, nullable, number, objects, text, timestamp } from '../../../api/rules.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { Decimal, zero } from '../lots/decimal.js';
import { money, unitPrice, units } from '../lots/rounding.js';
import { symbol } from '../portfolio.dto.js';
import { decimal } from '../transactions/transaction.dto.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import type { RebalanceReport, SoldLot, TradeWithLots } from './rebalance.service.js';
import type { PlannedPosition, RebalanceRules, Unreached, UnreachedCode } from './rebalancing.js';

const MAX_POSITIONS = 200;
const inPlan = 'in the currency of the plan';
const reasons: Record<UnreachedCode, string> = {
  no_price: 'No price or exchange rate is known.',
  below_minimum: 'The trade would be smaller than the minimum.',
  within_band: 'The weight is within its band.',
  rounding: 'The rest is less than one unit.',
  not_enough_cash: 'The cash does not suffice.',
  no_sales: 'The weight is above its target, and nothing is sold.',
};

@Dto('The part of a lot that is sold.')
export class SoldLotDto {
  @Field('The transaction that opened the lot.', text(1, 200), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  lotId!: string;

  @Field('When it was acquired (UTC).', timestamp(), { example: '2026-11-02T00:00:00.000Z' })
  acquiredAt!: string;

  @Field('Units taken.', decimal(), { example: '4' })
  quantity!: string;

  @Field('Cost of the units in the currency of the trade; null if unknown.', nullable(decimal()), { example: '758.50' })
  cost!: string | null;

  @Field('Gain after the fee in the currency of the trade; null if the cost is unknown.', nullable(decimal()), {
    example: '61.90',
  })
  gain!: string | null;

  static from({ id, acquiredAt, quantity, cost, gain }: SoldLot, own: string): SoldLotDto {
    const figures = { cost: money(cost, own), gain: money(gain, own) };
    return Object.assign(new SoldLotDto(), {
      lotId: id,
      acquiredAt: new Date(acquiredAt).toISOString(),
      quantity: units(quantity),
      ...figures,
    });
  }
}

@Dto('A planned trade.')
export class PlannedTradeDto {
  @Field('Symbol of the instrument to trade.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Whether it is bought or sold.', choice(['buy', 'sell']), { example: 'sell' })
  side!: 'buy' | 'sell';

  @Field('Units to trade.', decimal(), { example: '4' })
  quantity!: string;

  @Field('The price that the plan assumes, in `currency`.', decimal(), { example: '205.1' })
  price!: string;

  @Field('The currency of the trade.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('`quantity` × `price`.', decimal(), { example: '820.40' })
  amount!: string;

  @Field('Cost of the trade, in `currency`.', decimal(), { example: '1.82' })
  fee!: string;

  @Field(`The amount ${inPlan}.`, decimal(), { example: '820.40' })
  value!: string;

  @Field(
    'For a sale, the lots that are sold by the lot method of the portfolio. Empty for a purchase.',
    objects(SoldLotDto, 100_000),
  )
  lots!: SoldLotDto[];

  static from(
    { symbol, side, quantity, price, currency: own, amount, fee, rate, lots }: TradeWithLots,
    shown: string,
  ): PlannedTradeDto {
    return Object.assign(new PlannedTradeDto(), {
      symbol,
      side,
      quantity: units(quantity),
      price: unitPrice(price),
      currency: own,
      amount: money(amount, own),
      fee: money(fee, own),
      value: money(amount.times(rate), shown),
      lots: lots.map((lot) => SoldLotDto.from(lot, own)),
    });
  }
}

@Dto('A holding or target before and after the plan.')
export class PlannedPositionDto {
  @Field('Symbol of the holding or target.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Units before the trades.', decimal(), { example: '10' })
  startQuantity!: string;

  @Field('Units after the trades.', decimal(), { example: '6' })
  endQuantity!: string;

  @Field('The target, as a fraction of the value without the kept cash.', number(0, 1), { example: 0.6 })
  targetWeight!: number;

  @Field('The weight before; null without a price or value.', nullable(number()), { example: 0.97 })
  startWeight!: number | null;

  @Field('The weight after; null without a price or value.', nullable(number()), { example: 0.598 })
  endWeight!: number | null;
}

@Dto('Cash of a currency before and after the plan.')
export class PlannedCashDto {
  @Field('Currency of the cash (ISO 4217).', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Balance before, with `newCash`.', decimal(), { example: '250.00' })
  start!: string;

  @Field('Balance after; if negative, another currency must be exchanged, which the plan does not do.', decimal(), {
    example: '1068.58',
  })
  end!: string;
}

@Dto('The realized gain of the sales of a plan in one currency.')
export class PlannedGainDto {
  @Field('Currency of the sales (ISO 4217).', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Gain after fees; null if the cost of a lot is unknown.', nullable(decimal()), { example: '61.90' })
  amount!: string | null;
}

@Dto('A target that the plan does not reach.')
export class UnreachedTargetDto {
  @Field('Symbol of the target that is not reached.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The reason.', choice(Object.keys(reasons)), { example: 'rounding' })
  code!: UnreachedCode;

  @Field('The reason in words.', text(1, 200), { example: reasons.rounding })
  detail!: string;

  static from({ symbol, code }: Unreached): UnreachedTargetDto {
    return Object.assign(new UnreachedTargetDto(), { symbol, code, detail: reasons[code] });
  }
}

@Dto('Trades that bring a portfolio to its target. A plan, never an order.')
export class RebalancePlanDto {
  @Field('The day of holdings and prices.', day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of the plan.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Whether every symbol is within its band, so that nothing is traded.', flag(), { example: false })
  withinBands!: boolean;

  @Field('Holdings with a price and cash, with `newCash`, before the trades.', decimal(), { example: '2301.00' })
  startValue!: string;

  @Field('Value of holdings and cash after the trades and their fees.', decimal(), { example: '2299.18' })
  endValue!: string;

  @Field('Costs of all trades.', decimal(), { example: '1.82' })
  fees!: string;

  @Field('Cash after the trades.', decimal(), { example: '1068.58' })
  endCash!: string;

  @Field(
    'Half of the sum of all differences from the target weights, cash included, before; null without a value.',
    nullable(number(0)),
    { example: 0.37 },
  )
  startDrift!: number | null;

  @Field(
    'Drift from the target weights after the trades, computed like `startDrift`; null without a value.',
    nullable(number(0)),
    {
      example: 0.002,
    },
  )
  endDrift!: number | null;

  @Field('The trades: sales first.', objects(PlannedTradeDto, MAX_POSITIONS))
  trades!: PlannedTradeDto[];

  @Field('The holdings and targets.', objects(PlannedPositionDto, MAX_POSITIONS))
  positions!: PlannedPositionDto[];

  @Field('Cash by currency.', objects(PlannedCashDto, 200))
  cash!: PlannedCashDto[];

  @Field('Realized gains by currency; empty without sales.', objects(PlannedGainDto, 200))
  realizedGains!: PlannedGainDto[];

  @Field('Targets that the plan does not reach, and why.', objects(UnreachedTargetDto, MAX_POSITIONS))
  unreached!: UnreachedTargetDto[];

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  static from(
    { valuation, positions, plan, trades, warnings }: RebalanceReport,
    { newCash, keptCash }: Pick<RebalanceRules, 'newCash' | 'keptCash'>,
  ): RebalancePlanDto {
    const { currency: shown, day: number } = valuation;
    const moved = new Map(
      trades.map(({ symbol, side, quantity }) => [symbol, side === 'sell' ? quantity.neg() : quantity]),
    );
    const after = positions.map((position) => ({
      ...position,
      quantity: position.quantity.plus(moved.get(position.symbol) ?? zero),
    }));
    const weights = (all: readonly PlannedPosition[], base: Decimal) => all.map((position) => weightOf(position, base));
    const [before, later] = [weights(positions, plan.baseBefore), weights(after, plan.baseAfter)];
    return Object.assign(new RebalancePlanDto(), {
      asOf: textOf(number),
      currency: shown,
      withinBands: plan.isWithinBands,
      startValue: money(plan.baseBefore.plus(keptCash), shown),
      endValue: money(plan.baseAfter.plus(keptCash), shown),
      fees: money(plan.fees, shown),
      endCash: money(plan.cashAfter, shown),
      startDrift: driftOf(positions, before),
      endDrift: driftOf(positions, later),
      trades: trades
        .toSorted((a, b) => (a.side === b.side ? 0 : a.side === 'sell' ? -1 : 1))
        .map((trade) => PlannedTradeDto.from(trade, shown)),
      positions: positions.map(({ symbol, quantity, target }, index) => ({
        symbol,
        startQuantity: units(quantity),
        endQuantity: units(after[index]?.quantity ?? zero),
        targetWeight: target.toNumber(),
        startWeight: before[index]?.toNumber() ?? null,
        endWeight: later[index]?.toNumber() ?? null,
      })),
      cash: cashOf(valuation.cash, trades, { currency: shown, newCash }),
      realizedGains: gainsOf(trades),
      unreached: plan.unreached.map(UnreachedTargetDto.from),
      warnings: warningsOf(warnings),
    });
  }
}

const weightOf = ({ quantity, price, rate }: PlannedPosition, base: Decimal): Decimal | null =>
  price === null || rate === null || base.lte(0) ? null : quantity.times(price).times(rate).div(base);

/**
 * Returns the drift: half the sum of the absolute differences from the targets, cash included, whose weight is the
 * remainder. Positions without a weight are left out; null if no position has a weight.
 */
function driftOf(positions: readonly PlannedPosition[], weights: ReadonlyArray<Decimal | null>): number | null {
  const drifts = positions.flatMap(({ target }, index) => weights[index]?.minus(target) ?? []);
  if (drifts.length === 0) return null;
  const sum = drifts.reduce((total, drift) => total.plus(drift), zero);
  return drifts
    .reduce((total, drift) => total.plus(drift.abs()), sum.abs())
    .div(2)
    .toNumber();
}

function cashOf(
  held: ReadonlyArray<{ currency: string; amount: Decimal }>,
  trades: readonly TradeWithLots[],
  added: { currency: string; newCash: Decimal },
): PlannedCashDto[] {
  const before = new Map(held.map(({ currency: own, amount }) => [own, amount]));
  if (!added.newCash.isZero()) before.set(added.currency, added.newCash.plus(before.get(added.currency) ?? zero));
  const after = new Map(before);
  for (const { side, amount, fee, currency: own } of trades)
    after.set(own, (after.get(own) ?? zero).plus(side === 'sell' ? amount : amount.neg()).minus(fee));
  return [...after]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([own, amount]) => {
      return { currency: own, start: money(before.get(own) ?? zero, own) as string, end: money(amount, own) as string };
    });
}

function gainsOf(trades: readonly TradeWithLots[]): PlannedGainDto[] {
  const gains = new Map<string, Decimal | null>();
  for (const { currency: own, lots } of trades)
    for (const { gain } of lots) {
      const known = gains.has(own) ? (gains.get(own) as Decimal | null) : zero;
      gains.set(own, known === null || gain === null ? null : known.plus(gain));
    }
  return [...gains].map(([own, amount]) => ({ currency: own, amount: money(amount, own) }));
}
