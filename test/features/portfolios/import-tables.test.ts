import test from 'ava';
import { issuesOf, pick, readerFor } from './read-import.js';

const read = readerFor('EUR');

test('tables of brokers: titles, totals, signs before the currency and types of several languages', (t) => {
  const french =
    'Relevé\nCompte: 1\nDate;Operation;ISIN;Quantite;Cours;Montant;Frais;Devise\n15/01/2024;Achat;FR0000120271;3;58,20;"174,60";0,99;EUR\n16/01/2024;Prélèvement;;;;-20,00;;EUR\nTotal: "154,60"\n';
  const file = read(french);
  t.like(file, {
    format: 'table',
    delimiter: ';',
    decimalSign: ',',
    dateOrder: 'dmy',
    rows: 2,
    ignored: 1,
    issues: [],
  });
  t.deepEqual(pick(file.entries, 'row', 'type', 'quantity', 'price', 'amount', 'fee'), [
    [4, 'buy', '3', '58.2', null, '0.99'],
    [5, 'withdrawal', null, null, '20', '0'],
  ]);
  const american =
    '"Date","Action","Symbol","Quantity","Price","Fees & Comm","Amount"\n"04/27/2023","Buy","BND","45","$73.7789","","-$3320.05"\n"04/28/2023","MoneyLink Transfer","","","","","-$980.65"\n';
  t.deepEqual(pick(read(american).entries, 'tradedAt', 'type', 'amount'), [
    ['2023-04-27T00:00:00.000Z', 'buy', '3320.05'],
    ['2023-04-28T00:00:00.000Z', 'withdrawal', '980.65'],
  ]);
});

test('a field is read from its first column that is not empty', (t) => {
  const file = read(
    'Symbol,Date,Time,Type,Shares,Per Share Cost,Price,Trade Date,Fees,Commission,Currency\nKO,,16:00,Buy,2,60.5,,2024-03-04,0.5,1,USD\nKO,,16:00,Sell,1,61,,2024-03-05,,,USD\n',
  );
  t.deepEqual(issuesOf(file), []);
  t.deepEqual(pick(file.entries, 'tradedAt', 'quantity', 'price', 'fee'), [
    ['2024-03-04T00:00:00.000Z', '2', '60.5', '1.5'],
    ['2024-03-05T00:00:00.000Z', '1', '61', '0'],
  ]);
  t.is(file.labels.date, 'Trade Date');
  const both = read(
    'Date,Trade Date,Type,Amount,Currency\n2024-05-01,2024-03-04,Deposit,1,USD\n2024-05-01,2024-03-05,Deposit,1,USD\n',
  );
  t.is(both.entries[0]?.tradedAt, '2024-03-04T00:00:00.000Z');
  const named = read('Date,Trade Date,Type,Amount,Currency\n2024-05-01,2024-03-04,Deposit,1,USD\n', {
    columns: { date: 'Date' },
  });
  t.is(named.entries[0]?.tradedAt, '2024-05-01T00:00:00.000Z');
  const timed = read('Date,Time,Type,Amount,Currency\n2024-05-01,16:00,Deposit,1,USD\n');
  t.is(timed.entries[0]?.tradedAt, '2024-05-01T16:00:00.000Z');
  const missing = read('Date,Type,Amount,Currency,Day of trade\n,Deposit,1,USD,2024-03-04\n');
  t.deepEqual(issuesOf(missing), [[2, 'Date', 'required']]);
  t.regex(missing.issues[0]?.detail ?? '', /`column=date:…`/);
  t.deepEqual(
    issuesOf(
      read('Date,Type,Amount,Currency,Day of trade\n,Deposit,1,USD,2024-03-04\n', {
        columns: { date: 'Day of trade' },
      }),
    ),
    [],
  );
});

test('the headers of brokers are known, and commissions are added to other fees', (t) => {
  const tables: Array<[string, string]> = [
    [
      'Trade Date,Transaction Type,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees',
      '2024-03-04,Buy,KO,2,60.5,-121,1.5',
    ],
    [
      'TransactionDate,TransactionType,Symbol,Quantity,Price,Commission,Amount',
      '2024-03-04,Bought,KO,2,60.5,1.5,-122.5',
    ],
    [
      'Run Date,Action,Symbol,Quantity,Price ($),Commission ($),Fees ($),Amount ($)',
      '2024-03-04,Bought,KO,2,60.5,1,0.5,-122.5',
    ],
    ['Date,Ticker,Type,Quantity,Price per share,Total Amount,Fee', '2024-03-04,KO,BUY - MARKET,2,60.5,121,1.5'],
    ['Activity Date,Trans Code,Symbol,Quantity,Price,Amount,Fees', '2024-03-04,Buy,KO,2,60.5,-121,1.5'],
    ['Trade Date,Instrument Code,Transaction Type,Quantity,Price,Brokerage', '2024-03-04,KO,Buy,2,60.5,1.5'],
    ['Date,Action,Ticker,No. of shares,Price / share,Costs', '2024-03-04,Market buy,KO,2,60.5,1.5'],
    ['Date,Type,Symbol,Quantity,Unit Cost,Fee,Commission', '2024-03-04,Buy,KO,2,60.5,,1.5'],
  ];
  for (const [header, row] of tables) {
    const file = read(`${header}\n${row}\n`);
    t.deepEqual(
      [issuesOf(file), pick(file.entries, 'type', 'quantity', 'price', 'fee')],
      [[], [['buy', '2', '60.5', '1.5']]],
      header,
    );
    t.is(file.instruments[0]?.symbol, 'KO', header);
  }
  const named = read('Date,Type,Symbol,Quantity,Price,Commission,Charge\n2024-03-04,Buy,KO,2,60.5,1.5,9\n', {
    columns: { fee: 'Charge' },
  });
  t.is(named.entries[0]?.fee, '9', 'a named column of fees is all of them');
});

test('an amount that a table does not contain is quantity times price', (t) => {
  const file = read(
    'date,type,quantity,price,amount,currency\n2024-05-01,interest,10,1.5,,USD\n2024-05-02,interest,10,1.5,0,USD\n2024-05-03,interest,10,1.5,4,USD\n',
  );
  t.deepEqual(pick(file.entries, 'type', 'amount'), [
    ['interest', '15'],
    ['interest', '15'],
    ['interest', '4'],
  ]);
});
