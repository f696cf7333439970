import test from 'ava';
import fc from 'fast-check';
import type { ImportEntry } from '../../../src/features/portfolios/import/file/import-entry.js';
import { finishRows } from '../../../src/features/portfolios/import/finish-rows.js';
import { Decimal } from '../../../src/features/portfolios/lots/decimal.js';
import { chunksOf, issuesOf, pick, readerFor } from './read-import.js';

const read = readerFor('USD');
const table = (...rows: string[]) =>
  read(['Date,Type,Symbol,Quantity,Price,Amount,Fee,Tax,Currency', ...rows.map((row) => `${row},USD`)].join('\n'));

/** Returns the cash that the rules of the ledger give. */
function cashOf(entries: readonly ImportEntry[]): string {
  let cash = new Decimal(0);
  for (const { type, quantity, price, amount, fee, tax } of entries) {
    const gross = new Decimal(amount ?? new Decimal(quantity ?? 0).times(price ?? 0));
    const sign = ['buy', 'fee', 'tax', 'withdrawal'].includes(type)
      ? -1
      : ['split'].includes(type) || (type === 'transfer' && quantity !== null)
        ? 0
        : 1;
    cash = cash.plus(gross.times(sign)).minus(fee).minus(tax);
  }
  return cash.toFixed();
}

test('the tax of a reversed dividend is refunded, whichever sign the column of taxes has', (t) => {
  for (const [cost, refund] of [
    ['-6', '6'],
    ['6', '-6'],
  ]) {
    const file = table(`2026-03-03,Dividend,AAPL,,,40,,${cost}`, `2026-03-04,Dividend,AAPL,,,-40,,${refund}`);
    t.deepEqual(issuesOf(file), []);
    t.deepEqual(pick(file.entries, 'type', 'amount', 'tax'), [
      ['dividend', '40', '6'],
      ['interest', '-40', '-6'],
    ]);
    t.is(cashOf(file.entries), '0');
    const alone = table(`2026-03-04,Dividend,AAPL,,,-40,,${refund}`);
    t.deepEqual(pick(alone.entries, 'amount', 'tax'), [['-40', '-6']], 'also without the dividend');
    t.deepEqual(issuesOf(table(`2026-03-03,Dividend,AAPL,,,40,,${cost}`, `2026-03-04,Dividend,AAPL,,,-40,,${cost}`)), [
      [3, 'Tax', 'invalid_value'],
    ]);
  }
});

test('a fee with another sign than most is rejected, and so are all fees if both signs are equally frequent, unless the amounts show what was paid', (t) => {
  for (const sign of [1, -1]) {
    const rows = [
      `2026-03-03,Buy,AAPL,1,100,,${sign},`,
      `2026-03-04,Buy,AAPL,2,100,,${sign},`,
      `2026-03-05,Dividend,AAPL,,,7,,${sign}`,
      `2026-03-06,Dividend,AAPL,,,7,,${sign}`,
    ];
    t.deepEqual(issuesOf(table(...rows, `2026-03-07,Sell,AAPL,1,100,,${-sign * 0.25},`)), [
      [6, 'Fee', 'invalid_value'],
    ]);
    t.deepEqual(issuesOf(table(...rows, `2026-03-07,Dividend,AAPL,,,9,,${-sign * 2}`)), [[6, 'Tax', 'invalid_value']]);
    const shown = table(...rows, `2026-03-07,Sell,AAPL,1,100,100.25,${-sign * 0.25},`);
    t.deepEqual([issuesOf(shown), pick(shown.entries, 'fee').at(-1)], [[], ['-0.25']], 'its own amount shows a rebate');
    // Amounts that include the costs show the meaning of the column, also for rows without an amount.
    const known = table(`2026-03-03,Buy,AAPL,1,100,-101,${sign},`, `2026-03-05,Sell,AAPL,1,100,,${-sign * 0.25},`);
    t.deepEqual([issuesOf(known), pick(known.entries, 'fee')], [[], [['1'], ['-0.25']]]);
  }
  const contradictory = table(
    '2026-03-03,Buy,AAPL,1,100,-101,1,',
    '2026-03-04,Buy,AAPL,1,100,-101,-1,',
    '2026-03-05,Buy,AAPL,1,100,,1,',
  );
  t.deepEqual(issuesOf(contradictory), [[4, 'Fee', 'invalid_value']]);
  t.deepEqual(pick(contradictory.entries, 'fee'), [['1'], ['1']]);
  t.deepEqual(issuesOf(table('2026-03-03,Buy,AAPL,1,100,,-1,', '2026-03-04,Buy,AAPL,2,100,,1,')), [
    [2, 'Fee', 'invalid_value'],
    [3, 'Fee', 'invalid_value'],
  ]);
  const proven = table('2026-03-03,Buy,AAPL,1,100,-101,-1,', '2026-03-04,Buy,AAPL,2,100,-199,1,');
  t.deepEqual([issuesOf(proven), pick(proven.entries, 'fee')], [[], [['1'], ['-1']]]);
  const rebates = table('2026-03-03,Buy,AAPL,1,100,-99.5,-0.5,', '2026-03-04,Sell,AAPL,1,100,100.5,-0.5,');
  t.deepEqual(pick(rebates.entries, 'fee'), [['-0.5'], ['-0.5']]);
});

