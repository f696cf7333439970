import test from 'ava';
import fc from 'fast-check';
import { Decimal, zero } from '../../../src/features/portfolios/lots/decimal.js';
import { type Lot, LotBook, type LotMethod, lotMethods, NotEnoughUnits } from '../../../src/features/portfolios/lots/lot-book.js';
import { casesOf } from '../../support/portfolio-cases.js';

interface LotEvent {
  type: 'BUY' | 'SELL';
  quantity: string;
  price?: string;
  unitPrice?: string;
  amount?: string;
  fee?: string;
}
interface LotCase {
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  input: any;
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  expected: any;
}
const cases = casesOf<LotCase>('lots');
const d = (value: string | number) => new Decimal(value);
const shown = ({ quantity, cost }: Lot) => [quantity.toFixed(), cost === null ? null : cost.div(quantity).toFixed(2)];

/** Runs purchases and sales; money in and out includes fees. */
function run(method: LotMethod, events: readonly LotEvent[]) {
  const book = new LotBook(method);
  let realized = zero;
  const after = events.map(({ type, quantity, price, unitPrice, amount, fee = '0' }, index) => {
    const gross = amount === undefined ? d(quantity).times(price ?? unitPrice ?? 0) : d(amount);
    if (type === 'BUY') book.add({ id: String(index), acquiredAt: index, quantity: d(quantity), cost: gross.plus(fee) });
    const sold = type === 'SELL' ? book.take(d(quantity)) : [];
    const gain = sold.reduce((sum, { cost }) => sum.minus(cost ?? 0), gross.minus(fee));
    if (type === 'SELL') realized = realized.plus(gain);
    return { realizedGain: type === 'SELL' ? gain : null, totalCost: book.cost as Decimal, quantity: book.quantity };
  });
  return { book, realized, after };
}

for (const { name, input, expected } of cases.filter(({ input: { sales } }) => sales !== undefined))
  test(`lots are taken as in ${name}`, (t) => {
    const book = new LotBook(input.method.toLowerCase());
    for (const [index, { quantity, unitCost, date }] of input.lots.entries())
      book.add({ id: String(index), acquiredAt: date === undefined ? index : Date.parse(date), quantity: d(quantity), cost: d(quantity).times(unitCost) });
    const sell = () => (input.sales as Array<{ quantity: string }>).flatMap(({ quantity }) => book.take(d(quantity)));
    if (expected.error !== undefined) {
      const before = book.quantity;
      t.throws(sell, { instanceOf: NotEnoughUnits });
      const sold = input.sales.length === 1 ? 0 : input.sales[0].quantity;
      return t.is(book.quantity.toFixed(), before.minus(sold).toFixed());
    }
    const taken = sell();
    if (expected.averageUnitCost !== undefined) {
      t.is((book.cost as Decimal).toFixed(), d(expected.remainingCost).toFixed());
      t.is(book.quantity.toFixed(), String(expected.remainingQuantity));
      return t.true(taken.every((lot) => shown(lot)[1] === expected.averageUnitCost));
    }
    const wanted = (lots: Array<{ quantity: string; unitCost: string }>) => lots.map(({ quantity, unitCost }) => [quantity, unitCost]);
    t.deepEqual(taken.map(shown), wanted(expected.consumed));
    return t.deepEqual(book.open.map(shown).sort(), wanted(expected.remaining).sort());
  });

test('fees of purchases raise the cost and fees of sales lower the proceeds, by every method', (t) => {
  const { input, expected } = cases.find(({ name }) => name === 'own-fees-in-cost-and-proceeds') as LotCase;
  for (const method of lotMethods) {
    const { book, realized } = run(method, input.events);
    t.is(realized.toFixed(), expected.realised[method.toUpperCase()]);
    t.is((book.cost as Decimal).toFixed(), expected.remainingCost[method.toUpperCase()]);
  }
});

test('FIFO and average cost of pp-fifo-and-average-1 are right to the cent', (t) => {
  const { input, expected } = cases.find(({ name }) => name === 'pp-fifo-and-average-1') as LotCase;
  for (const method of ['fifo', 'average'] as const) {
    const { book, realized } = run(method, input.events);
    const cost = book.cost as Decimal;
    const name = method.toUpperCase();
    const unrealized = book.quantity.times(input.lastPrice).minus(cost);
    t.deepEqual(
      [cost.toFixed(2), realized.toFixed(2), unrealized.toFixed(2)],
      [expected.cost[name], expected.realised[name], expected.unrealisedAtPrice100[name]],
    );
  }
});

