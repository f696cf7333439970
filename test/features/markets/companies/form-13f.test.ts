import test from 'ava';
import { readForm13f } from '../../../../src/features/markets/providers/form-13f.js';

// Constructed after the Form 13F XML Technical Specification of EDGAR.
const row = (fields: { cusip?: string; value?: number; shares?: number; type?: string; option?: string } = {}) => {
  const { cusip = '037833100', value = 57_448_000, shares = 280_000, type = 'SH', option } = fields;
  const optional = option === undefined ? '' : `<ns1:putCall>${option}</ns1:putCall>`;
  return `<ns1:infoTable><ns1:nameOfIssuer>APPLE INC</ns1:nameOfIssuer><ns1:cusip>${cusip}</ns1:cusip><ns1:value>${value}</ns1:value><ns1:shrsOrPrnAmt><ns1:sshPrnamt>${shares}</ns1:sshPrnamt><ns1:sshPrnamtType>${type}</ns1:sshPrnamtType></ns1:shrsOrPrnAmt>${optional}<ns1:votingAuthority><ns1:Sole>1</ns1:Sole></ns1:votingAuthority></ns1:infoTable>`;
};
const filing = (rows: string[], amendment?: string) =>
  `<SEC-DOCUMENT>\n<TYPE>13F-HR\n<XML><edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler"><headerData><filerInfo><periodOfReport>06-30-2025</periodOfReport></filerInfo></headerData><formData><coverPage><reportCalendarOrQuarter>06-30-2025</reportCalendarOrQuarter><isAmendment>${amendment !== undefined}</isAmendment>${amendment === undefined ? '' : `<amendmentInfo><amendmentType>${amendment}</amendmentType></amendmentInfo>`}<filingManager><name>EXAMPLE &amp; SONS</name><address/></filingManager></coverPage></formData></edgarSubmission></XML>\n<TYPE>INFORMATION TABLE\n<XML><ns1:informationTable xmlns:ns1="http://www.sec.gov/edgar/document/thirteenf/informationtable">${rows.join('\n')}</ns1:informationTable></XML>`;
const cusips = new Set(['037833100', '594918104']);
const read = (rows: string[], filedOn = '2025-08-14', amendment?: string) =>
  readForm13f(filing(rows, amendment), filedOn, cusips);

test('rows of a security in form 13F are added up, with options apart and without bonds', (t) => {
  const report = read([
    row(),
    row({ shares: 20_000, value: 4_100_000 }),
    row({ option: 'Call', shares: 500, value: 100_000 }),
    row({ option: 'Put', shares: 700, value: 140_000 }),
    row({ type: 'PRN' }),
    row({ cusip: '000000000' }),
  ]);
  t.deepEqual(report, {
    institution: 'EXAMPLE & SONS',
    period: '2025-06-30',
    amendment: null,
    holdings: [{ cusip: '037833100', shares: 300_000, value: 61_548_000, callShares: 500, putShares: 700 }],
    rows: 6,
    leftOut: 0,
    unit: 'dollars',
  });
});

test('values of form 13F are in thousands of dollars before January 3, 2023, and in dollars since then', (t) => {
  const inThousands = [row({ value: 57_448 })];
  t.like(read(inThousands, '2023-01-02'), { unit: 'thousands' });
  t.is(read(inThousands, '2023-01-02')?.holdings[0]?.value, 57_448_000);
  t.is(read([row()], '2023-01-03')?.holdings[0]?.value, 57_448_000);
});

test('values of form 13F in another unit than the filing day requires are unclear', (t) => {
  t.like(read([row({ value: 57_448 })], '2025-08-14'), { unit: 'unclear' });
  t.is(read([row({ value: 57_448 })], '2025-08-14')?.holdings[0]?.value, null);
  t.is(read([row({ value: 57_448 })], '2025-08-14')?.holdings[0]?.shares, 280_000);
  t.like(read([row()], '2022-11-14'), { unit: 'unclear' });
});

test('an amendment of form 13F restates or adds holdings', (t) => {
  t.is(read([row()], '2025-08-20', 'RESTATEMENT')?.amendment, 'restatement');
  t.is(read([row()], '2025-08-20', 'NEW HOLDINGS')?.amendment, 'new_holdings');
});

test('rows of form 13F with impossible numbers are counted, and other documents are rejected', (t) => {
  const report = read([row(), row({ value: 1e30 }), row({ shares: -5 }), row({ cusip: 'no' })]);
  t.like(report, { rows: 4, leftOut: 2 });
  t.is(report?.holdings[0]?.shares, 280_000);
  t.deepEqual(readForm13f(filing([]).replace(/<ns1:informationTable.*/s, ''), '2025-08-14', cusips)?.holdings, []);
  for (const text of ['', '<html></html>', filing([row()]).replaceAll('06-30-2025', '30-06-2025')])
    t.is(readForm13f(text, '2025-08-14', cusips), undefined);
});