test('fees and taxes in rows of their own are refunds if their sign is not that of outgoing money', (t) => {
  const signed = table('2026-03-03,Withdrawal,,,,-20,,', '2026-03-03,Fee,,,,-5,,', '2026-03-04,Fee,,,,5,,');
  t.deepEqual(pick(signed.entries, 'type', 'amount'), [
    ['withdrawal', '20'],
    ['fee', '5'],
    ['interest', '5'],
  ]);
  const contradictory = table(
    '2026-03-03,Withdrawal,,,,-20,,',
    '2026-03-03,Fee,,,,-5,,',
    '2026-03-04,Fee,,,,5,,',
    '2026-03-05,Tax,,,,3,,',
  );
  t.deepEqual(
    issuesOf(contradictory),
    [
      [3, 'Amount', 'invalid_value'],
      [4, 'Amount', 'invalid_value'],
    ],
    'the withdrawal and the tax have different signs, so neither decides',
  );
  t.deepEqual(pick(contradictory.entries, 'type', 'amount'), [
    ['withdrawal', '20'],
    ['interest', '3'],
  ]);
  const unsigned = table('2026-03-03,Withdrawal,,,,20,,', '2026-03-03,Fee,,,,5,,', '2026-03-04,Fee,,,,-5,,');
  t.deepEqual(pick(unsigned.entries, 'type', 'amount'), [
    ['withdrawal', '20'],
    ['fee', '5'],
    ['interest', '5'],
  ]);
  const products = table(
    '2026-03-03,Withdrawal,,,,-20,,',
    '2026-03-03,Buy,AAPL,1,100,,,',
    '2026-03-03,Transfer Out,AAPL,1,100,,,',
    '2026-03-04,Fee,,,,5,,',
  );
  t.deepEqual(pick(products.entries, 'type').at(-1), ['interest'], 'products have no sign');
  const mixed = table('2026-03-03,Buy,AAPL,1,100,100,,', '2026-03-03,Fee,,,,-5,,');
  t.deepEqual(
    pick(mixed.entries, 'type', 'amount').at(-1),
    ['fee', '5'],
    'amounts of trades without signs say nothing about fees',
  );
  t.deepEqual(issuesOf(table('2026-03-03,Fee,,,,-5,,', '2026-03-04,Fee,,,,4,,')), [
    [2, 'Amount', 'invalid_value'],
    [3, 'Amount', 'invalid_value'],
  ]);
});

test('bookings of one type that cancel each other out have ambiguous signs, if no other row decides', (t) => {
  for (const [type, amount] of [
    ['Withdrawal', 500],
    ['Fee', 5],
    ['Tax', 3],
  ] as const)
    for (const first of [amount, -amount]) {
      const rows = [`2026-03-03,${type},,,,${first},,`, `2026-03-04,${type},,,,${-first},,`];
      t.deepEqual(
        issuesOf(table(...rows)),
        [
          [2, 'Amount', 'invalid_value'],
          [3, 'Amount', 'invalid_value'],
        ],
        rows.join(),
      );
    }
  const decided = table('2026-03-02,Buy,AAPL,1,100,-100,,', '2026-03-03,Fee,,,,-5,,', '2026-03-04,Fee,,,,5,,');
  t.deepEqual(pick(decided.entries, 'type').slice(1), [['fee'], ['interest']]);
});

