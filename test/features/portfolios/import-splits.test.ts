import test from 'ava';
import type { ImportEntry, ReadFile } from '../../../src/features/portfolios/import/file/import-entry.js';
import { issuesOf, readerFor } from './read-import.js';

const read = readerFor('USD');
const splitsOf = ({ entries }: ReadFile) =>
  entries.filter(({ type }: ImportEntry) => type === 'split').map(({ quantity }) => quantity);

/** Reads a file with a purchase of some units in January, and these rows of March. */
const after = (units: number | string, ...rows: string[]) =>
  read(
    [
      'Date,Type,Symbol,Quantity,Price,Currency,Description',
      `2026-01-04,Buy,AAPL,${units},100,USD,`,
      ...rows.map((row) => `2026-03-04,${row}`),
    ].join('\n'),
  );

test('the ratio of a split is read from its quantity, type or description', (t) => {
  const ratios: Array<[string, string]> = [
    ['Stock Split,AAPL,4:1,,USD,', '4'],
    ['Stock Split,AAPL,4-for-1,,USD,', '4'],
    ['Split,AAPL,4 for 1,,USD,', '4'],
    ['Split,AAPL,3/2,,USD,', '1.5'],
    ['Split,AAPL,1:10,,USD,', '0.1'],
    ['Split,AAPL,1-for-3,,USD,', '0.333333333333333333'],
    ['Reverse Split,AAPL,1:10,,USD,', '0.1'],
    ['Reverse Split,AAPL,10:1,,USD,', '0.1'],
    ['Reverse Stock Split,AAPL,10 for 1,,USD,', '0.1'],
    ['Aktiensplit,AAPL,1:4,,USD,', '4'],
    ['Aktiensplit,AAPL,4 zu 1,,USD,', '4'],
    ['Stock Split 4:1,AAPL,30,,USD,', '4'],
    ['Stock Split,AAPL,30,,USD,APPLE INC 4 FOR 1 FORWARD SPLIT', '4'],
    ['Stock Split,AAPL,30,,USD,Split ratio 4:1 at 14.30', '4'],
    ['Stock Split,AAPL,9,,USD,1 FOR 10 REVERSE SPLIT', '0.1'],
  ];
  for (const [row, ratio] of ratios) {
    const file = after(10, row);
    t.deepEqual([issuesOf(file), splitsOf(file)], [[], [ratio]], row);
  }
  const comma = read(
    'Datum;Typ;Symbol;Anzahl;Kurs;Währung\n04.03.2026;Aktiensplit;SAP;1,5:1;;EUR\n05.03.2026;Kauf;SAP;1;10,5;EUR\n',
  );
  t.deepEqual([issuesOf(comma), splitsOf(comma)], [[], ['1.5']]);
});

test('a number of a split that may be a ratio, added units or a new total is rejected with row and column', (t) => {
  for (const quantity of ['30', '4', '3', '40', '2', '0', ''])
    t.deepEqual(issuesOf(after(10, `Stock Split,AAPL,${quantity},,USD,`)), [
      [3, 'Quantity', quantity === '0' || quantity === '' ? 'required' : 'invalid_value'],
    ]);
  for (const quantity of ['1:1', '0:1', '4:0', '4:1:2'])
    t.deepEqual(
      issuesOf(after(10, `Stock Split,AAPL,${quantity},,USD,`)).map(([row, column]) => [row, column]),
      [[3, 'Quantity']],
      quantity,
    );
  t.deepEqual(
    issuesOf(after(10, 'Stock Split,MSFT,0.1,,USD,')),
    [[3, 'Quantity', 'invalid_value']],
    'nothing is known to be held',
  );
  t.deepEqual(
    issuesOf(after(10, 'Stock Split,AAPL,30,,USD,at 14:30 of 4/3')),
    [[3, 'Quantity', 'invalid_value']],
    'a time is no ratio',
  );
});

test('a number of a split is accepted if the units of the file allow only one ratio', (t) => {
  const ratios: Array<[number, string, string]> = [
    [100, 'Reverse Split,AAPL,-90,,USD,', '0.1'],
    [100, 'Stock Split,AAPL,-90,,USD,', '0.1'],
    [100, 'Stock Split,AAPL,0.1,,USD,', '0.1'],
    [100, 'Stock Split,AAPL,1.5,,USD,', '1.5'],
    [1_000, 'Stock Split,AAPL,4,,USD,', '4'],
    [100, 'Reverse Split,AAPL,10,,USD,', '0.1'],
  ];
  for (const [units, row, ratio] of ratios) {
    const file = after(units, row);
    t.deepEqual([issuesOf(file), splitsOf(file)], [[], [ratio]], row);
  }
  t.deepEqual(
    issuesOf(after(95, 'Stock Split,AAPL,-90.5,,USD,')),
    [[3, 'Quantity', 'invalid_value']],
    'no usual ratio',
  );
  t.deepEqual(
    issuesOf(after(100, 'Stock Split,AAPL,-100,,USD,')),
    [[3, 'Quantity', 'invalid_value']],
    'nothing is left',
  );
  t.deepEqual(
    issuesOf(after(100, 'Buy,AAPL,5,1,USD,', 'Stock Split,AAPL,-90,,USD,')),
    [[4, 'Quantity', 'invalid_value']],
    'the order of the day is open',
  );
  t.deepEqual(splitsOf(after(50, 'Transfer In,AAPL,50,,USD,', 'Stock Split,AAPL,4:1,,USD,')), ['4']);
});

