import test from 'ava';
import {
  type IdentifierKind,
  isinOfCusip,
  readIdentifier,
  withModulus10,
  withRemainder97,
} from '../../../../src/features/markets/identifier.js';
import fc from '../../../support/properties.js';

const valid: Array<[text: string, kind: IdentifierKind, value: string]> = [
  ['us0378331005', 'isin', 'US0378331005'],
  ['GB0002634946', 'isin', 'GB0002634946'],
  ['037833100', 'cusip', '037833100'],
  ['38259P508', 'cusip', '38259P508'],
  ['BBG000BLNNH6', 'figi', 'BBG000BLNNH6'],
  ['BBG000B9XRY4', 'figi', 'BBG000B9XRY4'],
  ['HWUPKR0MPOU8FGXBT394', 'lei', 'HWUPKR0MPOU8FGXBT394'],
  ['M312WZV08Y7LYUC71685', 'lei', 'M312WZV08Y7LYUC71685'],
  ['CIK0000320193', 'cik', '320193'],
  ['aapl.us', 'symbol', 'AAPL.US'],
  ['BRK.B', 'symbol', 'BRK.B'],
  ['AAPL', 'ticker', 'AAPL'],
];

for (const [text, kind, value] of valid)
  test(`${text} is read as the ${kind} ${value}`, (t) => {
    t.deepEqual(readIdentifier(`${kind}:${text}`).identifier, { kind, value });
    t.deepEqual(readIdentifier(text, kind).identifier, { kind, value });
    if (text !== '037833100') t.deepEqual(readIdentifier(text).identifier, { kind, value });
  });

test('a digit that was mistyped is found by the check digit', (t) => {
  for (const [kind, text] of [
    ['isin', 'US0378331006'],
    ['cusip', '037833101'],
    ['figi', 'BBG000BLNNH7'],
    ['lei', 'HWUPKR0MPOU8FGXBT395'],
  ] as const)
    t.regex(readIdentifier(text, kind).fault ?? '', /check digit/, kind);
  t.regex(readIdentifier('US0378331006').fault ?? '', /check digit of this ISIN/);
});

test('a text that may be of several kinds is not guessed', (t) => {
  t.regex(readIdentifier('320193').fault ?? '', /may be a CIK or a ticker: .*`cik:320193`/);
  for (const text of ['', ' ', 'isin:', 'a b', '😀', 'US03783310051', '0', 'cik:0', 'cik:12345678901', 'isin:AAPL'])
    t.truthy(readIdentifier(text).fault, text);
});

test('the ISIN of a security in the United States is made from its CUSIP', (t) => {
  t.is(isinOfCusip('037833100'), 'US0378331005');
  t.is(isinOfCusip('38259P508'), 'US38259P5089');
});

test('computed check digits are valid, and any other one is not', (t) => {
  const stem = (length: number) =>
    fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'0123456789BCDFGHJKLMNPQRSTVWXYZ') });
  fc.assert(
    fc.property(stem(8), stem(18), fc.integer({ min: 1, max: 9 }), (figi, lei, other) => {
      const [security, entity] = [withModulus10(`BBG${figi}`), withRemainder97(lei)];
      const wrong = `${security.slice(0, -1)}${(Number(security.at(-1)) + other) % 10}`;
      t.is(readIdentifier(security, 'figi').identifier?.value, security);
      t.is(readIdentifier(wrong, 'figi').identifier, undefined);
      t.is(readIdentifier(entity, 'lei').identifier?.value, entity);
    }),
  );
});

test('no text makes the reading of identifiers fail', (t) => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (text) => {
      const { identifier, fault } = readIdentifier(text);
      t.true((identifier === undefined) !== (fault === undefined));
    }),
  );
});
