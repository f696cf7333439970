import { Decimal, zero } from '../lots/decimal.js';
import type { PlannedPosition, PlannedTrade, RebalancePlan, RebalanceRules, Unreached } from './rebalancing.js';

/** A position with a price and rate. Values are in the currency of the plan. */
interface Priced extends PlannedPosition {
  price: Decimal;
  rate: Decimal;
  /** Value of one unit, in the currency of the plan. */
  unitValue: Decimal;
  value: Decimal;
}

/** The units of a position that are bought (positive) or sold (negative). */
interface Order {
  position: Priced;
  units: Decimal;
}

const FEE_PLACES = 2;
/** Maximum number of rounds in which the fees are estimated. */
const MAX_ROUNDS = 12;
/** Number of first rounds in which the estimate may also fall. */
const FREE_ROUNDS = 6;
/** Amount by which the final estimate may be too high, in the currency of the plan. */
const SETTLED = new Decimal('0.01');

/**
 * Plans trades that bring positions to their target weights. Fees reduce the value to which the weights apply, so they
 * are estimated in rounds until the trades cost no more than the estimate. Sales are rounded up and purchases down, so
 * that the cash suffices. The remaining cash buys single units that bring a position nearer to its target.
 */
export function planTrades(positions: readonly PlannedPosition[], cash: Decimal, rules: RebalanceRules): RebalancePlan {
  const priced = positions.flatMap((position): Priced[] => {
    const { price, rate, quantity } = position;
    if (price === null || rate === null || price.isZero()) return [];
    return [{ ...position, price, rate, unitValue: price.times(rate), value: quantity.times(price).times(rate) }];
  });
  const unreached: Unreached[] = positions
    .filter(({ symbol }) => !priced.some((one) => one.symbol === symbol))
    .map(({ symbol }) => ({ symbol, code: 'no_price' }));
  const cashBefore = cash.plus(rules.newCash);
  const base = priced.reduce((sum, { value }) => sum.plus(value), cashBefore).minus(rules.keptCash);
  const outside = priced.filter((position) => isOutside(position, base, rules));
  const traded = outside.length === 0 ? [] : rules.scope === 'all' ? priced : outside;
  let fees = zero;
  let orders: Order[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    orders = ordersFor(traded, base.minus(fees), cashBefore, fees, rules);
    const actual = costsOf(orders, rules);
    const isSettled = round >= FREE_ROUNDS || fees.minus(actual).lte(SETTLED);
    if (actual.lte(fees) && isSettled) break;
    // Rounded orders can alternate between two estimates; the higher one is sure to be covered by cash.
    fees = round >= FREE_ROUNDS ? Decimal.max(fees, actual) : actual;
  }
  const idealBase = base.minus(fees);
  orders = withLeftCash(orders, idealBase, cashBefore, rules);
  const trades = orders.filter(({ units }) => !units.isZero()).map((order) => tradeOf(order, rules));
  const paid = trades.reduce((sum, trade) => sum.plus(trade.fee.times(trade.rate)), zero);
  const cashAfter = orders.reduce((sum, order) => sum.plus(cashOf(order, rules)), cashBefore);
  const untraded = priced.filter((position) => !traded.includes(position));
  return {
    trades,
    unreached: [
      ...unreached,
      ...untraded.flatMap((position) => kept(position, base)),
      ...traded.flatMap((position) => missed(position, idealBase, orders, cashAfter, rules)),
    ],
    fees: paid,
    cashBefore,
    cashAfter,
    baseBefore: base,
    baseAfter: base.minus(paid),
    isWithinBands: outside.length === 0,
  };
}

function isOutside({ value, target }: Priced, base: Decimal, { absoluteBand, relativeBand }: RebalanceRules): boolean {
  if (base.lte(0)) return false;
  const drift = value.div(base).minus(target).abs();
  if (absoluteBand === null && relativeBand === null) return !drift.isZero();
  return (
    (absoluteBand !== null && drift.gt(absoluteBand)) || (relativeBand !== null && drift.gt(relativeBand.times(target)))
  );
}

/** Returns rounded orders towards the targets of `base`. Purchases are reduced to the available cash. */
function ordersFor(
  traded: readonly Priced[],
  base: Decimal,
  cash: Decimal,
  fees: Decimal,
  rules: RebalanceRules,
): Order[] {
  const wanted = traded.map((position) => ({ position, missing: position.target.times(base).minus(position.value) }));
  const sales = rules.buysOnly ? [] : wanted.filter(({ missing }) => missing.isNegative());
  const orders = sales.map(
    ({ position, missing }): Order => ({ position, units: salesUnits(position, missing.neg()).neg() }),
  );
  const buys = wanted.filter(({ missing }) => missing.gt(0));
  const proceeds = orders
    .filter((order) => isLarge(order, rules))
    .reduce((sum, { position, units }) => sum.plus(units.neg().times(position.unitValue)), zero);
  const budget = Decimal.max(0, cash.plus(proceeds).minus(rules.keptCash).minus(fees));
  const needed = buys.reduce((sum, { missing }) => sum.plus(missing), zero);
  const share = needed.gt(budget) ? budget.div(needed) : new Decimal(1);
  for (const { position, missing } of buys) {
    const units = missing.times(share).div(position.unitValue).toDecimalPlaces(position.unitPlaces, Decimal.ROUND_DOWN);
    orders.push({ position, units });
  }
  return orders.filter((order) => isLarge(order, rules));
}

