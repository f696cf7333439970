import test from 'ava';
import type { ReadOptions } from '../../../src/features/portfolios/import/file/import-entry.js';
import { readFile } from '../../../src/features/portfolios/import/read-file.js';
import { UnreadableFile } from '../../../src/text/unreadable-file.js';
import { matchesRecording } from '../../support/recorded.js';

const options: ReadOptions = {
  format: null,
  encoding: null,
  delimiter: null,
  decimalSign: null,
  dateOrder: null,
  currency: null,
  baseCurrency: 'EUR',
  columns: {},
};

const FILES: Readonly<Record<string, string>> = {
  plain: `date,type,symbol,quantity,price,amount,currency,fee,tax,rate,note
2024-03-01,deposit,,,,10000,EUR,,,,
2024-03-04T10:30:00Z,buy,AAPL.US,10,170.5,,USD,1,0,0.92,first
2024-03-05,buy,SAP.XETRA,5,170,,EUR,2.5,,,
2024-04-02,sell,AAPL.US,4,175.25,,USD,1,3.2,0.93,
2024-05-16,dividend,AAPL.US,,,1.44,USD,,0.22,0.92,
2024-06-10,split,NVDA.US,10,,,USD,,,,
2024-07-01,fee,,,,12,EUR,,,,custody
2024-07-02,interest,,,,-3.5,EUR,,,,
2024-07-03,transfer,SAP.XETRA,-2,,,EUR,,,,
2024-08-01,withdrawal,,,,500,EUR,,,,
`,
  'Portfolio Performance': `Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,Ticker Symbol,Security Name,Note
2024-03-01T09:30,BUY,-211,EUR,,,,9,2,4,IE00B4L5Y983,,World ETF,
2024-03-02,SELL,"1,090.91",EUR,1250,USD,0.9091,20,25.465,5,US5949181045,MSFT,Microsoft,
2024-03-03,DIVIDENDS,17,EUR,,,,0,3,,IE00B4L5Y983,,World ETF,
2024-03-04,INTEREST_CHARGE,-4.5,EUR,,,,,,,,,,
2024-03-05,TAX_REFUND,7,EUR,,,,,,,,,,back
2024-03-06,DELIVERY_OUTBOUND,80,EUR,,,,,,2,IE00B4L5Y983,,World ETF,
2024-03-07,DEPOSIT,500,EUR,,,,,,,,,,
`,
  'Portfolio Performance in German': `Datum;Typ;Wert;Buchungswährung;Gebühren;Steuern;Stück;ISIN;Wertpapiername;Notiz
05.03.2024;Kauf;-1.211,50;EUR;9,50;2,00;4,5;IE00B4L5Y983;Welt;
06.03.2024;Einlage;500,00;EUR;;;;;;Sparplan
07.03.2024;Verkauf;300,25;EUR;1,00;0,00;1;IE00B4L5Y983;Welt;
08.03.2024;Dividende;12,00;EUR;;2,00;;IE00B4L5Y983;Welt;
`,
  'a table of a broker': `Trade Date;Action;Ticker;Shares;Price;Commission;Net Amount;Currency
03/04/2024;Buy;KO;10;60,50;1,00;-606,00;USD
03/15/2024;Sell;KO;4;61,00;1,00;243,00;USD
04/01/2024;Dividend;KO;;;;4,85;USD
04/02/2024;Deposit;;;;;1.000,00;USD
`,
  'Interactive Brokers': `<?xml version="1.0"?><FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1"><AccountInformation currency="EUR"/><Trades>
<Trade accountId="U1" assetCategory="STK" currency="USD" fxRateToBase="0.9" symbol="KO" isin="US1912161007" tradeDate="20240304" transactionType="ExchTrade" transactionID="1" dateTime="20240304;103000" quantity="10" tradePrice="60.5" proceeds="-605" ibCommission="-1" ibCommissionCurrency="USD" taxes="-0.5" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" assetCategory="STK" currency="USD" fxRateToBase="0.9" symbol="KO" isin="US1912161007" tradeDate="20240305" transactionType="ExchTrade" transactionID="2" quantity="-4" tradePrice="61" proceeds="244" ibCommission="-2" ibCommissionCurrency="EUR" levelOfDetail="EXECUTION"/>
<Trade assetCategory="CASH" currency="USD" symbol="EUR.USD" transactionID="5" tradeDate="20240305" quantity="-100" tradePrice="1.08" proceeds="108" ibCommission="-2" ibCommissionCurrency="EUR" levelOfDetail="EXECUTION"/>
</Trades><CashTransactions>
<CashTransaction type="Dividends" currency="USD" fxRateToBase="0.9" symbol="KO" isin="US1912161007" dateTime="20240401;202000" amount="4.85" transactionID="8" levelOfDetail="DETAIL" description="A"/>
<CashTransaction type="Withholding Tax" currency="USD" symbol="KO" dateTime="20240401" amount="-0.73" transactionID="9" levelOfDetail="DETAIL"/>
</CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`,
  Ghostfolio: JSON.stringify({
    meta: { version: '2' },
    activities: [
      {
        accountId: 'a',
        comment: 'one',
        date: '2024-03-04T10:00:00.000Z',
        fee: 1,
        quantity: 10,
        symbol: 'AAPL',
        type: 'BUY',
        unitPrice: 170.5,
        currency: 'USD',
        dataSource: 'YAHOO',
      },
      {
        accountId: 'a',
        comment: null,
        date: '2024-04-04T10:00:00.000Z',
        fee: 0,
        quantity: 4,
        symbol: 'AAPL',
        type: 'SELL',
        unitPrice: 175,
        currency: 'USD',
        dataSource: 'YAHOO',
      },
      {
        accountId: 'a',
        comment: null,
        date: '2024-05-04T10:00:00.000Z',
        fee: 0,
        quantity: 10,
        symbol: 'AAPL',
        type: 'DIVIDEND',
        unitPrice: 0.24,
        currency: 'USD',
        dataSource: 'YAHOO',
      },
      {
        accountId: 'a',
        comment: null,
        date: '2024-06-04T10:00:00.000Z',
        fee: 2,
        quantity: 1,
        symbol: 'Custody',
        type: 'FEE',
        unitPrice: 0,
        currency: 'EUR',
        dataSource: 'MANUAL',
      },
    ],
  }),
};

