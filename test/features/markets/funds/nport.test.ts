import test from 'ava';
import type { FundHoldingKind } from '../../../../src/features/markets/fund-portfolio.js';
import { isinOf } from '../../../../src/features/markets/funds/fund-symbols.js';
import { readNport } from '../../../../src/features/markets/providers/nport.js';
import { fundReports, fundSeries } from '../../../../src/features/markets/providers/sec-funds.js';

const row = (fields: string, identifiers = '') =>
  `<invstOrSec><name>Issuer</name><lei>N/A</lei>${identifiers === '' ? '' : `<identifiers>${identifiers}</identifiers>`}${fields}</invstOrSec>`;

const report = (rows: string, general = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/nport" xmlns:com="http://www.sec.gov/edgar/common">
  <headerData><submissionType>NPORT-P</submissionType></headerData>
  <formData><genInfo><regName>iShares Trust</regName><seriesName>iShares Core S&amp;P 500 ETF</seriesName>
    <seriesId>S000004310</seriesId><repPdEnd>2027-03-31</repPdEnd><repPdDate>2026-06-30</repPdDate>${general}</genInfo>
    <fundInfo><totAssets>1010</totAssets><netAssets>1000</netAssets></fundInfo>
    <invstOrSecs>${rows}</invstOrSecs></formData></edgarSubmission>`;

test('a report has its fund, its day and the holdings with their identifiers, the largest first', (t) => {
  const read = readNport(
    report(
      row(
        '<title>Oracle Corp.</title><cusip>68389X105</cusip><curCd>USD</curCd><pctVal>0.385141560120</pctVal><assetCat>EC</assetCat><issuerCat>CORP</issuerCat><invCountry>US</invCountry>',
        '<isin value="US68389X1054"/><other otherDesc="Internal" value="7"/>',
      ) +
        row(
          '<title>Apple Inc.</title><cusip>037833100</cusip><curCd>USD</curCd><pctVal>7.1</pctVal><assetCat>EC</assetCat><invCountry>US</invCountry>',
          '<isin value="US0378331005"/><ticker value="aapl"/>',
        ),
    ),
  );
  t.like(read, { name: 'iShares Core S&P 500 ETF', seriesId: 'S000004310', asOf: '2026-06-30', warnings: [] });
  t.deepEqual(read?.tickers, ['AAPL', null]);
  t.like(read?.holdings[0], {
    name: 'Apple Inc.',
    isin: 'US0378331005',
    kind: 'equity',
    country: 'US',
    currency: 'USD',
  });
  t.like(read?.holdings[1], { cusip: '68389X105', lei: null, weight: 0.0038514156012 });
});

test('filers write N/A and zeros for identifiers that do not exist', (t) => {
  const read = readNport(
    report(
      row(
        '<title>Toyota Motor Corp.</title><cusip>N/A</cusip><currencyConditional curCd="JPY" exchangeRt="160.2"/><pctVal>3</pctVal><assetCat>EC</assetCat><invCountry>N/A</invCountry>',
        '<isin value="N/A"/>',
      ) +
        row(
          '<title>Cash fund</title><cusip>000000000</cusip><curCd>USD</curCd><pctVal>1</pctVal><assetCat>STIV</assetCat><invCountry>XX</invCountry>',
        ),
    ),
  );
  t.like(read?.holdings[0], { isin: null, cusip: null, currency: 'JPY', country: null });
  t.like(read?.holdings[1], { cusip: null, kind: 'cash', country: null });
});

const kinds: ReadonlyArray<[string, FundHoldingKind]> = [
  ['<assetCat>EC</assetCat><issuerCat>CORP</issuerCat>', 'equity'],
  ['<assetCat>EP</assetCat>', 'equity'],
  ['<assetCat>EC</assetCat><issuerCat>RF</issuerCat>', 'fund'],
  ['<assetCat>EC</assetCat><issuerConditional desc="fund" issuerCat="PF"/>', 'fund'],
  ['<assetCat>DBT</assetCat><issuerCat>UST</issuerCat>', 'debt'],
  ['<assetCat>ABS-MBS</assetCat>', 'debt'],
  ['<assetCat>RA</assetCat>', 'cash'],
  ['<assetCat>DE</assetCat>', 'derivative'],
  ['<assetCat>DFE</assetCat>', 'derivative'],
  ['<assetCat>COMM</assetCat>', 'commodity'],
  ['<assetCat>RE</assetCat>', 'real_estate'],
  ['<assetConditional desc="rights" assetCat="OTHER"/>', 'other'],
  ['', 'other'],
];
for (const [fields, kind] of kinds)
  test(`the kind of ${fields || 'a holding without a category'} is ${kind}`, (t) => {
    t.is(readNport(report(row(`<title>One</title><pctVal>1</pctVal>${fields}`)))?.holdings[0]?.kind, kind);
  });

test('short positions have a negative weight and come last', (t) => {
  const read = readNport(
    report(
      row('<title>Short</title><pctVal>-2.5</pctVal><payoffProfile>Short</payoffProfile>') +
        row('<title>Long</title><pctVal>1</pctVal>'),
    ),
  );
  t.deepEqual(
    read?.holdings.map(({ weight }) => weight),
    [0.01, -0.025],
  );
});

test('holdings without a name or a possible weight are left out and counted', (t) => {
  const read = readNport(
    report(
      [
        ...['', 'N/A', '2001', '2000', '1e999'].map((percent) => row(`<title>One</title><pctVal>${percent}</pctVal>`)),
        row(''),
      ]
        .join('')
        .replace('<name>Issuer</name><lei>N/A</lei></invst', '<lei>N/A</lei></invst'),
    ),
  );
  t.is(read?.holdings.length, 1);
  t.deepEqual(read?.warnings, ['5 holdings of the report cannot be read.']);
});

test('a document with entities, of another form, without holdings or cut off is no report', (t) => {
  const whole = report(row('<title>One</title><pctVal>1</pctVal>'));
  t.truthy(readNport(whole));
  t.is(readNport(whole.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')), undefined);
  t.is(readNport(report('')), undefined);
  t.is(readNport(whole.replace('2026-06-30', '2026-06-31')), undefined);
  t.is(readNport('<html><body>Rate limit exceeded</body></html>'), undefined);
  t.is(readNport(''), undefined);
  t.notThrows(() => readNport(whole.slice(0, whole.length / 2)));
});

test('25,000 holdings are read and the others counted', (t) => {
  const many = row('<title>Bond</title><pctVal>0.001</pctVal><assetCat>DBT</assetCat>').repeat(25_001);
  const read = readNport(report(many));
  t.is(read?.holdings.length, 25_000);
  t.deepEqual(read?.warnings, ['1 holdings of the report cannot be read.']);
});

test('the series of a ticker is read by the names of the columns', (t) => {
  const body = {
    fields: ['cik', 'seriesId', 'classId', 'symbol'],
    data: [
      [1_100_663, 'S000004310', 'C000012040', 'IVV'],
      [1, 'S1', 'C1', 'BAD'],
      'x',
      [36_405, 'S000002839', 'C', 'voo'],
    ],
  };
  t.deepEqual(
    [...fundSeries(body)],
    [
      ['IVV', { cik: 1_100_663, seriesId: 'S000004310' }],
      ['VOO', { cik: 36_405, seriesId: 'S000002839' }],
    ],
  );
  for (const bad of [null, [], {}, { fields: [], data: [] }])
    t.throws(() => fundSeries(bad), { name: 'UpstreamError' });
});

test('a list of filings gives the reports, newest first, with the time of their publication', (t) => {
  const entry = (id: string, day: string, form: string, updated: string) =>
    `<entry><content type="text/xml"><accession-number>${id}</accession-number><filing-date>${day}</filing-date><filing-type>${form}</filing-type></content><updated>${updated}</updated></entry>`;
  const feed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${[
    entry('0002071691-26-001000', '2026-05-28', 'NPORT-P', '2026-05-28T10:00:00-04:00'),
    entry('0002071691-26-019760', '2026-08-26', 'NPORT-P/A', '2026-08-25T19:00:00-04:00'),
    entry('bad', '2026-08-25', 'NPORT-P', ''),
    entry('0002071691-26-000001', '2026-08-25', 'N-CEN', ''),
  ].join('')}</feed>`;
  t.deepEqual(fundReports(feed), [
    // It was accepted in the evening, so it is public in the next morning.
    { id: '0002071691-26-019760', publishedAt: new Date('2026-08-26T10:00:00Z') },
    { id: '0002071691-26-001000', publishedAt: new Date('2026-05-28T14:00:00Z') },
  ]);
  t.deepEqual(fundReports('<feed></feed>'), []);
  t.throws(() => fundReports('<html></html>'), { name: 'UpstreamError' });
});

test('the ISIN of a CUSIP has its check digit', (t) => {
  t.is(isinOf('037833100'), 'US0378331005');
  t.is(isinOf('68389X105'), 'US68389X1054');
  t.is(isinOf('67066G104'), 'US67066G1040');
});