test('money with another sign than most of its kind is rejected unless it reverses an earlier booking', (t) => {
  for (const [type, back] of [
    ['Withdrawal', 'deposit'],
    ['Fee', 'interest'],
    ['Tax', 'interest'],
    ['Interest Charge', 'interest'],
  ] as const) {
    const rows = [5, 6, 7].map((amount) => `2026-03-03,${type},,,,${amount},,`);
    for (const row of [`2026-03-05,${type},,,,-4,,`, `2026-03-02,${type},,,,-5,,`])
      t.deepEqual(issuesOf(table(...rows, row)), [[5, 'Amount', 'invalid_value']], row);
    const reversed = table(...rows, `2026-03-04,${type},,,,-5,,`);
    t.deepEqual([issuesOf(reversed), pick(reversed.entries, 'type').at(-1)], [[], [back]]);
    t.deepEqual(issuesOf(table(...rows, `2026-03-04,${type},,,,-5,,`, `2026-03-05,${type},,,,-5,,`)), [
      [6, 'Amount', 'invalid_value'],
    ]);
  }
  t.deepEqual(issuesOf(table('2026-03-03,Deposit,,,,50,,', '2026-03-04,Deposit,,,,-40,,')), [
    [3, 'Amount', 'invalid_value'],
  ]);
  // Purchases are negative, so amounts have the sign of the cash, and a negative deposit has left the account.
  const signed = table('2026-03-02,Buy,AAPL,1,100,-100,,', '2026-03-03,Deposit,,,,50,,', '2026-03-04,Deposit,,,,-40,,');
  t.deepEqual(pick(signed.entries, 'type').slice(1), [['deposit'], ['withdrawal']]);
  const mostly = ['2026-03-03,Withdrawal,,,,5,,', '2026-03-04,Withdrawal,,,,6,,', '2026-03-05,Withdrawal,,,,-7,,'];
  t.deepEqual(
    issuesOf(table('2026-03-02,Buy,AAPL,1,100,-100,,', ...mostly)).map(([row]) => row),
    [3, 4, 5],
    'most withdrawals contradict the purchase',
  );
});

test('outgoing units with another sign than most are rejected', (t) => {
  const out = (quantity: number) => `2026-03-03,Transfer Out,AAPL,${quantity},,,,`;
  t.deepEqual(issuesOf(table(out(-1), out(-2), out(3))), [[4, 'Quantity', 'invalid_value']]);
  t.deepEqual(issuesOf(table(out(-1), out(3))).length, 2);
  t.deepEqual(issuesOf(table(out(1), out(2))), []);
});

test('a negative deposit with an equal one before is a withdrawal; a single one is rejected', (t) => {
  const returned = table('2026-03-03,Deposit,,,,50,,', '2026-03-04,Deposit,,,,-50,,');
  t.deepEqual(pick(returned.entries, 'type', 'amount'), [
    ['deposit', '50'],
    ['withdrawal', '50'],
  ]);
  t.deepEqual(issuesOf(table('2026-03-04,Deposit,,,,-50,,')), [[2, 'Amount', 'invalid_value']]);
});