/** Returns copies of a file, each with one changed number or name. */
function changesOf(text: string): Array<[name: string, text: string]> {
  const changes: Array<[string, string]> = [['as it is', text]];
  const places = [...text.matchAll(/-?\d+(?:[.,]\d+)?(?![\w:-])|(?<=[;,"])[A-Za-z_]{3,}(?=[;,"=])/g)];
  for (const [index, { 0: found, index: at }] of places.entries()) {
    const put = (value: string) => text.slice(0, at) + value + text.slice(at + found.length);
    const name = `${index + 1} ${found}`;
    if (/^-/.test(found)) changes.push([`${name} without its sign`, put(found.slice(1))]);
    else if (/^\d/.test(found)) changes.push([`${name} negative`, put(`-${found}`)]);
    if (index % 2 === 0) changes.push([`${name} left out`, put('')]);
    if (index % 5 === 0) changes.push([`${name} wrong`, put('?')]);
  }
  const lines = text.trimEnd().split('\n');
  if (lines.length > 4) {
    changes.push(['rows in reverse', [lines[0], ...lines.slice(1).toReversed()].join('\n')]);
    changes.push(['rows twice', [...lines, ...lines.slice(1)].join('\n')]);
    changes.push(['a short row', `${lines.join('\n')}\n${(lines[1] as string).slice(0, 12)}`]);
  }
  changes.push(['in capitals', text.toUpperCase()], ['with CRLF', text.replaceAll('\n', '\r\n')]);
  return changes;
}

function read(text: string, more: Partial<ReadOptions> = {}): unknown {
  try {
    const { entries, issues, format, rows, ignored, ...rest } = readFile(Buffer.from(text), { ...options, ...more });
    const fields = [
      'tradedAt',
      'type',
      'quantity',
      'price',
      'amount',
      'currency',
      'fee',
      'tax',
      'rate',
      'note',
    ] as const;
    return [
      `${format} ${rows} ${ignored} ${rest.decimalSign} ${rest.encoding}`,
      issues.map(({ row, column, code }) => `${row} ${column} ${code}`),
      entries.map((entry) => fields.map((field) => entry[field] ?? '').join(' ')),
    ];
  } catch (error) {
    if (error instanceof UnreadableFile) return [error.message, error.row, error.column];
    throw error;
  }
}

/** Returns only the parts of a result that differ from the result of the unchanged file. */
function difference(base: unknown, other: unknown): unknown {
  if (!Array.isArray(base) || !Array.isArray(other) || !Array.isArray(other[2])) return other;
  const [, , entries] = base as [unknown, unknown, string[]];
  return [other[0], other[1], (other[2] as string[]).filter((entry) => !entries.includes(entry)), other[2].length];
}

test('files of transactions, and files with one change, are read as recorded', (t) => {
  const rows = new Map<string, unknown>();
  for (const [name, text] of Object.entries(FILES)) {
    const base = read(text);
    for (const [change, changed] of changesOf(text))
      rows.set(`${name}: ${change}`, change === 'as it is' ? base : difference(base, read(changed)));
    for (const more of [
      { currency: 'CHF' },
      { decimalSign: ',' as const },
      { dateOrder: 'dmy' as const },
      { format: 'plain' as const },
    ])
      rows.set(`${name}: ${JSON.stringify(more)}`, difference(base, read(text, more)));
  }
  matchesRecording(t, 'import-files', rows);
});
