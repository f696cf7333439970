import test from 'ava';
import type { ReadFile } from '../../../src/features/portfolios/import/file/import-entry.js';
import { finishRows } from '../../../src/features/portfolios/import/finish-rows.js';
import { chunksOf, issuesOf, pick, readerFor } from './read-import.js';

const read = readerFor('EUR');

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
      chunks: chunksOf(one),
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
      chunks: chunksOf(one),
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
