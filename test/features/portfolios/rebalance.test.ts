import test from 'ava';
import { Ledger } from '../../../src/features/portfolios/ledger/ledger.js';
import { Decimal, zero } from '../../../src/features/portfolios/lots/decimal.js';
import { planTrades } from '../../../src/features/portfolios/rebalance/plan-trades.js';
import type {
  PlannedPosition,
  RebalancePlan,
  RebalanceRules,
} from '../../../src/features/portfolios/rebalance/rebalancing.js';
import { entry } from '../../support/portfolio-entries.js';
import fc from '../../support/properties.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let demo: { portfolio: { id: string }; model: { id: string }; transactionCount: number };
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  demo = (await ada.post('/portfolios/demo', undefined)).json;
});
test.after.always(() => service.close());

const D = (value: number | string) => new Decimal(value);
const rules = (more: Partial<RebalanceRules> = {}): RebalanceRules => ({
  absoluteBand: null,
  relativeBand: null,
  scope: 'all',
  minimumTrade: zero,
  fixedFee: zero,
  feeFraction: zero,
  keptCash: zero,
  newCash: zero,
  buysOnly: false,
  ...more,
});
const position = (
  symbol: string,
  quantity: number | string,
  price: number | string,
  target: number | string,
  more: Partial<PlannedPosition> = {},
): PlannedPosition => ({
  symbol,
  currency: 'USD',
  quantity: D(quantity),
  price: D(price),
  rate: D(1),
  target: D(target),
  unitPlaces: 0,
  ...more,
});
const inShort = ({ trades }: RebalancePlan) =>
  trades.map(({ side, symbol, quantity }) => `${side} ${quantity} ${symbol}`);
const codes = ({ unreached }: RebalancePlan) => unreached.map(({ symbol, code }) => `${symbol} ${code}`);

test('trades change the weights to their targets, and a position without a target is sold completely', (t) => {
  const plan = planTrades(
    [position('A', 60, 10, 0.5), position('B', 20, 10, 0.5), position('C', '0.5', 400, 0)],
    zero,
    rules(),
  );
  t.deepEqual(inShort(plan), ['sell 10 A', 'sell 0.5 C', 'buy 30 B']);
  t.deepEqual([codes(plan), plan.cashAfter.toFixed()], [[], '0']);
});

test('a band decides when to trade, and its scope what to trade', (t) => {
  const positions = [position('A', 56, 10, 0.5), position('B', 27, 10, 0.3), position('C', 17, 10, 0.2)];
  const plan = (more: Partial<RebalanceRules>) => planTrades(positions, zero, rules(more));
  t.deepEqual(
    [plan({ absoluteBand: D('0.07') }).isWithinBands, inShort(plan({ absoluteBand: D('0.07') }))],
    [true, []],
  );
  t.deepEqual(inShort(plan({ absoluteBand: D('0.05') })), ['sell 6 A', 'buy 3 B', 'buy 3 C']);
  const outside = plan({ absoluteBand: D('0.05'), scope: 'outside' });
  t.deepEqual([inShort(outside), codes(outside)], [['sell 6 A'], ['B within_band', 'C within_band']]);
  // No position is sold to pay for C, because only C is outside its band.
  t.deepEqual(codes(plan({ relativeBand: D('0.14'), scope: 'outside' })), [
    'A within_band',
    'B within_band',
    'C not_enough_cash',
  ]);
});

test('with cash only, nothing is sold, and the missing amount is reported', (t) => {
  const positions = [
    position('A', 80, 10, 0.5),
    position('B', 0, 10, 0.3),
    position('C', 0, 7, 0.2),
    position('D', 1, 10, 0, { price: null }),
  ];
  const plan = planTrades(positions, D(50), rules({ buysOnly: true, newCash: D(150), keptCash: D(20) }));
  t.deepEqual(inShort(plan), ['buy 11 B', 'buy 10 C']);
  t.deepEqual(codes(plan), ['D no_price', 'A no_sales', 'B not_enough_cash', 'C not_enough_cash']);
  t.true(plan.cashAfter.gte(20));
});

