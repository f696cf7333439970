import test from 'ava';
import type { ImportEntry, ReadFile, ReadOptions } from '../../../src/features/portfolios/import/file/import-entry.js';
import { finishRows } from '../../../src/features/portfolios/import/finish-rows.js';
import { readFile } from '../../../src/features/portfolios/import/read-file.js';
import { symbolCandidates } from '../../../src/features/portfolios/import/symbol-candidates.js';
import { readDate } from '../../../src/features/portfolios/import/text/date-style.js';
import { readNumber } from '../../../src/features/portfolios/import/text/number-style.js';

const options: ReadOptions = {
  ...{
    format: null,
    encoding: null,
    delimiter: null,
    decimalSign: null,
    dateOrder: null,
    currency: null,
    baseCurrency: 'EUR',
    columns: {},
  },
};
const read = (text: string, changes: Partial<ReadOptions> = {}): ReadFile =>
  readFile(Buffer.from(text), { ...options, ...changes });
const pick = (entries: readonly ImportEntry[], ...fields: Array<keyof ImportEntry>) =>
  entries.map((entry) => fields.map((field) => entry[field]));
const issuesOf = ({ issues }: ReadFile) => issues.map(({ row, column, code }) => [row, column, code]);

test('numbers with a decimal comma or point, separators, currencies and exponents are exact; mixtures are rejected', (t) => {
  const value = (text: string, sign: '.' | ',') => {
    const found = readNumber(text, sign);
    return 'value' in found ? found.value : found.fault;
  };
  const comma = {
    '123': '123',
    '123,45': '123.45',
    '1.345,12': '1345.12',
    "1'345,12": '1345.12',
    '  1 234,56  ': '1234.56',
    '1,98E-6': '0.00000198',
    ',42': '0.42',
  };
  for (const [text, expected] of Object.entries(comma)) t.is(value(text, ','), expected, text);
  const point = {
    '-$3320.05': '-3320.05',
    '1,574.04': '1574.04',
    '0.223214000': '0.223214',
    '+5': '5',
    '-0.00': '0',
    '1\u202f234.5 €': '1234.5',
    'EUR 12.5': '12.5',
    '007': '7',
  };
  for (const [text, expected] of Object.entries(point)) t.is(value(text, '.'), expected, text);
  for (const text of [
    '.42',
    '1,234.56',
    '  1 234.56  ',
    '1.23,4',
    'abc',
    '',
    '--5',
    '1,2,3',
    '5%',
    '0x10',
    '1e',
    'NaN',
    'Infinity',
  ])
    t.is(value(text, ','), 'invalid_number', text);
  for (const text of ['1e400', '9'.repeat(21), `0.${'1'.repeat(19)}`, '1e-19', '1'.repeat(300)])
    t.is(value(text, '.'), 'too_many_digits', text);
  t.is(value(`${'9'.repeat(20)}.${'9'.repeat(18)}`, '.'), `${'9'.repeat(20)}.${'9'.repeat(18)}`);
});

test('dates are real days with a year of four digits, and the written calendar day is kept', (t) => {
  const dmy = { order: 'dmy', shifts: false } as const;
  const days = {
    '31.01.2025': '2025-01-31T00:00:00.000Z',
    '31/1/2025 23:30': '2025-01-31T23:30:00.000Z',
    '20230403;095853': '2023-04-03T09:58:53.000Z',
    '2025-01-31T23:30:00-05:00': '2025-01-31T23:30:00.000Z',
    '2026-03-06T10:24:44.069415Z': '2026-03-06T10:24:44.069Z',
    '20240229': '2024-02-29T00:00:00.000Z',
  };
  for (const [text, expected] of Object.entries(days)) t.is(readDate(text, dmy), expected, text);
  for (const text of ['20250229', '16/09/21', '2025-13-01', '0000-01-01', '2025-01-01T24:00', '1/2.2025'])
    t.is(readDate(text, dmy), undefined, text);
  t.is(readDate('04/17/2023 as of 04/15/2023', { order: 'mdy', shifts: false }), '2023-04-17T00:00:00.000Z');
  t.is(readDate('2025-01-31T23:30:00-05:00', { order: null, shifts: true }), '2025-02-01T04:30:00.000Z');
  t.is(readDate('31.01.2025', { order: null, shifts: false }), undefined);
});

