import test from 'ava';
import fc from 'fast-check';
import { cut, plainText } from '../../../../src/features/news/reading/plain-text.js';
import { escapedHtml } from '../../../../src/text/plain-text.js';

const texts: ReadonlyArray<readonly [what: string, html: string, text: string]> = [
  [
    'elements are removed, and blocks separate words',
    '<p>Port of <b>Rotter</b>dam</p><p>closed</p>',
    'Port of Rotterdam closed',
  ],
  ['scripts and styles leave nothing', 'A<script>alert("x")</script><style>p{}</style>B', 'AB'],
  ['character references are decoded', 'Profit &amp; loss &#8211; &eacute;t&eacute;', 'Profit & loss – été'],
  [
    'an ampersand or a letter that was escaped twice is decoded twice',
    'A &amp;amp; B &amp;#8217;s &amp;eacute;t&amp;eacute;',
    'A & B ’s été',
  ],
  ['text about a tag keeps it', 'How to use &lt;video&gt; tags', 'How to use <video> tags'],
  ['a comparison is not a tag', 'if a &lt;b and c&gt; d', 'if a <b and c> d'],
  ['tags beside text about tags are removed', '<p>Use <b>&lt;b&gt;</b> for &#60;b&#x3E;</p>', 'Use <b> for <b>'],
  [
    'text about a reference to an angle bracket keeps it',
    'Write &amp;lt; for &lt; and &amp;#60; &amp;amp;',
    'Write &lt; for < and &#60; &',
  ],
  ['a lone angle bracket is text', 'Rates < 3 % and > 2 %', 'Rates < 3 % and > 2 %'],
  ['white space is one space', '  a \n\t b ', 'a b'],
  ['control characters, marks of direction and half surrogates are removed', 'a\u0000b\u202ec\ud800', 'abc\ufffd'],
];

for (const [what, html, text] of texts)
  test(what, (t) => {
    t.is(plainText(html), text);
  });

test('text that is written as HTML and read again is unchanged, and no HTML tag is left', (t) => {
  const words = fc.array(
    fc.constantFrom('a', '<b>', '</p>', '<', '>', '&lt;', '<img src=x onerror=y>', '"', '&gt', '&#60;', '<!--'),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join(' ');
      t.is(plainText(escapedHtml(text)), text);
      t.notRegex(plainText(`x <b>y</b> ${escapedHtml(text)}<script>z</script>`).slice(0, 4), /</);
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
