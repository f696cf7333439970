import test from 'ava';
import { issuesOf, pick, readerFor } from './read-import.js';

const read = readerFor('USD');

test('Ghostfolio as JSON has the same signs as tables', (t) => {
  const activity = (type: string, quantity: number, fee: number, unitPrice = 100) => ({
    type,
    symbol: 'AAPL',
    date: '2026-03-03',
    quantity,
    unitPrice,
    fee,
    currency: 'USD',
  });
  const of = (...activities: unknown[]) => read(JSON.stringify({ activities }));
  t.like(of(activity('BUY', 10, 1), activity('BUY', -10, -1)), { ignored: 2, rows: 0, entries: [], issues: [] });
  t.deepEqual(issuesOf(of(activity('BUY', -10, 0))), [[1, 'quantity', 'unmatched_cancellation']]);
  // Ghostfolio stores fees without a sign, however many rows have another one.
  t.deepEqual(issuesOf(of(activity('BUY', 10, -1), activity('BUY', 11, -1))), [
    [1, 'fee', 'invalid_value'],
    [2, 'fee', 'invalid_value'],
  ]);
  t.deepEqual(issuesOf(of(activity('BUY', 10, 0, -100))), [[1, 'unitPrice', 'invalid_value']]);
  t.deepEqual(
    pick(of(activity('DIVIDEND', 10, 1), activity('DIVIDEND', 10, -1, -100)).entries, 'type', 'amount', 'fee'),
    [
      ['dividend', null, '1'],
      ['interest', '-1000', '-1'],
    ],
  );
});

const performance = (...rows: string[]) =>
  read(
    [
      'Date,Type,Value,Transaction Currency,Fees,Taxes,Shares,ISIN',
      ...rows.map((row) => `2026-03-03,${row},US0378331005`),
    ].join('\n'),
  );

test('Portfolio Performance: signs of costs and values mean the same in all rows', (t) => {
  const file = performance(
    'DIVIDENDS,34,USD,,6,',
    'DIVIDENDS,-34,USD,,-6,',
    'FEES,-5,USD,,,',
    'SELL,-1,USD,2,,1',
    'REMOVAL,-9,USD,,,',
  );
  t.deepEqual(issuesOf(file), []);
  t.deepEqual(pick(file.entries, 'type', 'amount', 'fee', 'tax'), [
    ['dividend', '40', '0', '6'],
    ['interest', '-40', '0', '-6'],
    ['fee', '5', '0', '0'],
    ['sell', '1', '2', '0'],
    ['withdrawal', '9', '0', '0'],
  ]);
  t.deepEqual(issuesOf(performance('BUY,-100,USD,,,1', 'BUY,-200,USD,,,2', 'BUY,100,USD,,,1')), [
    [4, 'Value', 'invalid_value'],
  ]);
  t.deepEqual(issuesOf(performance('BUY,-100,USD,,,-1')), [[2, 'Shares', 'invalid_value']]);
  t.deepEqual(issuesOf(performance('DEPOSIT,-100,USD,,,')), [[2, 'Value', 'invalid_value']]);
  // The format has types for refunds, so a sign never makes a fee or a deposit something else.
  for (const [rows, issue] of [
    [['REMOVAL,-9,USD,,,', 'FEES,-5,USD,,,', 'FEES,5,USD,,,'], 4],
    [['REMOVAL,-9,USD,,,', 'TAXES,5,USD,,,'], 3],
    [['DEPOSIT,9,USD,,,', 'DEPOSIT,-9,USD,,,'], 3],
    [['REMOVAL,-9,USD,,,', 'FEES_REFUND,-5,USD,,,'], 3],
    [['BUY,-101,USD,1,,1', 'BUY,-102,USD,1,,1', 'SELL,99,USD,-1,,1'], 4],
  ] as const)
    t.deepEqual(
      issuesOf(performance(...rows)).map(([row]) => row),
      [issue],
      rows.join(),
    );
});

const flex = (content: string, count = 1) =>
  read(
    `<FlexQueryResponse><FlexStatements count="${count}"><FlexStatement accountId="U1">${content}</FlexStatement></FlexStatements></FlexQueryResponse>`,
  );

test('Interactive Brokers: signs that contradict the side or direction of a record are rejected, and the sign gives the direction of transfers without one', (t) => {
  const trade = (attributes: string) =>
    flex(
      `<Trades><Trade assetCategory="STK" currency="USD" symbol="KO" tradeDate="20240304" transactionID="1" ${attributes}/></Trades>`,
    );
  for (const [side, quantity, isValid] of [
    ['BUY', 10, true],
    ['BUY', -10, false],
    ['SELL', -10, true],
    ['SELL', 10, false],
  ])
    t.deepEqual(
      issuesOf(trade(`buySell="${side}" quantity="${quantity}" tradePrice="60"`)),
      isValid ? [] : [[1, 'quantity', 'invalid_value']],
    );
  for (const [quantity, proceeds, count] of [
    [10, -600, 0],
    [10, 600, 1],
    [-10, -600, 1],
  ])
    t.is(issuesOf(trade(`quantity="${quantity}" tradePrice="60" proceeds="${proceeds}"`)).length, count as number);
  t.deepEqual(issuesOf(trade('quantity="1" tradePrice="-60"')), [[1, 'tradePrice', 'invalid_value']]);
  const transfer = (attributes: string) =>
    flex(
      `<Transfers><Transfer currency="USD" symbol="KO" date="20240304" transactionID="1" ${attributes}/></Transfers>`,
    );
  for (const [attributes, quantity, amount] of [
    ['direction="IN" assetCategory="STK" quantity="5"', '5', null],
    ['direction="OUT" assetCategory="STK" quantity="5"', '-5', null],
    ['direction="OUT" assetCategory="STK" quantity="-5"', '-5', null],
    ['assetCategory="STK" quantity="-5"', '-5', null],
    ['direction="OUT" assetCategory="CASH" quantity="0" cashTransfer="7"', null, '-7'],
    ['direction="OUT" assetCategory="CASH" cashTransfer="-7"', null, '-7'],
    ['direction="IN" assetCategory="CASH" cashTransfer="7"', null, '7'],
  ] as const)
    t.deepEqual(pick(transfer(attributes).entries, 'quantity', 'amount'), [[quantity, amount]], attributes);
  t.deepEqual(issuesOf(transfer('direction="IN" assetCategory="STK" quantity="-5"')), [
    [1, 'quantity', 'invalid_value'],
  ]);
  t.deepEqual(issuesOf(transfer('direction="IN" assetCategory="CASH" cashTransfer="-5"')), [
    [1, 'cashTransfer', 'invalid_value'],
  ]);
});