test('Portfolio Performance: the value is the amount that the account pays or receives, in English and in German', (t) => {
  const english = [
    'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,Ticker Symbol,Security Name,Note',
    '2024-03-01T09:30,BUY,-211,EUR,,,,9,2,4,IE00B4L5Y983,,World ETF,',
    '2024-03-02,SELL,"1,090.91",EUR,1250,USD,0.9091,20,25.465,5,US5949181045,MSFT,Microsoft,',
    '2024-03-03,DIVIDENDS,17,EUR,,,,0,3,,IE00B4L5Y983,,World ETF,',
    '2024-03-04,INTEREST_CHARGE,-4.5,EUR,,,,,,,,,,',
    '2024-03-05,TAX_REFUND,7,EUR,,,,,,,,,,back',
    '2024-03-06,DELIVERY_OUTBOUND,80,EUR,,,,,,2,IE00B4L5Y983,,World ETF,',
  ].join('\r\n');
  const file = read(english);
  t.like(file, { format: 'portfolio_performance', issues: [], rows: 6, decimalSign: '.' });
  t.deepEqual(pick(file.entries, 'type', 'quantity', 'amount', 'currency', 'fee', 'tax', 'rate'), [
    ['buy', '4', '200', 'EUR', '9', '2', null],
    ['sell', '5', '1250', 'USD', '21.9997800022', '28.011219887801', '0.9091'],
    ['dividend', null, '20', 'EUR', '0', '3', null],
    ['interest', null, '-4.5', 'EUR', '0', '0', null],
    ['interest', null, '7', 'EUR', '0', '0', null],
    ['transfer', '-2', null, 'EUR', '0', '0', null],
  ]);
  const german =
    'Datum;Typ;Wert;Buchungswährung;Gebühren;Steuern;Stück;ISIN;Wertpapiername;Notiz\n05.03.2024;Kauf;-1.211,50;EUR;9,50;2,00;4,5;IE00B4L5Y983;Welt;\n06.03.2024;Einlage;500,00;EUR;;;;;;Sparplan\n';
  t.deepEqual(pick(read(german).entries, 'type', 'quantity', 'amount', 'fee', 'note'), [
    ['buy', '4.5', '1200', '9.5', null],
    ['deposit', null, '500', '0', 'Sparplan'],
  ]);
  t.deepEqual(issuesOf(read(german.replace('Einlage', 'Spende').replace('-1.211,50', '-8,50'))), [
    [2, 'Wert', 'invalid_value'],
    [3, 'Typ', 'unknown_type'],
  ]);
});

const trade = (attributes: string) =>
  `<Trade accountId="U1" assetCategory="STK" currency="USD" fxRateToBase="0.9" symbol="KO" isin="US1912161007" tradeDate="20240304" transactionType="ExchTrade" ${attributes}/>`;
const statement = (content: string) =>
  `<?xml version="1.0"?><FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1"><AccountInformation currency="EUR"/>${content}</FlexStatement></FlexStatements></FlexQueryResponse>`;