/** Returns the units to sell. A position without a target is sold completely, fractions included. */
function salesUnits({ quantity, unitValue, target, unitPlaces }: Priced, value: Decimal): Decimal {
  return target.isZero()
    ? quantity
    : Decimal.min(quantity, value.div(unitValue).toDecimalPlaces(unitPlaces, Decimal.ROUND_UP));
}

const isLarge = ({ position, units }: Order, { minimumTrade }: RebalanceRules): boolean =>
  !units.isZero() && units.abs().times(position.unitValue).gte(minimumTrade);

/**
 * Changes orders by single units: fewer purchases if cash is short; more if cash is left and the unit brings a position
 * nearer to its target.
 */
function withLeftCash(orders: readonly Order[], base: Decimal, cash: Decimal, rules: RebalanceRules): Order[] {
  const result = orders.map((order) => ({ ...order }));
  let spare = result.reduce((sum, order) => sum.plus(cashOf(order, rules)), cash).minus(rules.keptCash);
  const move = (order: Order, units: Decimal) => {
    const before = cashOf(order, rules);
    order.units = units;
    spare = spare.minus(before).plus(cashOf(order, rules));
  };
  for (const order of result.toSorted((a, b) => worthOf(b).comparedTo(worthOf(a)))) {
    if (!spare.isNegative() || !order.units.gt(0)) break;
    const fewer = spare
      .neg()
      .div(order.position.unitValue)
      .toDecimalPlaces(order.position.unitPlaces, Decimal.ROUND_UP);
    move(order, Decimal.max(0, order.units.minus(fewer)));
  }
  const nearer = result
    .map((order) => ({
      order,
      step: stepOf(order.position),
      missing: targetUnits(order.position, base).minus(order.position.quantity).minus(order.units),
    }))
    .filter(({ order, step, missing }) => missing.gte(step.div(2)) && !order.position.target.isZero())
    .sort((a, b) =>
      b.missing.times(b.order.position.unitValue).comparedTo(a.missing.times(a.order.position.unitValue)),
    );
  for (const { order, step } of nearer) {
    const before = order.units;
    const moved = before.plus(step);
    if (!moved.isZero() && !isLarge({ ...order, units: moved }, rules)) continue;
    move(order, moved);
    if (spare.isNegative()) move(order, before);
  }
  return result;
}

const stepOf = ({ unitPlaces }: Priced): Decimal => new Decimal(10).pow(-unitPlaces);
const targetUnits = ({ target, unitValue }: Priced, base: Decimal): Decimal => target.times(base).div(unitValue);
const worthOf = ({ position, units }: Order): Decimal => units.times(position.unitValue);

const costsOf = (orders: readonly Order[], rules: RebalanceRules): Decimal =>
  orders.reduce((sum, order) => sum.plus(tradeOf(order, rules).fee.times(order.position.rate)), zero);

/** Returns the proceeds of an order minus its fees, in the currency of the plan. */
function cashOf(order: Order, rules: RebalanceRules): Decimal {
  const { side, amount, fee, rate } = tradeOf(order, rules);
  return (side === 'sell' ? amount : amount.neg()).minus(fee).times(rate);
}

function tradeOf({ position, units }: Order, { fixedFee, feeFraction }: RebalanceRules): PlannedTrade {
  const { symbol, price, currency, rate } = position;
  const quantity = units.abs();
  const amount = quantity.times(price);
  const fee = quantity.isZero()
    ? zero
    : fixedFee.div(rate).plus(amount.times(feeFraction)).toDecimalPlaces(FEE_PLACES, Decimal.ROUND_UP);
  return { symbol, side: units.isNegative() ? 'sell' : 'buy', quantity, price, currency, rate, amount, fee };
}

const kept = ({ symbol, value, target }: Priced, base: Decimal): Unreached[] =>
  value.eq(target.times(base)) ? [] : [{ symbol, code: 'within_band' }];

/**
 * Returns the target that a traded position missed, with the reason; empty if it was reached. A difference below one
 * unit is `rounding`.
 */
function missed(
  position: Priced,
  base: Decimal,
  orders: readonly Order[],
  cashAfter: Decimal,
  rules: RebalanceRules,
): Unreached[] {
  const { symbol, quantity, unitValue, target } = position;
  const units = orders.find((order) => order.position === position)?.units ?? zero;
  const difference = quantity.plus(units).times(unitValue).minus(target.times(base));
  // Smaller differences are rounding errors: decimals are computed with 40 digits.
  if (difference.abs().lt('1e-18')) return [];
  const unit = unitValue.times(stepOf(position));
  if (difference.abs().lt(unit)) return [{ symbol, code: 'rounding' }];
  if (difference.gt(0) && rules.buysOnly) return [{ symbol, code: 'no_sales' }];
  if (units.isZero() && difference.abs().lt(rules.minimumTrade)) return [{ symbol, code: 'below_minimum' }];
  if (difference.isNegative() && cashAfter.minus(rules.keptCash).lt(difference.abs()))
    return [{ symbol, code: 'not_enough_cash' }];
  return [{ symbol, code: rules.minimumTrade.gt(0) ? 'below_minimum' : 'rounding' }];
}
