import test from 'ava';
import fc from 'fast-check';
import { Decimal, zero } from '../../../src/features/portfolios/lots/decimal.js';
import {
  type Lot,
  LotBook,
  type LotMethod,
  lotMethods,
  NotEnoughUnits,
} from '../../../src/features/portfolios/lots/lot-book.js';
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

/** Runs purchases and sales. Fees are part of the amounts paid and received. */
function run(method: LotMethod, events: readonly LotEvent[]) {
  const book = new LotBook(method);
  let realized = zero;
  const after = events.map(({ type, quantity, price, unitPrice, amount, fee = '0' }, index) => {
    const gross = amount === undefined ? d(quantity).times(price ?? unitPrice ?? 0) : d(amount);
    if (type === 'BUY')
      book.add({ id: String(index), acquiredAt: index, quantity: d(quantity), cost: gross.plus(fee) });
    const sold = type === 'SELL' ? book.take(d(quantity)) : [];
    const gain = sold.reduce((sum, { cost }) => sum.minus(cost ?? 0), gross.minus(fee));
    if (type === 'SELL') realized = realized.plus(gain);
    return { realizedGain: type === 'SELL' ? gain : null, totalCost: book.cost as Decimal, quantity: book.quantity };
  });
  return { book, realized, after };
}

for (const { name, input, expected } of cases.filter(({ input: { sales } }) => sales !== undefined))
  test(`lots are used as in ${name}`, (t) => {
    const book = new LotBook(input.method.toLowerCase());
    for (const [index, { quantity, unitCost, date }] of input.lots.entries())
      book.add({
        id: String(index),
        acquiredAt: date === undefined ? index : Date.parse(date),
        quantity: d(quantity),
        cost: d(quantity).times(unitCost),
      });
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
    const wanted = (lots: Array<{ quantity: string; unitCost: string }>) =>
      lots.map(({ quantity, unitCost }) => [quantity, unitCost]);
    t.deepEqual(taken.map(shown), wanted(expected.consumed));
    return t.deepEqual(book.open.map(shown).sort(), wanted(expected.remaining).sort());
  });

test('fees of purchases increase the cost and fees of sales reduce the proceeds, by every method', (t) => {
  const { input, expected } = cases.find(({ name }) => name === 'own-fees-in-cost-and-proceeds') as LotCase;
  for (const method of lotMethods) {
    const { book, realized } = run(method, input.events);
    t.is(realized.toFixed(), expected.realised[method.toUpperCase()]);
    t.is((book.cost as Decimal).toFixed(), expected.remainingCost[method.toUpperCase()]);
  }
});

