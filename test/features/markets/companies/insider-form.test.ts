import { readFileSync } from 'node:fs';
import test from 'ava';
import { readInsiderForm } from '../../../../src/features/markets/providers/insider-form.js';

// Constructed after the EDGAR Ownership XML Technical Specification.
const form = readFileSync('test/fixtures/markets/companies/form4-constructed.xml', 'utf8');
const read = (text: string, filedOn = '2026-11-18') => readInsiderForm(text, filedOn);

test('form 4 states its owners with their relations, and each transaction and holding', (t) => {
  const report = read(form);
  t.like(report, { asOf: '2026-11-16', originalFiledOn: null, currency: 'USD', leftOut: 0 });
  t.deepEqual(report?.owners, [
    {
      name: 'EXAMPLE OFFICER & CO',
      cik: '1234567',
      relations: ['director', 'officer'],
      title: 'Chief Executive Officer',
    },
    { name: 'EXAMPLE TRUST', cik: '1234568', relations: ['ten_percent_owner'], title: null },
  ]);
  t.deepEqual(
    report?.lines.map(({ kind, isDerivative, code, direction, shares, price, heldAfter, nature }) => [
      kind,
      isDerivative,
      code,
      direction,
      shares,
      price,
      heldAfter,
      nature,
    ]),
    [
      ['transaction', false, 'M', 'acquired', 129_963, null, 3_410_258, null],
      ['transaction', false, 'S', 'disposed', 64_500.5, 256.81, 3_345_757.5, 'By Trust'],
      ['holding', false, null, null, null, null, 500, null],
      ['transaction', true, 'M', 'disposed', 129_963, 0, 0, null],
    ],
  );
});

test('an amendment of a report of insiders names the filing day of the original', (t) => {
  const amendment = form.replace(
    '<notSubject',
    '<dateOfOriginalSubmission>2026-11-10</dateOfOriginalSubmission><notSubject',
  );
  t.is(read(amendment)?.originalFiledOn, '2026-11-10');
});

test('lines of insiders with impossible numbers, codes or days are left out and counted', (t) => {
  const faults: Array<[string, string]> = [
    ['<value>64500.5</value>', '<value>-64500.5</value>'],
    ['<value>64500.5</value>', '<value>1e30</value>'],
    ['<value>256.81</value>', '<value>100000001</value>'],
    ['<value>2026-11-17</value>', '<value>2026-11-19</value>'],
    ['<value>2026-11-17</value>', '<value>2026-02-30</value>'],
    ['<transactionCode>S<', '<transactionCode>?<'],
  ];
  for (const [from, to] of faults) {
    const report = read(form.replace(from, to));
    t.is(report?.leftOut, 1, to);
    t.is(report?.lines.length, 3, to);
  }
  t.is(read(form.replace('<value>256.81</value>', '<value>100000000</value>'))?.leftOut, 0);
  t.is(read(form, '2026-11-17')?.leftOut, 0);
});

test('a document that is no report of insiders is rejected', (t) => {
  const documents = [
    '',
    '<html></html>',
    form.slice(0, 600),
    form.slice(0, -20),
    form.replace('2026-11-16</period', 'soon</period'),
  ];
  for (const text of documents) t.is(read(text), undefined);
  t.is(read(form.replace(/<reportingOwner>.*<\/reportingOwner>/s, '')), undefined);
  t.is(read(form.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')), undefined);
});

test('names of elements are only names, and entities and sections of characters are text', (t) => {
  const odd = '<__proto__><rows>1</rows></__proto__><constructor>1</constructor>';
  t.deepEqual(read(form.replace('<reportingOwner>', `${odd}<reportingOwner>`)), read(form));
  const name = (text: string) => read(form.replace(/<rptOwnerName>[^<]*</, `<rptOwnerName>${text}<`))?.owners[0]?.name;
  t.is(name('SMITH &amp; SONS'), 'SMITH & SONS');
  t.is(name('<![CDATA[A <B>]]>'), 'A <B>');
});
