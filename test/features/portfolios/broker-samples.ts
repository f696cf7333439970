import type { BrokerName } from '../../../src/features/portfolios/import/file/import-entry.js';

type Cell = string | null;
/** Type, day, symbol or ISIN, quantity, price, amount, currency, fee, tax. */
export type SampleEntry = [string, string, Cell, Cell, Cell, Cell, Cell, string, string];

/** Rows that were constructed from the true headers of each broker, and the entries that they mean. */
export const brokerSamples: Readonly<Record<BrokerName, { text: string; entries: SampleEntry[]; ignored?: number }>> = {
  schwab: {
    text: `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"05/02/2023","Sell","BND","BOND ETF","10","$73.40","$0.01","$733.99"
"04/27/2023","Buy","BND","BOND ETF","45","$73.78","","-$3320.10"
"04/20/2023","Qualified Dividend","SCHD","DIVIDEND ETF","","","","$18.40"
"04/18/2023","MoneyLink Transfer","","TRANSFER FROM BANK","","","","$7500.00"
`,
    entries: [
      ['sell', '2023-05-02', 'BND', '10', '73.4', null, 'USD', '0.01', '0'],
      ['buy', '2023-04-27', 'BND', '45', '73.78', null, 'USD', '0', '0'],
      ['dividend', '2023-04-20', 'SCHD', null, null, '18.4', 'USD', '0', '0'],
      ['deposit', '2023-04-18', null, null, null, '7500', 'USD', '0', '0'],
    ],
  },
  fidelity: {
    text: `Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date
03/14/2024,YOU BOUGHT KO COCA COLA CO,KO,COCA COLA CO,Cash,10,60.5,1.00,0.20,,-606.20,393.80,03/18/2024
03/28/2024,YOU SOLD KO COCA COLA CO,KO,COCA COLA CO,Cash,-4,61,,0.02,,243.98,637.78,04/01/2024
04/01/2024,DIVIDEND RECEIVED KO COCA COLA CO,KO,COCA COLA CO,Cash,0,,,,,2.91,640.69,
03/13/2024,ELECTRONIC FUNDS TRANSFER RECEIVED (CASH),,NO DESCRIPTION,Cash,0,,,,,1000,1000,
`,
    entries: [
      ['buy', '2024-03-14', 'KO', '10', '60.5', null, 'USD', '1.2', '0'],
      ['sell', '2024-03-28', 'KO', '4', '61', null, 'USD', '0.02', '0'],
      ['dividend', '2024-04-01', 'KO', null, null, '2.91', 'USD', '0', '0'],
      ['deposit', '2024-03-13', null, null, null, '1000', 'USD', '0', '0'],
    ],
  },
  vanguard: {
    text: `Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,
11111111,02/13/2024,02/15/2024,Buy,Buy,VANGUARD TOTAL STOCK MARKET ETF,VTI,2,245.10,-490.20,0.00,-490.20,0.00,CASH,
11111111,02/15/2024,02/15/2024,Sweep out,Sweep,VANGUARD FEDERAL MONEY MARKET FUND,,0,1.00,490.20,0.00,490.20,0.00,CASH,
11111111,03/25/2024,03/27/2024,Dividend,Dividend Received,VANGUARD TOTAL STOCK MARKET ETF,VTI,0,0,1.83,0.00,1.83,0.00,CASH,
11111111,04/10/2024,04/12/2024,Sell,Sell,VANGUARD TOTAL STOCK MARKET ETF,VTI,-1,255,255,0.01,254.99,0.00,CASH,
`,
    entries: [
      ['buy', '2024-02-13', 'VTI', '2', '245.1', null, 'USD', '0', '0'],
      ['dividend', '2024-03-25', 'VTI', null, null, '1.83', 'USD', '0', '0'],
      ['sell', '2024-04-10', 'VTI', '1', '255', null, 'USD', '0.01', '0'],
    ],
    ignored: 1,
  },
  robinhood: {
    text: `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"6/20/2025","6/20/2025","6/20/2025","AAPL","Cash Div: R/D 2025-06-02","CDIV","","","$1.30"
"6/13/2025","6/13/2025","6/16/2025","AAPL","Apple CUSIP: 037833100","Sell","2","$200.50","$401.00"
"6/9/2025","6/9/2025","6/10/2025","AAPL","Apple CUSIP: 037833100","Buy","5","$201.25","($1,006.25)"
"6/6/2025","6/6/2025","6/6/2025","","ACH Withdrawal","ACH","","","($50.00)"
"6/5/2025","6/5/2025","6/5/2025","","Gold Subscription Fee","GOLD","","","($5.00)"
`,
    entries: [
      ['dividend', '2025-06-20', 'AAPL', null, null, '1.3', 'USD', '0', '0'],
      ['sell', '2025-06-13', 'AAPL', '2', '200.5', null, 'USD', '0', '0'],
      ['buy', '2025-06-09', 'AAPL', '5', '201.25', null, 'USD', '0', '0'],
      ['withdrawal', '2025-06-06', null, null, null, '50', 'USD', '0', '0'],
      ['fee', '2025-06-05', null, null, null, '5', 'USD', '0', '0'],
    ],
  },
  coinbase: {
    text: `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2025-01-17 16:57:02 UTC,Staking Income,ETH,0.001,EUR,€3000,€3.00,€3.00,€0.00,
a2,2024-12-10 06:27:23 UTC,Sell,BTC,-0.002,EUR,€95000,€190.00,€187.50,€2.50,Sold
a3,2024-03-25 06:45:27 UTC,Buy,BTC,0.01,EUR,€60000,€600.00,€609.00,€9.00,Bought
`,
    entries: [
      ['transfer', '2025-01-17', 'ETH-EUR', '0.001', null, '3', 'EUR', '0', '0'],
      ['sell', '2024-12-10', 'BTC-EUR', '0.002', '95000', null, 'EUR', '2.5', '0'],
      ['buy', '2024-03-25', 'BTC-EUR', '0.01', '60000', null, 'EUR', '9', '0'],
    ],
  },
  degiro: {
    text: `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value EUR,Exchange rate,AutoFX Fee,Transaction and/or third party fees EUR,Total EUR,Order ID,
04-06-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,-2,202.5,USD,405.00,USD,355.26,1.14,-0.89,-2.00,352.37,,4b1f
03-04-2025,09:04,SAP SE,DE0007164600,XET,XETA,5,240,EUR,-1200.00,EUR,-1200.00,,,-4.90,-1204.90,,5c2a
`,
    entries: [
      ['sell', '2025-06-04', 'US0378331005', '2', '202.5', null, 'USD', '0', '0'],
      ['fee', '2025-06-04', null, null, null, '2', 'EUR', '0', '0'],
      ['fee', '2025-06-04', null, null, null, '0.89', 'EUR', '0', '0'],
      ['buy', '2025-04-03', 'DE0007164600', '5', '240', null, 'EUR', '4.9', '0'],
    ],
  },
  trade_republic: {
    text: `"datetime","date","account_type","category","type","asset_class","name","symbol","shares","price","amount","fee","tax","currency","original_amount","original_currency","fx_rate","description","transaction_id","counterparty_name","counterparty_iban","payment_reference","mcc_code"
"2026-03-02T09:00:00.000Z","2026-03-02","DEFAULT","CASH","CUSTOMER_INPAYMENT","","","","","","500.000000","","","EUR","","","","Payment","t1","","","",""
"2026-03-06T10:20:05.865Z","2026-03-06","DEFAULT","TRADING","BUY","STOCK","Apple","US0378331005","0.5000000000","220.0000000000","-110.00","-1.00","","EUR","","","","Buy","t2","","","",""
"2026-03-09T10:38:28.793Z","2026-03-09","DEFAULT","TRADING","SELL","STOCK","Apple","US0378331005","-0.2000000000","225.0000000000","45.00","-1.00","","EUR","","","","Sell","t3","","","",""
`,
    entries: [
      ['deposit', '2026-03-02', null, null, null, '500', 'EUR', '0', '0'],
      ['buy', '2026-03-06', 'US0378331005', '0.5', '220', null, 'EUR', '1', '0'],
      ['sell', '2026-03-09', 'US0378331005', '0.2', '225', null, 'EUR', '1', '0'],
    ],
  },
  scalable_capital: {
    text: `date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency
2025-08-01;14:11:01;Executed;"S1";"Core MSCI World";Security;Savings plan;IE00B4L5Y983;1,5;100,20;-150,30;0,00;0,00;EUR
2025-07-31;02:00:00;Executed;"S2";"Payment";Cash;Deposit;;;;1.550,00;0,00;;EUR
2025-07-15;10:00:00;Cancelled;"S3";"Core MSCI World";Security;Buy;IE00B4L5Y983;1;99,00;-99,00;0,99;0,00;EUR
2025-07-02;01:00:00;Executed;"S4";"Core FTSE 100";Cash;Distribution;IE0005042456;;;29,27;0,00;6,63;EUR
2025-07-01;11:00:00;Executed;"S5";"Core MSCI World";Security;Sell;IE00B4L5Y983;1;99,00;99,00;0,99;0,00;EUR
`,
    entries: [
      ['buy', '2025-08-01', 'IE00B4L5Y983', '1.5', '100.2', null, 'EUR', '0', '0'],
      ['deposit', '2025-07-31', null, null, null, '1550', 'EUR', '0', '0'],
      ['dividend', '2025-07-02', 'IE0005042456', null, null, '35.9', 'EUR', '0', '6.63'],
      ['sell', '2025-07-01', 'IE00B4L5Y983', '1', '99', null, 'EUR', '0.99', '0'],
    ],
    ignored: 1,
  },
  swissquote: {
    text: `Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency
10-08-2022 15:30:02;11;Buy;NESN;Nestle;CH0038863350;20.0;110.50;5.96;0.00;-2215.96;6612.40;CHF
09-08-2022 12:22:24;12;Sell;NESN;Nestle;CH0038863350;5.0;111.00;5.50;0.00;549.50;8828.36;CHF
08-08-2022 10:00:00;00000000;Dividend;NESN;Nestle;CH0038863350;1.0;56.00;19.60;0.00;36.40;8278.86;CHF
30-06-2022 18:01:13;00000000;Custody Fees;;;;1.0;50.00;3.85;0.00;-53.85;8242.46;CHF
`,
    entries: [
      ['buy', '2022-08-10', 'CH0038863350', '20', '110.5', null, 'CHF', '5.96', '0'],
      ['sell', '2022-08-09', 'CH0038863350', '5', '111', null, 'CHF', '5.5', '0'],
      ['dividend', '2022-08-08', 'CH0038863350', null, null, '56', 'CHF', '19.6', '0'],
      ['fee', '2022-06-30', null, null, null, '50', 'CHF', '3.85', '0'],
    ],
  },
  finpension: {
    text: `Date;Category;"Asset Name";ISIN;"Number of Shares";"Asset Currency";"Currency Rate";"Asset Price in CHF";"Cash Flow";Balance
2023-10-07;"Flat-rate administrative fee";;;;CHF;1.000000;;-1.324000;15.160551
2023-07-11;Buy;"World Fund";CH0429081620;0.500000;USD;0.900000;1000.000000;-500.000000;16.484551
2023-07-10;Sell;"World Fund";CH0429081620;-0.250000;USD;0.900000;1010.000000;252.500000;516.484551
2023-05-11;Dividend;"World Fund";CH0429081620;;CHF;1.000000;;1.548762;263.984551
`,
    entries: [
      ['fee', '2023-10-07', null, null, null, '1.324', 'CHF', '0', '0'],
      ['buy', '2023-07-11', 'CH0429081620', '0.5', '1000', null, 'CHF', '0', '0'],
      ['sell', '2023-07-10', 'CH0429081620', '0.25', '1010', null, 'CHF', '0', '0'],
      ['dividend', '2023-05-11', 'CH0429081620', null, null, '1.548762', 'CHF', '0', '0'],
    ],
  },
  bux: {
    text: `Transaction Time (CET),Transaction Category,Transaction Type,Transfer Type,Transaction Amount,Transaction Currency,Cash Balance Amount,Asset Id,Asset Name,Asset Quantity,Asset Price,Asset Currency,Currency Pair,Exchange Rate,Profit And Loss Amount,Profit And Loss Currency,Dividend Currency,Dividend Gross Amount,Dividend Net Amount,Dividend Tax Amount,Transaction Description
2023-03-20 12:15:23.606000,deposits,Sepa Deposit,,600,EUR,600,,,,,,,,,,,,,,
2023-03-21 13:37:29.383000,trades,Buy Trade,,-554,EUR,46,NL0011821202,ING,50,11.08,EUR,,,,,,,,,
2023-03-21 13:37:29.384000,fees,Trading Fee,,-1.5,EUR,44.5,NL0011821202,ING,,,,,,,,,,,,
2023-05-05 11:38:06.646000,dividends,Cash Dividend,,17,EUR,61.5,NL0011821202,ING,,,,,,,,EUR,20,17,3,
`,
    entries: [
      ['deposit', '2023-03-20', null, null, null, '600', 'EUR', '0', '0'],
      ['buy', '2023-03-21', 'NL0011821202', '50', '11.08', null, 'EUR', '0', '0'],
      ['fee', '2023-03-21', 'NL0011821202', null, null, '1.5', 'EUR', '0', '0'],
      ['dividend', '2023-05-05', 'NL0011821202', null, null, '20', 'EUR', '0', '3'],
    ],
  },
  avanza: {
    text: `Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;Courtage (SEK);Valutakurs;Instrumentvaluta;ISIN;Resultat
2025-01-13;Savings;Sälj;Volvo B;-10;280,5;2804;SEK;1;;SEK;SE0000115446;14,65
2025-01-10;Savings;Köp;SAP;2;240;-5539;SEK;19;11,5;EUR;DE0007164600;
2025-01-09;Savings;Utdelning;Volvo B;10;7,5;75;SEK;;;SEK;SE0000115446;
2025-01-08;Savings;Uttag;Uttag till X;;;-7447;SEK;;;;;
2025-01-07;Savings;Insättning;Insättning från Y;;;1215,5;SEK;0;;;;
`,
    entries: [
      ['sell', '2025-01-13', 'SE0000115446', '10', '280.5', null, 'SEK', '1', '0'],
      ['buy', '2025-01-10', 'DE0007164600', '2', '240', null, 'EUR', '0', '0'],
      ['fee', '2025-01-10', null, null, null, '19', 'SEK', '0', '0'],
      ['dividend', '2025-01-09', 'SE0000115446', null, null, '75', 'SEK', '0', '0'],
      ['withdrawal', '2025-01-08', null, null, null, '7447', 'SEK', '0', '0'],
      ['deposit', '2025-01-07', null, null, null, '1215.5', 'SEK', '0', '0'],
    ],
  },
  trading_212: {
    text: `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Notes,ID,Currency conversion fee,Currency (Currency conversion fee)
Deposit,2023-12-18 11:45:06.326,,,,,,,,,,31.00,"EUR",,,"Payment",d1,,
Market buy,2023-12-18 14:30:03.613,US17275R1023,CSCO,"Cisco Systems",0.5000000000,50.00,USD,1.10,,"EUR",22.77,"EUR",,,,EOF1,0.04,EUR
Limit sell,2023-12-26 14:30:05.104,DE0007164600,SAP,"SAP",2.0000000000,140.00,EUR,1,-3.08,"EUR",280.00,"EUR",,,,EOF2,,
Dividend (Dividend),2023-12-27 12:05:25,US17275R1023,CSCO,"Cisco Systems",0.5000000000,0.34,USD,Not available,,,0.15,"EUR",0.03,USD,,,,
`,
    entries: [
      ['deposit', '2023-12-18', null, null, null, '31', 'EUR', '0', '0'],
      ['buy', '2023-12-18', 'US17275R1023', '0.5', '50', null, 'USD', '0', '0'],
      ['fee', '2023-12-18', null, null, null, '0.04', 'EUR', '0', '0'],
      ['sell', '2023-12-26', 'DE0007164600', '2', '140', null, 'EUR', '0', '0'],
      ['dividend', '2023-12-27', 'US17275R1023', null, null, '0.2', 'USD', '0', '0.03'],
    ],
  },
  freetrade: {
    text: `Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell,Ticker,ISIN,Price per Share in Account Currency,Stamp Duty,Quantity,Venue,Order ID,Order Type,Instrument Currency,Total Shares Amount,Price per Share,FX Rate,Base FX Rate,FX Fee (BPS),FX Fee Amount,Dividend Ex Date,Dividend Pay Date,Dividend Eligible Quantity,Dividend Amount Per Share,Dividend Gross Distribution Amount,Dividend Net Distribution Amount,Dividend Withheld Tax Percentage,Dividend Withheld Tax Amount
Barclays,ORDER,2024-01-16T10:01:02.811Z,GBP,201.00,BUY,BARC,GB0031348658,2.00,1.00,100,London Stock Exchange,O1,BASIC,GBP,200.00,2.00,,,0,,,,,,,,,
Nasdaq,DIVIDEND,2023-12-22T17:11:00.000Z,GBP,0.93,,NDAQ,US6311031081,,,5,,,,USD,,,,0.78,0,0.00,2023-12-07,2023-12-22,5,0.20,1.00,0.85,15,0.15
Shell,DIVIDEND,2023-12-20T17:11:00.000Z,GBP,17.00,,SHEL,GB00BP6MXD84,,,100,,,,GBP,,,,,0,0.00,2023-11-16,2023-12-20,100,0.20,20.00,17.00,15,3.00
Interest,INTEREST_FROM_CASH,2023-10-16T00:00:00.000Z,GBP,9.02,,,,,,,,,,,,,,,,,,,,,,,,
Nasdaq,ORDER,2022-02-01T15:04:35.355Z,GBP,140.33,BUY,NDAQ,US6311031081,139.70,0.00,1,Multiple,O2,MARKET,USD,187.00,187.00,1.34,1.35,45,0.63,,,,,,,,
`,
    entries: [
      ['buy', '2024-01-16', 'GB0031348658', '100', '2', null, 'GBP', '1', '0'],
      ['dividend', '2023-12-22', 'US6311031081', '5', '0.2', null, 'USD', '0', '0.15'],
      ['dividend', '2023-12-20', 'GB00BP6MXD84', '100', '0.2', null, 'GBP', '0', '3'],
      ['interest', '2023-10-16', null, null, null, '9.02', 'GBP', '0', '0'],
      ['buy', '2022-02-01', 'US6311031081', '1', '187', null, 'USD', '0', '0'],
      ['fee', '2022-02-01', null, null, null, '0.63', 'GBP', '0', '0'],
    ],
  },
  revolut: {
    text: `Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate
2023-07-13T23:15:55.878985Z,,CASH TOP-UP,,,$500,USD,1.1055
2023-07-14T13:30:00.797Z,MA,BUY - MARKET,0.5,$400.10,$200.05,USD,1.1241
2023-08-14T13:30:00.797Z,MA,SELL - MARKET,0.2,$402.00,$80.40,USD,1.1241
2023-08-15T08:40:00.835101Z,MA,DIVIDEND,,,$0.08,USD,1.1179
2023-09-01T07:40:54.539038Z,,CUSTODY FEE,,,-$0.01,USD,1.18
`,
    entries: [
      ['deposit', '2023-07-13', null, null, null, '500', 'USD', '0', '0'],
      ['buy', '2023-07-14', 'MA', '0.5', '400.1', null, 'USD', '0', '0'],
      ['sell', '2023-08-14', 'MA', '0.2', '402', null, 'USD', '0', '0'],
      ['dividend', '2023-08-15', 'MA', null, null, '0.08', 'USD', '0', '0'],
      ['fee', '2023-09-01', null, null, null, '0.01', 'USD', '0', '0'],
    ],
  },
  parqet: {
    text: `"datetime";"date";"time";"price";"shares";"amount";"tax";"fee";"realizedgains";"type";"broker";"assettype";"identifier";"wkn";"originalcurrency";"currency";"fxrate";"holding";"holdingname";"holdingnickname";"exchange";"avgholdingperiod";
"2024-08-02T07:00:00.001Z";"02.08.2024";"09:00:00";28,5;10;285;0;1;;"Buy";"trade_republic";"Security";"LU2089238203";"A2PWMK";;"EUR";;;"World ETF";;"";
"2024-07-15T07:00:00.000Z";"15.07.2024";"09:00:00";0,24;40;9,6;2,48;0;;"Dividend";"trade_republic";"Security";"US7561091049";"899744";;"EUR";;;"Realty Income";;;
"2024-07-02T07:00:00.000Z";"02.07.2024";"09:00:00";84,5;2;169;0,5;0;;"Sell";"trade_republic";"Security";"IE00BM67HT60";"A113FM";;"EUR";;;"Technology ETF";"";"";
`,
    entries: [
      ['buy', '2024-08-02', 'LU2089238203', '10', '28.5', null, 'EUR', '1', '0'],
      ['dividend', '2024-07-15', 'US7561091049', null, null, '9.6', 'EUR', '0', '2.48'],
      ['sell', '2024-07-02', 'IE00BM67HT60', '2', '84.5', null, 'EUR', '0', '0.5'],
    ],
  },
  wealthfolio: {
    text: `date,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,amount,fxRate,subtype
2024-01-15,MSFT,EQUITY,10,BUY,380.50,USD,4.95,,,
2024-02-01,MSFT,EQUITY,10,DIVIDEND,0.75,USD,0,7.50,,QUALIFIED
2024-03-01,MSFT,EQUITY,4,SELL,400,USD,4.95,,,
`,
    entries: [
      ['buy', '2024-01-15', 'MSFT', '10', '380.5', null, 'USD', '4.95', '0'],
      ['dividend', '2024-02-01', 'MSFT', null, null, '7.5', 'USD', '0', '0'],
      ['sell', '2024-03-01', 'MSFT', '4', '400', null, 'USD', '4.95', '0'],
    ],
  },
};