test('a holding that is sold in parts leaves no cost', (t) => {
  const { input, expected } = cases.find(({ name }) => name === 'pp-rounding-leaves-nothing') as LotCase;
  for (const method of lotMethods) {
    const { book, realized } = run(method, input.events);
    t.deepEqual([book.quantity.toFixed(), (book.cost as Decimal).toFixed(), realized.toFixed(2)], [expected.quantity, expected.cost, expected.realised]);
    t.deepEqual(book.open, []);
  }
});

test('the average cost starts again when nothing is held', (t) => {
  const { input, expected } = cases.find(({ name }) => name === 'rotki-average-cost-sequence') as LotCase;
  const { after } = run('average', input.events);
  t.deepEqual(
    after.map(({ realizedGain, totalCost, quantity }) => ({
      realisedGain: realizedGain === null ? null : realizedGain.toDecimalPlaces(20).toFixed(),
      totalCost: totalCost.toDecimalPlaces(20).toFixed(),
      quantity: quantity.toFixed(),
    })),
    expected.after,
  );
});

test('a sale can name its lots', (t) => {
  const book = new LotBook('fifo');
  for (const [index, cost] of [100, 200, 300].entries()) book.add({ id: `lot-${index}`, acquiredAt: index, quantity: d(1), cost: d(cost) });
  t.deepEqual(book.take(d(2), ['lot-2', 'lot-0']).map(shown), [
    ['1', '300.00'],
    ['1', '100.00'],
  ]);
  t.throws(() => book.take(d(1), ['lot-2']), { instanceOf: NotEnoughUnits });
});

test('a split changes quantities and no cost; an unknown cost stays unknown', (t) => {
  const book = new LotBook('fifo');
  book.add({ id: 'a', acquiredAt: 1, quantity: d(3), cost: d(90) });
  book.split(d(2));
  t.deepEqual([book.quantity.toFixed(), (book.cost as Decimal).toFixed()], ['6', '90']);
  t.deepEqual(
    book.moveCost(d('0.1')).map(({ cost }) => cost?.toFixed()),
    ['9'],
  );
  t.is((book.cost as Decimal).toFixed(), '81');
  book.add({ id: 'b', acquiredAt: 2, quantity: d(1), cost: null });
  t.is(book.cost, null);
  t.deepEqual(
    book.take(d(7)).map(({ cost }) => cost?.toFixed()),
    ['81', undefined],
  );
});

test('taken and open lots sum to what was bought, and all methods agree on the total of realized and unrealized gains', (t) => {
  const event = fc.record({ buys: fc.boolean(), units: fc.integer({ min: 1, max: 10_000 }), cents: fc.integer({ min: 1, max: 100_000 }) });
  const property = fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (raw) => {
    let held = 0;
    const events: LotEvent[] = raw.flatMap(({ buys, units, cents }) => {
      if (!buys && held === 0) return [];
      const quantity = buys ? units : Math.min(units, held);
      held += buys ? quantity : -quantity;
      return [{ type: buys ? ('BUY' as const) : ('SELL' as const), quantity: String(quantity / 1_000), amount: String(cents / 100) }];
    });
    const bought = events.filter(({ type }) => type === 'BUY').reduce((sum, { amount }) => sum.plus(amount ?? 0), zero);
    const gains = lotMethods.map((method) => {
      const { book, realized } = run(method, events);
      const sold = events.filter(({ type }) => type === 'SELL').reduce((sum, { amount }) => sum.plus(amount ?? 0), zero);
      // What was bought is either sold or still there.
      t.true(
        bought
          .minus(sold.minus(realized))
          .minus(book.cost as Decimal)
          .abs()
          .lt('1e-25'),
      );
      t.true(book.open.every(({ quantity, cost }) => quantity.gt(0) && (cost as Decimal).gte('-1e-25')));
      return realized.plus(book.quantity.times(7)).minus(book.cost as Decimal);
    });
    return gains.every((gain) =>
      gain
        .minus(gains[0] as Decimal)
        .abs()
        .lt('1e-25'),
    );
  });
  t.notThrows(() => fc.assert(property, { numRuns: 60 }));
});
