import test from 'ava';
import fc from 'fast-check';
import { cut, plainText } from '../../../../src/features/news/reading/plain-text.js';

const texts: ReadonlyArray<readonly [what: string, html: string, text: string]> = [
  ['elements are removed, and blocks separate words', '<p>Port of <b>Rotter</b>dam</p><p>closed</p>', 'Port of Rotterdam closed'],
  ['scripts and styles leave nothing', 'A<script>alert("x")</script><style>p{}</style>B', 'AB'],
  ['character references are decoded', 'Profit &amp; loss &#8211; &eacute;t&eacute;', 'Profit & loss – été'],
  ['a title that was escaped twice is decoded twice', 'A &amp;amp; B &amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt;', 'A & B bold'],
  ['a lone angle bracket is text', 'Rates < 3 % and > 2 %', 'Rates < 3 % and > 2 %'],
  ['white space is one space', '  a \n\t b ', 'a b'],
  ['control characters, marks of direction and half surrogates are removed', 'a\u0000b\u202ec\ud800', 'abc\ufffd'],
];

for (const [what, html, text] of texts)
  test(what, (t) => {
    t.is(plainText(html), text);
  });

test('no text keeps markup, however it is nested and escaped', (t) => {
  const pieces = fc.constantFrom(
    '<b>',
    '</b>',
    '<',
    '>',
    '&lt;',
    '&gt;',
    '&amp;',
    'lt;',
    'gt;',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    'x',
    ' ',
    '<img src=x onerror=y>',
    '"',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      t.notRegex(plainText(parts.join('')), /<\/?[a-z][^<>]*>/i);
    }),
    { numRuns: 300 },
  );
});

test('a long text is cut at a word, and the cut is marked', (t) => {
  t.is(cut('one two three', 20), 'one two three');
  t.is(cut('a sentence of several words', 20), 'a sentence of…');
  t.is(cut('x'.repeat(30), 10), `${'x'.repeat(9)}…`);
  t.is(cut(`${'x'.repeat(8)}😀 more`, 10), `${'x'.repeat(8)}…`);
});