test('Interactive Brokers: trades, commissions, exchanges, cancellations and splits', (t) => {
  const file = read(
    statement(
      `<Trades>${[
        trade(
          'transactionID="1" dateTime="20240304;103000" quantity="10" tradePrice="60.5" proceeds="-605" ibCommission="-1" ibCommissionCurrency="USD" taxes="-0.5" levelOfDetail="EXECUTION"',
        ),
        trade(
          'transactionID="2" quantity="-4" tradePrice="61" proceeds="244" ibCommission="-2" ibCommissionCurrency="EUR" levelOfDetail="EXECUTION"',
        ),
        trade(
          'transactionID="" quantity="6" tradePrice="60.75" proceeds="-364.5" ibCommission="-3" levelOfDetail="ORDER"',
        ),
        trade(
          'transactionID="3" quantity="7" tradePrice="59" ibCommission="0.1" levelOfDetail="EXECUTION" buySell="BUY"',
        ),
        trade(
          'transactionID="4" quantity="-7" tradePrice="59" transactionType="TradeCancel" levelOfDetail="EXECUTION" buySell="BUY (Ca.)"',
        ).replace('transactionType="ExchTrade" ', ''),
        '<Trade assetCategory="CASH" currency="USD" symbol="EUR.USD" transactionID="5" tradeDate="20240305" quantity="-100" tradePrice="1.08" proceeds="108" ibCommission="-2" ibCommissionCurrency="EUR" levelOfDetail="EXECUTION"/>',
        '<Trade assetCategory="OPT" currency="USD" symbol="KO 240315C" transactionID="6" tradeDate="20240305" quantity="1" tradePrice="2" levelOfDetail="EXECUTION"/>',
        '<Trade assetCategory="STK" currency="USD" symbol="KO" transactionID="7" tradeDate="20240306" quantity="-3" tradePrice="50" transactionType="TradeCancel" levelOfDetail="EXECUTION"/>',
      ].join('')}</Trades><CashTransactions>${[
        '<CashTransaction type="Dividends" currency="USD" fxRateToBase="0.9" symbol="KO" isin="US1912161007" dateTime="20240401;202000" amount="4.85" transactionID="8" levelOfDetail="DETAIL" description="A &amp; B"/>',
        '<CashTransaction type="Dividends" currency="USD" symbol="KO" dateTime="20240401" amount="4.85" levelOfDetail="SUMMARY"/>',
        '<CashTransaction type="Withholding Tax" currency="USD" symbol="KO" dateTime="20240401" amount="0.73" transactionID="9" levelOfDetail="DETAIL"/>',
        '<CashTransaction type="Deposits &amp; Withdrawals" currency="EUR" symbol="" dateTime="20240402" amount="-50" transactionID="10" levelOfDetail="DETAIL"/>',
      ].join('')}</CashTransactions><CorporateActions>
      <CorporateAction currency="USD" symbol="KO" isin="US1912161007" reportDate="20240501" quantity="12" description="KO(US1912161007) SPLIT 3 FOR 1 (KO, COCA-COLA, US1912161007)"/>
      <CorporateAction currency="USD" symbol="KO" reportDate="20240601" quantity="5" description="KO SPINOFF 1 FOR 2"/></CorporateActions>`,
    ),
  );
  t.like(file, { format: 'interactive_brokers', ignored: 4 });
  t.deepEqual(
    pick(
      file.entries,
      'type',
      'tradedAt',
      'quantity',
      'price',
      'amount',
      'currency',
      'fee',
      'tax',
      'rate',
      'externalId',
    ),
    [
      ['buy', '2024-03-04T10:30:00.000Z', '10', '60.5', null, 'USD', '1', '0.5', '0.9', '1'],
      ['sell', '2024-03-04T00:00:00.000Z', '4', '61', null, 'USD', '0', '0', '0.9', '2'],
      ['fee', '2024-03-04T00:00:00.000Z', null, null, '2', 'EUR', '0', '0', null, '2/fee'],
      ['transfer', '2024-03-05T00:00:00.000Z', null, null, '-100', 'EUR', '0', '0', null, '5'],
      ['transfer', '2024-03-05T00:00:00.000Z', null, null, '108', 'USD', '0', '0', null, '5/exchange'],
      ['fee', '2024-03-05T00:00:00.000Z', null, null, '2', 'EUR', '0', '0', null, '5/fee'],
      ['dividend', '2024-04-01T20:20:00.000Z', null, null, '4.85', 'USD', '0', '0', '0.9', '8'],
      ['interest', '2024-04-01T00:00:00.000Z', null, null, '0.73', 'USD', '0', '0', null, '9'],
      ['withdrawal', '2024-04-02T00:00:00.000Z', null, null, '50', 'EUR', '0', '0', null, '10'],
      ['split', '2024-05-01T00:00:00.000Z', '3', null, null, 'USD', '0', '0', null, null],
    ],
  );
  t.is(file.entries[6]?.note, 'A & B');
  t.deepEqual(
    issuesOf(file).map(([, column, code]) => [column, code]),
    [
      ['assetCategory', 'unsupported'],
      ['transactionType', 'unmatched_cancellation'],
      ['type', 'unsupported'],
    ],
  );
});