test('a purchase with a negative quantity cancels an equal one, and both are left out; a single one is rejected', (t) => {
  const file = table(
    '2026-03-03,Buy,AAPL,10,100,-1000,-1,',
    '2026-03-03,Buy,AAPL,10,100,-1000,-1,',
    '2026-03-04,Buy,AAPL,-10,100,1000,1,',
  );
  t.like(file, { issues: [], rows: 1, ignored: 2 });
  t.is(file.entries.length, 1);
  const unmatched = [
    ['2026-03-03,Buy,AAPL,10,100,,,', '2026-03-04,Buy,AAPL,-9,100,,,'],
    ['2026-03-03,Buy,AAPL,10,100,,,', '2026-03-04,Buy,AAPL,-10,101,,,'],
    ['2026-03-03,Buy,AAPL,10,100,,,', '2026-03-04,Buy,MSFT,-10,100,,,'],
    ['2026-03-03,Buy,AAPL,10,100,,1,', '2026-03-04,Buy,AAPL,-10,100,,1,'],
    ['2026-03-05,Buy,AAPL,10,100,,,', '2026-03-04,Buy,AAPL,-10,100,,,'],
    ['2026-03-03,Deposit,,,,1,,', '2026-03-04,Buy,AAPL,-10,100,,,'],
  ];
  for (const rows of unmatched)
    t.deepEqual(issuesOf(table(...rows)), [[3, 'Quantity', 'unmatched_cancellation']], rows.join());
});

test('sales have the sign of most sales of the file, and one with the other sign cancels a sale', (t) => {
  for (const sign of [1, -1]) {
    const rows = ['2026-03-03', '2026-03-04', '2026-03-05'].map(
      (day, index) => `${day},Sell,AAPL,${sign * (5 + index)},100,,,`,
    );
    t.deepEqual(pick(table(...rows).entries, 'type', 'quantity'), [
      ['sell', '5'],
      ['sell', '6'],
      ['sell', '7'],
    ]);
    const cancelled = table(...rows, `2026-03-06,Sell,AAPL,${-sign * 7},100,,,`);
    t.like(cancelled, { issues: [], ignored: 2 });
    t.deepEqual(issuesOf(table(...rows, `2026-03-06,Sell,AAPL,${-sign * 8},100,,,`)), [
      [5, 'Quantity', 'unmatched_cancellation'],
    ]);
    t.like(table(rows[0] as string, `2026-03-06,Sell,AAPL,${-sign * 5},100,,,`), {
      issues: [],
      ignored: 2,
      entries: [],
    });
    t.deepEqual(issuesOf(table(rows[0] as string, `2026-03-06,Sell,AAPL,${-sign * 8},100,,,`)), [
      [2, 'Quantity', 'invalid_value'],
      [3, 'Quantity', 'invalid_value'],
    ]);
  }
});

test('signs of prices, amounts and units that contradict the type are rejected with row and column', (t) => {
  const faults: Array<[string[], unknown[]]> = [
    [['2026-03-03,Buy,AAPL,10,-100,,,'], [2, 'Price', 'invalid_value']],
    [['2026-03-03,Sell,AAPL,10,-100,,,'], [2, 'Price', 'invalid_value']],
    [['2026-03-03,Buy,AAPL,-10,-100,,,'], [2, 'Price', 'invalid_value']],
    [['2026-03-03,Dividend,AAPL,-10,0.5,5,,'], [2, 'Quantity', 'invalid_value']],
    [['2026-03-03,Dividend,AAPL,10,-0.5,5,,'], [2, 'Price', 'invalid_value']],
    [['2026-03-03,Transfer In,AAPL,-10,,,,'], [2, 'Quantity', 'invalid_value']],
    [
      ['2026-03-03,Buy,AAPL,1,100,-100,,', '2026-03-03,Buy,AAPL,2,100,-200,,', '2026-03-04,Buy,AAPL,3,100,300,,'],
      [4, 'Amount', 'invalid_value'],
    ],
  ];
  for (const [rows, issue] of faults) t.deepEqual(issuesOf(table(...rows)), [issue], rows.join());
  const reversed = table(
    '2026-03-03,Dividend,AAPL,10,-0.5,,,',
    '2026-03-03,Interest,,1,-2,,,',
    '2026-03-03,Transfer Out,AAPL,-3,,,,',
  );
  t.deepEqual(pick(reversed.entries, 'type', 'quantity', 'amount'), [
    ['interest', null, '-5'],
    ['interest', null, '-2'],
    ['transfer', '-3', null],
  ]);
});

interface Step {
  kind: 'buy' | 'sell' | 'dividend' | 'fee' | 'withdrawal' | 'deposit';
  units: number;
  price: number;
  fee: number;
  isCancelled: boolean;
}

