import test from 'ava';
import { Decimal } from '../../../src/features/portfolios/lots/decimal.js';
import { planTrades } from '../../../src/features/portfolios/rebalance/plan-trades.js';
import type { PlannedPosition, RebalanceRules } from '../../../src/features/portfolios/rebalance/rebalancing.js';
import { randomNumbers } from '../../support/random-numbers.js';
import { matchesRecording } from '../../support/recorded.js';

const of = (value: number | string) => new Decimal(value);

const PLAIN: RebalanceRules = {
  absoluteBand: null,
  relativeBand: null,
  scope: 'all',
  minimumTrade: of(0),
  fixedFee: of(0),
  feeFraction: of(0),
  keptCash: of(0),
  newCash: of(0),
  buysOnly: false,
};
const RULES: Readonly<Record<string, Partial<RebalanceRules>>> = {
  plain: {},
  'a band of points': { absoluteBand: of('0.05') },
  'a band of points, outside only': { absoluteBand: of('0.1'), scope: 'outside' },
  'a relative band': { relativeBand: of('0.25'), scope: 'outside' },
  'both bands': { absoluteBand: of('0.08'), relativeBand: of('0.3') },
  'a minimum trade': { minimumTrade: of(400) },
  fees: { fixedFee: of('4.9'), feeFraction: of('0.0025') },
  'high fees': { fixedFee: of(60), feeFraction: of('0.02') },
  'kept cash': { keptCash: of(900) },
  'new cash': { newCash: of('2500.55'), buysOnly: true },
  'less cash': { newCash: of(-700), fixedFee: of(1) },
  'purchases only': { buysOnly: true },
  everything: {
    absoluteBand: of('0.02'),
    relativeBand: of('0.1'),
    scope: 'outside',
    minimumTrade: of(150),
    fixedFee: of(3),
    feeFraction: of('0.001'),
    keptCash: of(250),
    newCash: of(1_000),
  },
};

/** Returns positions with pseudo-random prices, quantities and targets that add up to at most 1. */
function positionsOf(seed: number): PlannedPosition[] {
  const random = randomNumbers(seed);
  const count = 2 + (seed % 5);
  const weights = Array.from({ length: count }, () => (random() < 0.15 ? 0 : random()));
  const sum = weights.reduce((total, weight) => total + weight, 0.0001 + (seed % 3) / 4);
  return weights.map((weight, index) => ({
    symbol: `S${index}`,
    currency: index % 3 === 0 ? 'USD' : 'EUR',
    quantity: of(random() < 0.2 ? 0 : Math.round(4_000 * random()) / (index % 2 === 0 ? 100 : 40)),
    price: random() < 0.08 ? null : of((1 + 180 * random()).toFixed(2)),
    rate: index % 3 === 0 ? of('0.92') : of(1),
    target: of((weight / sum).toFixed(4)),
    unitPlaces: index % 4 === 3 ? 4 : 0,
  }));
}

test('trades for many portfolios and rules are planned as recorded, and keep to the cash', (t) => {
  const rows = new Map<string, unknown>();
  for (const [name, rules] of Object.entries(RULES))
    for (let seed = 1; seed <= 12; seed += 1) {
      const cash = of(seed % 4 === 0 ? 0 : 137 * seed);
      const plan = planTrades(positionsOf(seed), cash, { ...PLAIN, ...rules });
      const trades = plan.trades.map(({ symbol, side, quantity, fee }) => `${side} ${quantity} ${symbol} ${fee}`);
      const unreached = plan.unreached.map(({ symbol, code }) => `${symbol} ${code}`);
      const sums = [plan.fees, plan.cashBefore, plan.cashAfter, plan.baseBefore, plan.baseAfter];
      rows.set(`${name} ${seed}`, [trades, unreached, sums.map((sum) => sum.toFixed(4)), plan.isWithinBands]);
      if (plan.trades.some(({ side }) => side === 'buy'))
        t.true(plan.cashAfter.gte(rules.keptCash ?? 0), `${name} ${seed}`);
    }
  matchesRecording(t, 'portfolio-plans', rows);
});