test('Interactive Brokers as CSV: each section has headers of its own', (t) => {
  const file = read(
    [
      '"ClientAccountID","CurrencyPrimary","AssetClass","Symbol","ISIN","TradeDate","DateTime","Quantity","TradePrice","IBCommission","IBCommissionCurrency","Buy/Sell","TransactionID"',
      '"U1","USD","STK","KO","US1912161007","20240304","20240304;103000","10","60.5","-1","USD","BUY","1"',
      '"ClientAccountID","CurrencyPrimary","FXRateToBase","Symbol","Date/Time","Amount","Type","TransactionID"',
      '"U1","USD","1","KO","20240401;202000","4.85","Dividends","2"',
    ].join('\n'),
  );
  t.like(file, { format: 'interactive_brokers', rows: 2, ignored: 1, issues: [] });
  t.deepEqual(pick(file.entries, 'row', 'type', 'tradedAt', 'amount', 'fee', 'externalId'), [
    [2, 'buy', '2024-03-04T10:30:00.000Z', null, '1', '1'],
    [4, 'dividend', '2024-04-01T20:20:00.000Z', '4.85', '0', '2'],
  ]);
});

test('Ghostfolio: dates begin with the day, JSON numbers keep their digits, and dates before 1970 are rejected', (t) => {
  const csv = read(
    'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee\n03/04/2024,KO,YAHOO,USD,60.5,-2,sell,-1\n03/04/24,KO,YAHOO,USD,60.5,2,buy,0\n',
    {
      format: null,
    },
  );
  t.deepEqual(pick(csv.entries, 'tradedAt', 'type', 'quantity', 'fee'), [
    ['2024-04-03T00:00:00.000Z', 'sell', '2', '1'],
  ]);
  t.deepEqual(issuesOf(csv), [[3, 'Date', 'invalid_date']]);
  const json = read(
    '{"meta":{"version":"x"},"activities":[{"type":"BUY","symbol":"KO","date":"2024-01-02T00:00:00.000Z","quantity":0.123456789012345678,"unitPrice":1e2,"fee":0,"currency":"USD"},' +
      '{"type":"BUY","symbol":"KO","date":"1969-12-31","quantity":1,"unitPrice":1,"fee":0,"currency":"USD"},{"type":"BUY","symbol":{},"date":"2024-01-02","currency":"USD"},7]}',
  );
  t.deepEqual(pick(json.entries, 'quantity', 'price'), [['0.123456789012345678', '100']]);
  t.deepEqual(issuesOf(json), [
    [2, 'date', 'invalid_date'],
    [3, 'symbol', 'invalid_value'],
    [4, null, 'invalid_value'],
  ]);
});

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

const known = { cryptoAssets: new Set<string>(), renamings: new Map<string, number>(), now: Date.UTC(2026, 0, 1) };