const ledger = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Step['kind']>('buy', 'sell', 'dividend', 'fee', 'withdrawal', 'deposit'),
      units: fc.integer({ min: 1, max: 500 }),
      price: fc.integer({ min: 1, max: 90 }),
      fee: fc.integer({ min: 0, max: 5 }),
      isCancelled: fc.boolean(),
    }),
    { maxLength: 15 },
  )
  // One entry of each kind is always present, because the signs of the file are recognized from them.
  .map((steps): Step[] => [
    ...(['buy', 'sell', 'dividend', 'fee', 'withdrawal', 'deposit'] as const).map((kind) => ({
      kind,
      units: 1,
      price: 1,
      fee: 1,
      isCancelled: false,
    })),
    ...steps,
  ]);
const conventions = fc.record({
  signedUnits: fc.boolean(),
  signedCash: fc.boolean(),
  negativeFees: fc.boolean(),
  newestFirst: fc.boolean(),
});

test('a ledger gives the same holdings and cash with any convention of signs, with and without cancellations', (t) => {
  fc.assert(
    fc.property(ledger, conventions, (steps, { signedUnits, signedCash, negativeFees, newestFirst }) => {
      const rows: string[] = [];
      let [units, cash] = [0, 0];
      for (const [index, { kind, units: count, price, fee, isCancelled }] of steps.entries()) {
        const isTrade = kind === 'buy' || kind === 'sell';
        const direction = ['buy', 'fee', 'withdrawal'].includes(kind) ? -1 : 1;
        const cost = isTrade || kind === 'dividend' ? fee : 0;
        const value = isTrade ? count * price : count;
        if (!isCancelled) {
          cash += direction * value - cost;
          units += kind === 'buy' ? count : kind === 'sell' ? -count : 0;
        }
        const row = (sign: 1 | -1) =>
          [
            ...[`2026-01-${String(index + 1).padStart(2, '0')}`, kind, isTrade || kind === 'dividend' ? 'AAPL' : ''],
            ...(isTrade ? [sign * count * (kind === 'sell' && signedUnits ? -1 : 1), price] : ['', '']),
            ...[sign * value * (signedCash ? direction : 1), sign * cost * (negativeFees ? -1 : 1), '', 'USD'],
          ].join();
        rows.push(row(1));
        if (isCancelled) rows.push(row(-1));
      }
      const ordered = newestFirst ? rows.toReversed() : rows;
      const file = read(['Date,Type,Symbol,Quantity,Price,Amount,Fee,Tax,Currency', ...ordered].join('\n'));
      t.deepEqual(file.issues, [], ordered.join('\n'));
      t.is(file.entries.length + file.ignored, rows.length);
      t.is(cashOf(file.entries), String(cash), ordered.join('\n'));
      const held = file.entries.reduce(
        (sum, { type, quantity }) => sum + Number(quantity) * (type === 'buy' ? 1 : type === 'sell' ? -1 : 0),
        0,
      );
      t.is(held, units);
    }),
    { numRuns: 300 },
  );
});

test('issues are the first ones by row, including those that only all rows together show', (t) => {
  const rows = Array.from({ length: 2_500 }, () => '2026-03-03,gift,AAPL,1,1,,,');
  const file = table('2026-03-03,Buy,AAPL,-10,100,,,', ...rows);
  t.is(file.rejected, 2_501);
  t.deepEqual(issuesOf(file).slice(0, 2), [
    [2, 'Quantity', 'unmatched_cancellation'],
    [3, 'Type', 'unknown_type'],
  ]);
});

test('negative fees and taxes are valid in the ledger', (t) => {
  const file = table('2025-03-03,Dividend,AAPL,,,40,,6', '2025-03-04,Dividend,AAPL,,,-40,,-6');
  const known = { cryptoAssets: new Set<string>(), renamings: new Map<string, number>(), now: Date.UTC(2026, 0, 1) };
  const resolved = [{ symbol: 'AAPL.US', currency: 'USD', firstDay: null }];
  const { labels, format } = file;
  t.like(finishRows({ ...known, chunks: chunksOf(file), labels, format, resolved, currency: null }), {
    rows: 2,
    rejected: 0,
  });
});
