import test from 'ava';
import fc from 'fast-check';
import { readOpmlInThread } from '../../../../src/features/news/feeds/read-opml-in-thread.js';
import { oneLine } from '../../../../src/features/news/reading/plain-text.js';
import { type ReadFeed, readFeedInThread } from '../../../../src/features/news/reading/read-feed-in-thread.js';

const now = Date.parse('2026-11-22T12:00:00Z');
const day = 86_400_000;
const origin = {
  url: 'https://news.example/feeds/world.xml',
  name: null,
  language: null,
  country: 'NL',
  owner: null,
  tier: 2 as const,
};

const read = (text: string | Uint8Array) =>
  readFeedInThread({
    body: { bytes: typeof text === 'string' ? Buffer.from(text) : text, contentType: null, contentEncoding: null },
    origin,
    now,
    maxAgeMs: 30 * day,
  });
const articlesOf = (text: string) => (read(text) as ReadFeed).articles;
const rss = (items: string, head = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>World</title><link>https://news.example/</link>${head}${items}</channel></rss>`;
const item = (inside: string, date = 'Sun, 22 Nov 2026 10:00:00 GMT') =>
  `<item><title>Port closed</title><pubDate>${date}</pubDate>${inside}</item>`;

test('an item of RSS becomes an article of plain text with absolute links', (t) => {
  const [article] = articlesOf(
    rss(
      item(
        '<link>/a/1?x=1&amp;y=2</link><guid isPermaLink="false">n-1</guid><description>&lt;p&gt;The &lt;b&gt;port&lt;/b&gt; is closed.&lt;/p&gt;</description>',
      ),
      '<language>nl-NL</language><ttl>30</ttl>',
    ),
  );
  t.like(article, {
    externalId: 'n-1',
    url: 'https://news.example/a/1?x=1&y=2',
    title: 'Port closed',
    summary: 'The port is closed.',
    text: null,
    publishedAt: new Date('2026-11-22T10:00:00Z'),
    declaredLanguage: 'nl',
    sourceName: 'World',
    owner: 'news.example',
    tier: 2,
    sourceCountry: 'NL',
  });
});

test('the time to live of RSS is read in minutes; one that is not positive counts as missing', (t) => {
  const secondsOf = (head: string) => (read(rss('', head)) as ReadFeed).ttlSeconds;
  t.deepEqual(['<ttl>30</ttl>', '<ttl>1</ttl>', '<ttl>0</ttl>', '<ttl>-5</ttl>', ''].map(secondsOf), [
    1_800,
    60,
    null,
    null,
    null,
  ]);
});

test('Atom titles that are escaped twice are decoded, and links are relative to xml:base', (t) => {
  const [article] = articlesOf(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/x/"><title>B</title><id>b</id><updated>2026-11-22T10:00:00Z</updated>
    <entry><id>tag:blog.example,2026:1</id><title type="html">A &amp;amp; B</title><link rel="self" href="self.xml"/><link href="1.html"/><updated>2026-11-22T10:00:00Z</updated></entry></feed>`,
  );
  t.like(article, { title: 'A & B', url: 'https://blog.example/x/1.html', externalId: 'tag:blog.example,2026:1' });
});

test('a title that mentions a tag keeps it if the tag is escaped in HTML or the title is plain text; tags of HTML are removed', (t) => {
  const titled = (inside: string) => item('').replace('Port closed', inside);
  t.is(articlesOf(rss(titled('How to use &amp;lt;video&amp;gt; tags')))[0]?.title, 'How to use <video> tags');
  t.is(articlesOf(rss(titled('<![CDATA[if a &lt;b and <i>c</i>&gt; d]]>')))[0]?.title, 'if a <b and c> d');
  const atom = (type: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><id>1</id><updated>2026-11-22T10:00:00Z</updated><title ${type}>Use &lt;b&gt;</title></entry></feed>`;
  t.is(articlesOf(atom('type="text"'))[0]?.title, 'Use <b>');
  t.is(articlesOf(atom('type="html"'))[0]?.title, 'Use');
});

test('a text of Atom without a type is plain text', (t) => {
  const feed = (type: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title ${type}>On &lt;b&gt;</title><entry><id>1</id><updated>2026-11-22T10:00:00Z</updated>
    <title ${type}>How to use &lt;video&gt; tags</title><summary ${type}>In &lt;p&gt; and &amp;amp; more</summary></entry></feed>`;
  t.like(articlesOf(feed(''))[0], { title: 'How to use <video> tags', sourceName: 'On <b>' });
  t.like(articlesOf(feed('type="html"'))[0], { title: 'How to use tags', sourceName: 'On' });
});

test('in a title of RSS, a known element with attributes or both tags is markup; every other angle bracket is text', (t) => {
  const titled = (inside: string) =>
    articlesOf(rss(item('').replace('Port closed', `<![CDATA[${inside}]]>`)))[0]?.title;
  for (const [written, shown] of [
    ['How to use <video> tags', 'How to use <video> tags'],
    ['If a < b and c > d', 'If a < b and c > d'],
    ['A <b>bold</b> move', 'A bold move'],
    ['A <B>bold</b> move', 'A bold move'],
    ['A <img src="x.png"> move', 'A move'],
    ['A<br>move', 'A move'],
    ['List<String> and <T>x</T>', 'List<String> and <T>x</T>'],
    ['Use <p> not <b>this</b>', 'Use <p> not this'],
    ['The </b> tag', 'The </b> tag'],
    ['A <!-- hidden --> move', 'A move'],
  ] as const)
    t.is(titled(written), shown, written);
});

test('RDF and JSON Feed are read like RSS and Atom', (t) => {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="https://r.example/"><title>R</title><link>https://r.example/</link></channel>
    <item rdf:about="https://r.example/1"><title>One</title><link>https://r.example/1</link><dc:date>2026-11-22T10:00:00+01:00</dc:date></item></rdf:RDF>`;
  t.like(articlesOf(rdf)[0], {
    externalId: 'https://r.example/1',
    title: 'One',
    publishedAt: new Date('2026-11-22T09:00:00Z'),
  });
  const json = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [
      {
        id: 7,
        url: 'https://j.example/7',
        title: 'Seven',
        content_text: '1 < 2',
        date_published: '2026-11-22T10:00:00Z',
      },
    ],
  };
  t.like(articlesOf(JSON.stringify(json))[0], {
    externalId: '7',
    title: 'Seven',
    summary: '1 < 2',
    url: 'https://j.example/7',
  });
});

test('addresses that are not http or https, or that contain credentials, are left out', (t) => {
  const links = ['javascript:alert(1)', 'ftp://x.example/1', 'https://user:pass@x.example/', 'data:text/html,x'];
  for (const link of links)
    t.is(articlesOf(rss(item(`<link>${link}</link><guid isPermaLink="false">1</guid>`)))[0]?.url, null);
});

test('items without a readable date have the time of reading, a millisecond apart, and an id that does not depend on it', (t) => {
  const undated = '<item><title>A</title></item><item><title>B</title><pubDate>3/4/2026</pubDate></item>';
  const both = articlesOf(rss(undated + item('')));
  t.deepEqual(
    both.map(({ title, publishedAt, isDated }) => [title, now - publishedAt.getTime(), isDated]),
    [
      ['A', 0, false],
      ['B', 1, false],
      ['Port closed', 2 * 3_600_000, true],
    ],
  );
  t.deepEqual(
    both.slice(0, 2).map(({ externalId }) => externalId),
    ['A', 'B'],
  );
});

test('items with a date in the future, old and repeated items, and items without a title are skipped and counted', (t) => {
  const feed = read(
    rss(
      [
        item('<guid>1</guid>'),
        item('<guid>1</guid>'),
        item('<guid>3</guid>', 'Sun, 22 Nov 2026 13:00:01 GMT'),
        item('<guid>4</guid>', 'Thu, 22 Oct 2026 10:00:00 GMT'),
        '<item><guid>5</guid><pubDate>Sun, 22 Nov 2026 10:00:00 GMT</pubDate><category>none</category></item>',
      ].join(''),
    ),
  ) as ReadFeed;
  t.deepEqual(feed.refused, { repeated: 1, future: 1, old: 1, no_title: 1 });
  t.is(feed.items, 5);
  t.is(feed.articles.length, 1);
});

test('a date up to an hour in the future counts as now', (t) => {
  t.deepEqual(articlesOf(rss(item('<guid>1</guid>', 'Sun, 22 Nov 2026 12:59:00 GMT')))[0]?.publishedAt, new Date(now));
});

test('the owner of an article that a feed took from another publication is that publication', (t) => {
  const [article] = articlesOf(
    rss(item('<link>https://news.example/1</link><source url="https://www.other.example/rss">The Other</source>')),
  );
  t.like(article, { sourceName: 'The Other', owner: 'other.example' });
});

const refused: ReadonlyArray<readonly [what: string, text: string, code: string]> = [
  ['an HTML page', '<!DOCTYPE html><html><body><rss></rss></body></html>', 'html'],
  [
    'an HTML page after an XML declaration and a comment',
    '<?xml version="1.0"?><!-- x --><html><body></body></html>',
    'html',
  ],
  ['other XML', '<?xml version="1.0"?><catalog/>', 'not_a_feed'],
  ['other JSON', '{"items":[]}', 'not_a_feed'],
  [
    'an external entity',
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><rss version="2.0"><channel><title>&x;</title></channel></rss>',
    'malformed',
  ],
  ['elements nested half a million times', `<rss><channel>${'<a>'.repeat(500_000)}`, 'malformed'],
  [
    'JSON nested a million times',
    `{"version":"https://jsonfeed.org/version/1.1","items":${'['.repeat(1_000_000)}`,
    'malformed',
  ],
  ['white space', ' \n ', 'empty'],
];

for (const [what, text, code] of refused)
  test(`${what} is rejected as ${code}`, (t) => {
    t.deepEqual(read(text), { refusal: code } as never);
  });

test('XML entities that would grow exponentially are not expanded', (t) => {
  const bomb = Array.from({ length: 10 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`).join('');
  const feed = read(
    `<?xml version="1.0"?><!DOCTYPE r [${bomb}]>${rss(item('<guid>1</guid><description>&a9;</description>')).slice(21)}`,
  ) as ReadFeed;
  t.is(feed.articles.length, 1);
  t.true(JSON.stringify(feed).length < 2_000);
});

test('the first 2,000 of 20,000 items are read', (t) => {
  const feed = read(rss(Array.from({ length: 20_000 }, (_, at) => item(`<guid>${at}</guid>`)).join(''))) as ReadFeed;
  t.is(feed.articles.length, 2_000);
  t.deepEqual(feed.refused, { too_many: 18_000 });
});

const samples = [
  rss(
    item(
      '<link>/1</link><guid>1</guid><description><![CDATA[<p>Text</p>]]></description><source url="https://o.example/">O</source>',
    ),
    '<ttl>5</ttl>',
  ),
  '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/x/"><title>B</title><entry><id>1</id><title type="html">&lt;b&gt;T</title><link href="1"/><updated>2026-11-22T10:00:00Z</updated></entry></feed>',
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [{ id: '1', title: 'One', content_html: '<p>x', date_published: '2026-11-22T10:00:00Z' }],
  }),
  '<opml version="2.0"><body><outline text="F"><outline text="A" xmlUrl="https://a.example/"/></outline></body></opml>',
];

test('the reader does not throw for any mutation of a document: the document is read or rejected with a code', (t) => {
  const scraps = fc.constantFrom(
    '<',
    '>',
    '&',
    ']]>',
    '<![CDATA[',
    '<!DOCTYPE x [',
    '"',
    '\u0000',
    '\ud800',
    '</item>',
    '<item>',
    '{',
    '[',
    'null',
    '&#x0;',
    '<?xml',
    '__proto__',
  );
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(40), scraps), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...samples), edits, (sample, changes) => {
      const mutant = changes.reduce((text, [at, removed, scrap]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + scrap + text.slice(place + removed);
      }, sample);
      const answer = read(Buffer.from(mutant));
      t.true(
        'refusal' in answer ||
          // A title may have an angle bracket: that of a tag that it names, or that a mutation has made text.
          answer.articles.every(
            ({ title, url }) => title !== '' && title === oneLine(title) && (url === null || /^https?:/.test(url)),
          ),
      );
      const outlines = readOpmlInThread(mutant);
      t.true(outlines === undefined || Array.isArray(outlines));
    }),
    { numRuns: 400 },
  );
});
