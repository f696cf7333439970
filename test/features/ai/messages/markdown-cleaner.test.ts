import test from 'ava';
import fc from 'fast-check';
import { cleanMarkdown, MarkdownCleaner } from '../../../../src/features/ai/messages/markdown-cleaner.js';

const cases: Record<string, [string, string]> = {
  'plain Markdown stays as it is': [
    '# Ports\n\n- **Rotterdam**: 12 ships [1], see [the list](https://example.org/a_(b)?x=1&y=2 "Ships").\n- `x < 3`, 5 <= 6! | a | b |',
    '# Ports\n\n- **Rotterdam**: 12 ships [1], see [the list](https://example.org/a_(b)?x=1&y=2 "Ships").\n- `x < 3`, 5 <= 6! | a | b |',
  ],
  'links to pages of the service and to mail addresses stay': [
    '[a](/api/v1/news?from=2026-01-01T00:00:00Z&limit=2) [b](mailto:a@b.org) [c](#top)',
    '[a](/api/v1/news?from=2026-01-01T00:00:00Z&limit=2) [b](mailto:a@b.org) [c](#top)',
  ],
  'an image becomes its text': ['Look: ![the chart](http://x.test/?d=secret "t") now', 'Look: the chart now'],
  'an image by reference becomes its text': ['![a][ref] and ![b] and ![c][]', 'a and b and c'],
  'an image in the text of a link becomes its text': ['[![a](http://x.test/i.png)](https://y.test)', 'a'],
  'a link that would run code becomes its text': [
    '[open](javascript:alert(1)) or [this](<JaVaScRiPt:alert(1)>)',
    'open or [this]()',
  ],
  'a link with a hidden scheme becomes its text': [
    '[a](java&#115;cript&colon;x) [b](data:text/html;x) [c](vbscript:x)',
    'a b c',
  ],
  'a definition of a link that would run code loses its address': [
    '[a][b]\n\n[b]: javascript:alert(1) "t"',
    '[a][b]\n\n[b]  "t"',
  ],
  'tags and comments disappear': [
    'a <b>bold</b> <!-- <img src=x> --> <img src="http://x.test/?d=1" onerror=alert(1)> end',
    'a bold   end',
  ],
  'links in angle brackets lose the brackets': [
    '<https://example.org/a> <javascript:alert(1)>',
    'https://example.org/a ',
  ],
  'an unfinished tag cannot begin one': ['a <img src=x', 'a &lt;img src=x'],
  'a tag that is left when a tag is removed is no tag': [
    '<<b>img src=x onerror=alert(1)>',
    '&lt;img src=x onerror=alert(1)>',
  ],
  'an image that is left when a tag or an image is removed is no image': [
    '!<b>[x](http://e.test) !![](a)[y](https://e.test)',
    'x ! [y](https://e.test)',
  ],
  'a link that is left when an image is removed is no link': [
    '[x]![](a)(javascript:alert(1))',
    '[x] (javascript:alert(1))',
  ],
  'a link whose text cannot be read is broken up': [
    '[a [b [c] d] e](javascript:alert(1))',
    '[a [b [c] d] e] (javascript:alert(1))',
  ],
  'an unfinished image is no image': ['![x](http://e.test/?d=1', '! [x] (http://e.test/?d=1'],
};
for (const [title, [text, clean]] of Object.entries(cases)) test(title, (t) => t.is(cleanMarkdown(text), clean));

const pieces = fc.array(
  fc.constantFrom(
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    ':',
    '\\',
    '/',
    '"',
    '`',
    '\n',
    ' ',
    'a',
    'img',
    'b',
    'http://e.test',
    'javascript:',
    '&colon;',
    '-',
    '!--',
    '-->',
  ),
  { maxLength: 40 },
);
const RUNS = { numRuns: 3_000 };

test('no text becomes an image, a tag or a link that runs code', (t) => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const clean = cleanMarkdown(parts.join(''));
      t.notRegex(clean, /!\[/);
      t.notRegex(clean, /<[A-Za-z/!?]/);
      t.notRegex(clean, /\]\(\s*<?\s*javascript:/i);
      t.notRegex(clean, /\]:\s*<?\s*javascript:/i);
    }),
    RUNS,
  );
});

test('the clean text does not depend on how the text was divided', (t) => {
  fc.assert(
    fc.property(pieces, fc.array(fc.nat({ max: 12 }), { maxLength: 20 }), (parts, lengths) => {
      const text = parts.join('');
      const cleaner = new MarkdownCleaner();
      let at = 0;
      let clean = '';
      for (const length of lengths) {
        clean += cleaner.push(text.slice(at, at + length));
        at += length;
      }
      clean += cleaner.push(text.slice(at)) + cleaner.end();
      t.is(clean, cleanMarkdown(text));
    }),
    RUNS,
  );
});

test('clean text is unchanged when it is cleaned again', (t) => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const clean = cleanMarkdown(parts.join(''));
      t.is(cleanMarkdown(clean), clean);
    }),
    RUNS,
  );
});

test('a hundred thousand characters that begin links, images or tags are cleaned in linear time', (t) => {
  const cpuOf = (text: string) => {
    const from = process.cpuUsage();
    const cleaner = new MarkdownCleaner();
    for (let at = 0; at < text.length; at += 5) cleaner.push(text.slice(at, at + 5));
    cleaner.end();
    return process.cpuUsage(from).user / 1000;
  };
  for (const sign of ['[', '![', '<a', '[a](', '](', '[a', '<!--', ']: ']) {
    cpuOf(sign.repeat(1_000));
    const [short, long] = [
      cpuOf(sign.repeat(Math.ceil(25_000 / sign.length))),
      cpuOf(sign.repeat(Math.ceil(100_000 / sign.length))),
    ];
    t.true(long < 8 * Math.max(short, 20), `${sign}: ${short} and ${long} ms`);
  }
});