test('small trades are left out, and the fees are paid from the value', (t) => {
  const plan = planTrades(
    [position('A', 100, 10, 0.48), position('B', 100, 10, 0.52)],
    zero,
    rules({ minimumTrade: D(50) }),
  );
  t.deepEqual([inShort(plan), codes(plan)], [[], ['A below_minimum', 'B below_minimum']]);
  const costly = planTrades(
    [position('A', 100, 10, 0.5), position('B', 0, 10, 0.5)],
    zero,
    rules({ fixedFee: D(5), feeFraction: D('0.01') }),
  );
  t.deepEqual(inShort(costly), ['sell 51 A', 'buy 49 B']);
  t.is(costly.fees.toFixed(2), '20.00');
  t.true(costly.cashAfter.gte(0));
});

const share = fc.integer({ min: 0, max: 100 });
const made = fc.record({
  quantity: fc.integer({ min: 0, max: 500 }),
  price: fc.integer({ min: 1, max: 90_000 }).map((cents) => D(cents).div(100)),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  share,
});
const rates: Record<string, Decimal> = { USD: D(1), EUR: D('1.0837'), JPY: D('0.00673') };

test('the trades, applied to the ledger, reach the targets within a unit and the cost of a trade', (t) => {
  const property = fc.property(
    fc.record({
      holdings: fc.array(made, { minLength: 1, maxLength: 6 }),
      cashShare: share,
      cash: fc.integer({ min: 0, max: 20_000 }),
      newCash: fc.integer({ min: 0, max: 5_000 }),
      kept: share,
      fixed: fc.integer({ min: 0, max: 10 }),
      permille: fc.integer({ min: 0, max: 10 }),
      unitPlaces: fc.constantFrom(0, 4),
    }),
    ({ holdings, cashShare, cash, newCash, kept, fixed, permille, unitPlaces }) => {
      const shares = holdings.reduce((sum, one) => sum + one.share, cashShare + 1);
      const positions = holdings.map(({ quantity, price, currency, share: part }, index) =>
        position(`S${index}.US`, quantity, price.toFixed(), D(part).div(shares).toFixed(), {
          currency,
          rate: rates[currency] as Decimal,
          unitPlaces,
        }),
      );
      const given = rules({
        fixedFee: D(fixed),
        feeFraction: D(permille).div(1_000),
        newCash: D(newCash),
        keptCash: D(cash + newCash)
          .times(kept)
          .div(200),
      });
      const ledger = new Ledger({ lotMethod: 'hifo', tracksCash: true });
      ledger.apply(entry({ type: 'deposit', amount: String(cash + newCash) }));
      for (const { symbol, quantity, currency } of positions)
        if (!quantity.isZero())
          ledger.apply(entry({ type: 'transfer', symbol, quantity: quantity.toFixed(), currency, amount: '1' }));
      const plan = planTrades(positions, D(cash), given);
      for (const { side, symbol, quantity, price, currency, fee } of plan.trades)
        ledger.apply(
          entry({
            type: side,
            symbol,
            quantity: quantity.toFixed(),
            price: price.toFixed(),
            currency,
            fee: fee.toFixed(),
          }),
        );
      const left = [...ledger.cash].reduce(
        (sum, [currency, amount]) => sum.plus(amount.times(rates[currency] as Decimal)),
        zero,
      );
      const worthOf = ({ symbol, price, rate }: PlannedPosition) =>
        (ledger.books.get(symbol)?.quantity ?? zero).times(price as Decimal).times(rate as Decimal);
      const base = positions.reduce((sum, one) => sum.plus(worthOf(one)), left).minus(given.keptCash);
      const oversold = ledger.warnings.filter(({ code }) => code === 'oversold');
      const isCashKept = left.plus('1e-20').gte(given.keptCash) && left.minus(plan.cashAfter).abs().lt('1e-20');
      const unitOf = ({ price, rate }: PlannedPosition) =>
        D(10)
          .pow(-unitPlaces)
          .times(price as Decimal)
          .times(rate as Decimal);
      // The fees of one unit of each position, rounded to cents: a plan may miss its target by this much more.
      const fees = positions.reduce(
        (sum, one) => sum.plus(unitOf(one).times(permille).div(1_000)).plus('0.022'),
        D(fixed),
      );
      const missed = positions.filter((one) =>
        worthOf(one).minus(one.target.times(base)).abs().gt(unitOf(one).plus(fees)),
      );
      return oversold.length === 0 && isCashKept && missed.length === 0;
    },
  );
  t.notThrows(() => fc.assert(property, { numRuns: 300 }));
});