test('the results of pp-fifo-and-average-1 by FIFO and average cost are exact to the cent', (t) => {
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

test('a holding that is sold in parts has no cost left after the last sale', (t) => {
  const { input, expected } = cases.find(({ name }) => name === 'pp-rounding-leaves-nothing') as LotCase;
  for (const method of lotMethods) {
    const { book, realized } = run(method, input.events);
    t.deepEqual(
      [book.quantity.toFixed(), (book.cost as Decimal).toFixed(), realized.toFixed(2)],
      [expected.quantity, expected.cost, expected.realised],
    );
    t.deepEqual(book.open, []);
  }
});

test('the average cost starts again after everything was sold', (t) => {
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
  for (const [index, cost] of [100, 200, 300].entries())
    book.add({ id: `lot-${index}`, acquiredAt: index, quantity: d(1), cost: d(cost) });
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

test('sold and open lots sum to the bought units, and all methods have the same total of realized and unrealized gains', (t) => {
  const event = fc.record({
    buys: fc.boolean(),
    units: fc.integer({ min: 1, max: 10_000 }),
    cents: fc.integer({ min: 1, max: 100_000 }),
  });
  const property = fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (raw) => {
    let held = 0;
    const events: LotEvent[] = raw.flatMap(({ buys, units, cents }) => {
      if (!buys && held === 0) return [];
      const quantity = buys ? units : Math.min(units, held);
      held += buys ? quantity : -quantity;
      return [
        {
          type: buys ? ('BUY' as const) : ('SELL' as const),
          quantity: String(quantity / 1_000),
          amount: String(cents / 100),
        },
      ];
    });
    const bought = events.filter(({ type }) => type === 'BUY').reduce((sum, { amount }) => sum.plus(amount ?? 0), zero);
    const gains = lotMethods.map((method) => {
      const { book, realized } = run(method, events);
      const sold = events
        .filter(({ type }) => type === 'SELL')
        .reduce((sum, { amount }) => sum.plus(amount ?? 0), zero);
      // Each purchased unit is either sold or still held.
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

test('sales use the same lots as a full search, after splits and with named lots', (t) => {
  const action = fc.record({
    kind: fc.constantFrom('buy', 'buy', 'buy', 'sell', 'sell', 'named', 'split'),
    units: fc.integer({ min: 1, max: 50 }),
    cents: fc.integer({ min: 1, max: 3_000 }),
  });
  const property = fc.property(
    fc.constantFrom(...lotMethods),
    fc.array(action, { minLength: 1, maxLength: 60 }),
    (method, actions) => {
      const book = new LotBook(method);
      const naive: Array<{ id: string; quantity: number; unitCost: number }> = [];
      for (const [index, { kind, units, cents }] of actions.entries()) {
        const held = naive.reduce((sum, { quantity }) => sum + quantity, 0);
        if (kind === 'buy') {
          book.add({ id: String(index), acquiredAt: index, quantity: d(units), cost: d(cents).times(units) });
          naive.push({ id: String(index), quantity: units, unitCost: cents });
        } else if (kind === 'split') {
          book.split(d(2));
          for (const lot of naive) [lot.quantity, lot.unitCost] = [lot.quantity * 2, lot.unitCost / 2];
        } else if (held > 0) {
          const chosen = kind === 'named' ? naive.slice(units % naive.length).slice(0, 1) : ordered(naive, method);
          const quantity = Math.min(
            units,
            chosen.reduce((sum, lot) => sum + lot.quantity, 0),
          );
          const average = naive.reduce((sum, lot) => sum + lot.quantity * lot.unitCost, 0) / held;
          const isAverage = method === 'average' && kind === 'sell';
          const wanted: Array<[id: string, quantity: number, cost: number]> = [];
          for (let [at, left] = [0, quantity]; left > 0; at += 1) {
            const lot = chosen[at] as (typeof naive)[number];
            const part = Math.min(left, lot.quantity);
            wanted.push([lot.id, part, part * (isAverage ? average : lot.unitCost)]);
            lot.quantity -= part;
            left -= part;
          }
          if (isAverage) for (const lot of naive) lot.unitCost = average;
          naive.splice(0, naive.length, ...naive.filter((lot) => lot.quantity > 0));
          const taken = book.take(d(quantity), kind === 'named' ? chosen.map(({ id }) => id) : undefined);
          t.deepEqual(
            taken.map((lot) => [lot.id, lot.quantity.toNumber()]),
            wanted.map(([id, part]) => [id, part]),
          );
          for (const [at, { cost }] of taken.entries())
            t.true(Math.abs((cost as Decimal).toNumber() - (wanted[at]?.[2] as number)) < 1e-6);
        }
        if (index % 7 === 0 || index === actions.length - 1) {
          const cost = naive.reduce((sum, lot) => sum + lot.quantity * lot.unitCost, 0);
          t.true(Math.abs((book.cost as Decimal).toNumber() - cost) < 1e-6);
          t.deepEqual(
            book.open.map(({ id, quantity }) => [id, quantity.toNumber()]),
            naive.map(({ id, quantity }) => [id, quantity]),
          );
          for (const [at, lot] of book.open.entries())
            t.true(
              Math.abs((lot.cost as Decimal).div(lot.quantity).toNumber() - (naive[at]?.unitCost as number)) < 1e-6,
            );
        }
      }
      return true;
    },
  );
  t.notThrows(() => fc.assert(property, { numRuns: 200 }));
});

function ordered<Own extends { unitCost: number }>(lots: Own[], method: LotMethod): Own[] {
  if (method === 'lifo') return lots.toReversed();
  return method === 'hifo' ? lots.toSorted((a, b) => b.unitCost - a.unitCost) : lots;
}