test('entries of one record are kept or rejected together, and a file with its newest entry first is reversed', (t) => {
  const file = read(
    statement(
      '<Trades><Trade assetCategory="CASH" currency="XXQ" symbol="EUR.XXQ" transactionID="5" tradeDate="20240305" quantity="-100" tradePrice="1" proceeds="100"/></Trades>',
    ),
  );
  const finish = (one: ReadFile) =>
    finishRows({
      ...known,
      entries: one.entries,
      resolved: [],
      labels: one.labels,
      format: one.format,
      currency: null,
    });
  t.like(finish(file), { rows: 0, rejected: 1 });
  const newestFirst = finish(
    read('date,type,amount,currency\n2024-05-03,deposit,3,USD\n2024-05-02,deposit,2,USD\n2024-05-02,deposit,1,USD\n'),
  );
  t.deepEqual(
    JSON.parse(Buffer.from(newestFirst.chunks[0] as Uint8Array).toString()).map(
      ({ amount }: { amount: string }) => amount,
    ),
    ['1', '2', '3'],
  );
  t.deepEqual(
    newestFirst.preview.map(({ row }) => row),
    [2, 3, 4],
  );
});

test('prices in pence become pounds, in every format and spelling but `gbp`', (t) => {
  const fields = ['currency', 'price', 'amount', 'fee', 'tax', 'rate'] as const;
  const finish = (one: ReadFile, currency: string | null = null) => {
    const resolved = [{ symbol: 'AZN.LSE', currency: 'GBP', firstDay: null }];
    const { chunks, issues } = finishRows({
      ...known,
      entries: one.entries,
      resolved,
      labels: one.labels,
      format: one.format,
      currency,
    });
    t.deepEqual(issues, []);
    return JSON.parse(Buffer.from(chunks[0] ?? '[]').toString()).map((row: Record<string, string>) =>
      fields.map((field) => row[field] ?? null),
    );
  };
  const pounds = [['GBP', '105.125', null, '9.95', '0', null]];
  const tracker = (currency: string, price = '10512.5', fee = '995') =>
    read(
      `Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n01-09-2021,AZN.L,YAHOO,${currency},${price},2,buy,${fee},\n`,
    );
  t.is(tracker('GBp').format, 'ghostfolio');
  for (const spelling of ['GBp', 'GBX', 'gbx']) t.deepEqual(finish(tracker(spelling)), pounds, spelling);
  t.deepEqual(finish(tracker('gbp', '105.125', '9.95')), pounds);
  t.deepEqual(finish(tracker('', '10512.5', '995'), 'GBX'), pounds);
  t.is(tracker('GBX').instruments[0]?.currency, 'GBP');
  const plain =
    'type,tradedAt,symbol,quantity,price,amount,currency,fee,tax,rate\nbuy,2021-09-01,AZN.LSE,2,,21025,GBX,995,1,0.0116\n';
  t.deepEqual(finish(read(plain)), [['GBP', null, '210.25', '9.95', '0.01', '1.16']]);
  const german =
    'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN\n2021-09-01T00:00;Kauf;210,25;GBP;21.025,00;GBX;0,01;0,00;0,00;2;GB0009895292\n';
  t.deepEqual(finish(read(german, { baseCurrency: 'GBP' })), [['GBP', null, '210.25', '0', '0', '1']]);
});

test('tickers of other systems give candidates among our symbols', (t) => {
  const of = (symbol: string, currency: string | null) =>
    symbolCandidates({ symbol, isin: null, name: null, currency });
  t.true(of('BRK.B', 'USD').includes('BRK-B.US'));
  t.is(of('SAP.DE', 'EUR')[1], 'SAP.XETRA');
  t.is(of('BTCUSD', 'EUR')[0], 'BTC-EUR.CC');
  t.is(of('EURUSD=X', 'USD')[0], 'EURUSD.FOREX');
  t.is(of('^GSPC', null)[0], 'GSPC.INDX');
  t.deepEqual(of('Penthouse; DROP', 'USD'), []);
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