test('a portfolio is rebalanced to a model: weights, lots, gains and cash are reported', async (t) => {
  const path = `/portfolios/${demo.portfolio.id}`;
  const { status, json } = await ada.post(`${path}/rebalance`, {
    target: { type: 'model', portfolioId: demo.model.id },
    fixedFee: '1',
    feeFraction: 0.001,
    keepCash: '1000',
  });
  t.is(status, 200);
  t.true(json.startDrift > 0.1 && json.endDrift < 0.01, `${json.startDrift} ${json.endDrift}`);
  t.true(Number(json.endCash) >= 1_000 && Number(json.fees) > 5);
  t.true(Math.abs(Number(json.startValue) - Number(json.endValue) - Number(json.fees)) < 0.02);
  const sale = json.trades.find(({ symbol }: { symbol: string }) => symbol === 'BTC-USD.CC');
  t.is(json.positions.find(({ symbol }: { symbol: string }) => symbol === 'BTC-USD.CC').endQuantity, '0');
  const sum = (name: string) =>
    sale.lots.reduce((total: number, lot: Record<string, string>) => total + Number(lot[name]), 0);
  t.is(sum('quantity'), Number(sale.quantity));
  t.true(Math.abs(sum('cost') + sum('gain') - (Number(sale.amount) - Number(sale.fee))) < 0.02);
  t.true(json.realizedGains.some(({ currency }: { currency: string }) => currency === 'USD'));
  // A rebalancing plan does not trade. The demonstration gets more transactions every month, and a page has at most
  // 200.
  const { transactionCount } = (await ada.post('/portfolios/demo', undefined)).json;
  t.is(transactionCount, demo.transactionCount);
  t.is((await ada.get(`${path}/transactions?limit=200`)).json.items.length, Math.min(200, transactionCount));
});

test('invalid targets are rejected with their fields', async (t) => {
  const refused = async (target: object) => {
    const { status, json } = await ada.post(`/portfolios/${demo.portfolio.id}/rebalance`, { target });
    return [status, ...json.errors.map(({ pointer }: { pointer: string }) => pointer)];
  };
  const weights = (...list: Array<[string, number]>) => ({
    type: 'weights',
    weights: list.map(([symbol, weight]) => ({ symbol, weight })),
  });
  t.deepEqual(await refused(weights(['AAPL.US', 0.7], ['MSFT.US', 0.4])), [400, '/target/weights']);
  t.deepEqual(await refused(weights(['AAPL.US', 0.3], ['aapl.us', 0.4])), [400, '/target/weights/1/symbol']);
  t.deepEqual(await refused(weights(['AAPL.US', 0.3], ['NOSUCH.US', 0.4])), [422, '/target/weights/1/symbol']);
  t.deepEqual(await refused({ type: 'model', portfolioId: demo.portfolio.id }), [422, '/target/portfolioId']);
  const eve = await service.signedIn();
  const { id } = (await eve.post('/portfolios', { name: 'Mine', baseCurrency: 'USD' })).json;
  const foreign = await eve.post(`/portfolios/${id}/rebalance`, {
    target: { type: 'model', portfolioId: demo.model.id },
  });
  t.deepEqual([foreign.status, foreign.json.errors[0].pointer], [422, '/target/portfolioId']);
});