test('the units before a split result from earlier purchases, sales, transfers and splits, in any order of the rows', (t) => {
  const rows = [
    '2026-01-01,Buy,AAPL,60,100,USD',
    '2026-01-02,Transfer In,AAPL,20,,USD',
    '2026-01-03,Transfer Out,AAPL,-5,,USD',
    '2026-01-04,Sell,AAPL,-25,100,USD',
    '2026-01-05,Split,AAPL,2:1,,USD',
    '2026-03-01,Reverse Split,AAPL,-90,,USD',
    '2026-04-01,Buy,AAPL,7,100,USD',
  ];
  for (const ordered of [rows, rows.toReversed()]) {
    const file = read(['Date,Type,Symbol,Quantity,Price,Currency', ...ordered].join('\n'));
    t.deepEqual(issuesOf(file), []);
    t.deepEqual(splitsOf(file).toSorted(), ['0.1', '2']);
  }
});

test('a row that removes the old units and one that adds the new ones are one split', (t) => {
  const file = after(10, 'Stock Split,AAPL,-10,,USD,', 'Stock Split,AAPL,40,,USD,');
  t.like(file, { issues: [], ignored: 1, rows: 2 });
  t.deepEqual(splitsOf(file), ['4']);
  t.deepEqual(splitsOf(after(100, 'Reverse Split,AAPL,10,,USD,', 'Reverse Split,AAPL,-100,,USD,')), ['0.1']);
});

test('a column of ratios may contain single numbers, and may be given by the caller', (t) => {
  const file = read(
    'Date,Type,Symbol,Quantity,Split Ratio,Currency\n2026-03-04,Split,AAPL,30,4,USD\n2026-03-05,Reverse Split,MSFT,,10,USD\n',
  );
  t.deepEqual([issuesOf(file), splitsOf(file)], [[], ['4', '0.1']]);
  const named = read('Date,Type,Symbol,Quantity,Currency\n2026-03-04,Split,AAPL,4,USD\n2026-03-05,Buy,MSFT,2,USD\n', {
    columns: { ratio: 'Quantity' },
  });
  t.deepEqual(splitsOf(named), ['4']);
  t.deepEqual(issuesOf(read('Date,Type,Symbol,Ratio,Currency\n2026-03-04,Split,AAPL,1,USD\n')), [
    [2, 'Ratio', 'invalid_value'],
  ]);
});

test('a split that a file repeats for each account is recorded once', (t) => {
  const row = (day: string, account: string) => `${day},Split,AAPL,4:1,USD,${account}`;
  const file = read(
    [
      'Date,Type,Symbol,Quantity,Currency,Account',
      row('2026-03-04', 'one'),
      row('2026-03-04', 'two'),
      row('2027-03-04', 'one'),
    ].join('\n'),
  );
  t.like(file, { issues: [], ignored: 1, rows: 2 });
  t.deepEqual(splitsOf(file), ['4', '4']);
});

const action = (attributes: string) =>
  `<CorporateAction currency="USD" symbol="KO" isin="US1912161007" reportDate="20240501" ${attributes}/>`;
const statement = (...records: string[]) =>
  `<FlexStatement accountId="U1"><CorporateActions>${records.join('')}</CorporateActions></FlexStatement>`;
const flex = (count: number, ...statements: string[]) =>
  read(
    `<FlexQueryResponse><FlexStatements count="${count}">${statements.join('')}</FlexStatements></FlexQueryResponse>`,
  );

test('Interactive Brokers: a reverse split may have one record, and a split in two accounts is one', (t) => {
  const reverse = 'description="KO(US1912161007) SPLIT 1 FOR 10 (KO, COCA-COLA, US1912161007)"';
  t.deepEqual(splitsOf(flex(1, statement(action(`quantity="-90" ${reverse}`)))), ['0.1']);
  const both = flex(
    1,
    statement(action(`quantity="-100" ${reverse.replace('(KO, C', '(KO.OLD, C')}`), action(`quantity="10" ${reverse}`)),
  );
  t.deepEqual(splitsOf(both), ['0.1']);
  t.like(both, { ignored: 1, rows: 1 });
  const forward = 'description="KO(US1912161007) SPLIT 3 FOR 1 (KO, COCA-COLA, US1912161007)"';
  const accounts = flex(
    2,
    statement(action(`quantity="20" transactionID="1" ${forward}`)),
    statement(action(`quantity="8" transactionID="2" ${forward}`)),
  );
  t.deepEqual(splitsOf(accounts), ['3']);
  t.deepEqual(issuesOf(flex(1, statement(action(`quantity="20" ${forward.replace('3 FOR 1', '1 FOR 1')}`)))), [
    [1, 'description', 'invalid_value'],
  ]);
});

test('Interactive Brokers: a report with another number of statements than it declares is read with a warning; a truncated file is rejected', (t) => {
  const content = statement(
    action('quantity="20" description="KO(US1912161007) SPLIT 3 FOR 1 (KO, COCA-COLA, US1912161007)"'),
  );
  t.is(flex(1, content).warnings?.length, 0);
  for (const [count, statements] of [
    [2, [content]],
    [1, [content, statement()]],
  ] as const) {
    const file = flex(count, ...statements);
    t.deepEqual([splitsOf(file), file.warnings?.map(({ code }) => code)], [['3'], ['statement_count']]);
  }
  t.throws(() => read(`<FlexQueryResponse><FlexStatements count="2">${content}<FlexStatement accountId="U2">`), {
    message: /well-formed/,
  });
});
