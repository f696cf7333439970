import test from 'ava';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { importPlace, pointersOf } from './import-place.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_PORTFOLIO_LIMIT: '500', SVC_RATE_LIMIT: '100000' } });
});
test.after.always(() => service.close());

const place = (ada?: TestClient) => importPlace(service, ada);

test('encodings, delimiters, numbers, dates and columns are recognized or can be given', async (t) => {
  const table = 'Datum;Typ;Symbol;Anzahl;Kurs;Gebühren;Währung\n31.01.2025;Kauf;SAP.XETRA;1.000;1.234,5;9,90;EUR\n';
  const files: Array<[Uint8Array, string, string]> = [
    [Buffer.from(table), '', 'utf-8'],
    [Buffer.from(`\ufeff${table}`), '', 'utf-8'],
    [Buffer.from(table, 'latin1'), '', 'windows-1252'],
    [Buffer.from(`\ufeff${table}`, 'utf16le'), '', 'utf-16le'],
    [Buffer.from(table, 'utf16le').swap16(), '?encoding=utf-16be', 'utf-16be'],
    [Buffer.from(table.replaceAll(';', '\t')), '', 'utf-8'],
    [
      Buffer.from(table.replace('Kurs', 'Was es kostete').replace('Typ', 'Vorfall')),
      '?column=price:Was es kostete&column=type:%232',
      'utf-8',
    ],
  ];
  const { ada } = await place();
  for (const [file, query, encoding] of files) {
    const { send, stored } = await place(ada);
    const { json, text } = await send(file, query);
    t.is(json.encoding, encoding, text);
    t.like(json, { format: 'table', decimalSign: 'comma', dateOrder: 'dmy' });
    t.deepEqual(await stored('type', 'tradedAt', 'symbol', 'quantity', 'price', 'fee'), [
      ['buy', '2025-01-31T00:00:00.000Z', 'SAP.XETRA', '1000', '1234.5', '9.9'],
    ]);
  }
});

test('symbols and ISINs of other systems become ours, and the caller may give them', async (t) => {
  const { send, stored } = await place();
  const rows = [
    'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note',
    '02/01/2025,BTCUSD,YAHOO,USD,90000,0.5,buy,1,',
    '03/01/2025,SAP.DE,YAHOO,EUR,230,2,buy,1,',
    '04/01/2025,BRK.B,YAHOO,USD,450,1,buy,1,',
    '05/01/2025,US0378331005,YAHOO,USD,240,1,buy,1,',
    '06/01/2025,Garden Shed,MANUAL,USD,500,1,buy,0,',
    '07/01/2025,Opening Fee,MANUAL,USD,0,0,fee,49,',
  ].join('\n');
  const unknown = await send(rows);
  t.deepEqual([unknown.status, pointersOf(unknown)], [422, ['/6/Code']]);
  const { json, text } = await send(rows, '?symbol=garden+shed:GLD.US');
  t.truthy(json.instruments, text);
  t.deepEqual(
    json.instruments.map(({ symbol }: { symbol: string }) => symbol),
    ['BTC-USD.CC', 'SAP.XETRA', 'BRK-B.US', 'AAPL.US', 'GLD.US'],
  );
  t.deepEqual((await stored('type', 'fee', 'note')).at(-1), ['fee', '49', 'Opening Fee']);
});

test('`currency` finds the tickers of rows without a currency, and their listings', async (t) => {
  const { ada } = await place();
  const files: Array<[string, string, string[], string?]> = [
    [
      'Date,Type,Symbol,Quantity,Price\n2025-01-03,Buy,NVDA,10,140\n2025-01-03,Buy,BRK.B,1,450\n',
      '?currency=USD',
      ['NVDA.US', 'BRK-B.US'],
    ],
    ['Date,Type,Symbol,Quantity,Price\n2025-01-03,Buy,SAP,10,240\n', '?currency=EUR', ['SAP.XETRA']],
    ['Date,Type,Symbol,Quantity,Price\n2025-01-03,Buy,AZN,10,10500\n', '?currency=GBX', ['AZN.LSE']],
    [
      'Date,Code,Action,Quantity,Price,Currency\n03/01/2025,NVDA,buy,10,140,\n04/01/2025,NVDA,buy,10,140,USD\n',
      '?currency=USD',
      ['NVDA.US'],
    ],
    [
      '{"activities":[{"type":"BUY","symbol":"NVDA","date":"2025-01-03","quantity":1,"unitPrice":140,"fee":0}]}',
      '?currency=USD',
      ['NVDA.US'],
      'application/json',
    ],
    [
      'Date,Type,Value,Transaction Currency,Shares,Ticker Symbol\n2025-01-03,BUY,-140,,1,NVDA\n',
      '?currency=USD&fileFormat=portfolio_performance',
      ['NVDA.US'],
    ],
    [
      '<FlexQueryResponse><FlexStatements count="1"><FlexStatement><Trades><Trade assetCategory="STK" symbol="NVDA" tradeDate="20250103" quantity="1" ' +
        'tradePrice="140" transactionID="1"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>',
      '?currency=USD',
      ['NVDA.US'],
      'application/xml',
    ],
  ];
  for (const [file, query, symbols, type] of files) {
    const { send } = await place(ada);
    const { json, text } = await send(file, query, type);
    t.deepEqual(
      json.instruments?.map(({ symbol }: { symbol: string }) => symbol),
      symbols,
      text,
    );
  }
  const { send } = await place(ada);
  const unnamed = await send(files[0]?.[0] as string);
  t.deepEqual([unnamed.status, pointersOf(unnamed)], [422, ['/2/Symbol', '/2/currency', '/3/Symbol', '/3/currency']]);
});

test('a split with an ambiguous number makes the whole file fail, as the dry run reports, and nothing is stored', async (t) => {
  const { send, stored } = await place();
  const of = (split: string) =>
    `Date,Type,Symbol,Quantity,Price,Currency\n2026-01-05,Buy,AAPL,10,100,USD\n2026-03-04,Stock Split,AAPL,${split},,USD\n2026-03-05,Buy,AAPL,-1,100,USD\n`;
  const refused = await send(of('30'));
  t.deepEqual([refused.status, pointersOf(refused)], [422, ['/3/Quantity', '/4/Quantity']]);
  const { issues, accepted } = (await send(of('30'), '?dryRun=true')).json;
  t.false(accepted);
  t.deepEqual(
    issues.map(({ rowNumber, column, code }: Record<string, unknown>) => [rowNumber, column, code]),
    [
      [3, 'Quantity', 'invalid_value'],
      [4, 'Quantity', 'unmatched_cancellation'],
    ],
  );
  t.deepEqual(await stored('type'), []);
  t.like((await send(of('4:1').replace(',-1,', ',1,'))).json, { addedCount: 3 });
  t.deepEqual(await stored('type', 'quantity'), [
    ['buy', '10'],
    ['split', '4'],
    ['buy', '1'],
  ]);
});

test('a Flex report with another number of statements than it declares is imported with a warning', async (t) => {
  const { send } = await place();
  const report =
    '<FlexQueryResponse><FlexStatements count="2"><FlexStatement><CashTransactions><CashTransaction type="Deposits/Withdrawals" currency="USD" dateTime="20250103" ' +
    'amount="50" transactionID="1"/></CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>';
  const { json } = await send(report, '', 'application/xml');
  t.like(json, { addedCount: 1, issues: [] });
  t.deepEqual(
    json.warnings.map(({ code }: { code: string }) => code),
    ['statement_count'],
  );
  t.deepEqual((await send(report.replace('"2"', '"1"'), '', 'application/xml')).json.warnings, []);
});
