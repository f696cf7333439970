import test from 'ava';
import { eodhdArticles } from '../../../../src/features/news/sources/eodhd-source.js';
import { finnhubArticles } from '../../../../src/features/news/sources/finnhub-source.js';
import { gdeltArticles } from '../../../../src/features/news/sources/gdelt-source.js';
import { hackerNewsStory, storyIds } from '../../../../src/features/news/sources/hackernews-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';

const codeOf = (read: () => unknown) => {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as UpstreamError).code;
  }
};

test('an article of EODHD has its symbols and its sentiment, which may be absent', (t) => {
  const base = {
    date: '2026-11-20T22:08:00+00:00',
    title: 'Chips rally',
    content: 'One &amp; two',
    link: 'https://x.example/1',
  };
  const { articles, skipped } = eodhdArticles([
    { ...base, symbols: ['AMD.US', 'not a symbol'], sentiment: { polarity: -0.813 } },
    { ...base, link: 'https://x.example/2', symbols: [], sentiment: null },
    { ...base, date: 'never' },
  ]);
  t.like(articles[0], {
    title: 'Chips rally',
    summary: 'One & two',
    sourceSymbols: ['AMD.US'],
    providerSentiment: -0.813,
    owner: 'x.example',
  });
  t.like(articles[1], { sourceSymbols: [], providerSentiment: null });
  t.deepEqual([articles.length, skipped], [2, 1]);
});

test('an article of Finnhub names its publication, because its link goes through Finnhub', (t) => {
  const { articles } = finnhubArticles([
    {
      id: 7,
      datetime: 1_779_554_718,
      headline: 'Dividend <b>raised</b>',
      related: 'AAPL',
      source: 'Yahoo',
      summary: 'Text',
      url: 'https://finnhub.io/api/news?id=1',
    },
  ]);
  t.like(articles[0], {
    externalId: '7',
    title: 'Dividend raised',
    sourceName: 'Yahoo',
    owner: 'yahoo',
    sourceSymbols: ['AAPL.US'],
  });
  t.is(articles[0]?.publishedAt.getTime(), 1_779_554_718_000);
});

test('an article of GDELT has the codes of its language and country, and no spaces before punctuation', (t) => {
  const article = {
    url: 'https://www.x.example/1',
    title: 'Port closed , ships wait',
    seendate: '20261120T120000Z',
    domain: 'x.example',
    language: 'Spanish',
    sourcecountry: 'Mexico',
  };
  const { articles } = gdeltArticles(JSON.stringify({ articles: [article] }));
  t.like(articles[0], {
    title: 'Port closed, ships wait',
    declaredLanguage: 'es',
    sourceCountry: 'MX',
    owner: 'x.example',
  });
  t.is(articles[0]?.publishedAt.toISOString(), '2026-11-20T12:00:00.000Z');
});

test('GDELT reports errors with status 200: too many calls are a rate limit, sentences and pages a bad response, and an empty body no matches', (t) => {
  t.is(
    codeOf(() => gdeltArticles('Please limit requests to one every 5 seconds or contact us.')),
    'rate_limited',
  );
  t.is(
    codeOf(() => gdeltArticles('Your query was too short or too long.')),
    'bad_answer',
  );
  t.is(
    codeOf(() => gdeltArticles('<html></html>')),
    'bad_answer',
  );
  t.deepEqual(gdeltArticles('{}'), { articles: [], skipped: 0 });
  t.deepEqual(gdeltArticles(''), { articles: [], skipped: 0 });
});

test('the link of a story of Hacker News without one is its discussion; deleted, dead and other items are ignored', (t) => {
  const story = { id: 8863, type: 'story', by: 'someone', time: 1_779_554_718, title: 'Show HN: A &amp; B' };
  t.like(hackerNewsStory(story), {
    externalId: '8863',
    title: 'Show HN: A & B',
    url: 'https://news.ycombinator.com/item?id=8863',
    tier: 4,
  });
  t.like(hackerNewsStory({ ...story, url: 'https://x.example/' }), { url: 'https://x.example/', owner: 'x.example' });
  for (const change of [{ deleted: true }, { dead: true }, { type: 'job' }, { title: '' }, { time: 'now' }])
    t.is(hackerNewsStory({ ...story, ...change }), undefined);
  t.is(
    codeOf(() => storyIds({ error: 'no' })),
    'bad_answer',
  );
});

test('responses that are not lists, or have no record of the documented form, are bad responses', (t) => {
  for (const read of [eodhdArticles, finnhubArticles]) {
    t.is(
      codeOf(() => read({ error: 'no' })),
      'bad_answer',
    );
    t.is(
      codeOf(() => read([{}, null, 1])),
      'bad_answer',
    );
    t.deepEqual(read([]), { articles: [], skipped: 0 });
  }
});

test('the ids of stories are whole numbers from 1 on', (t) => {
  t.deepEqual(storyIds([1, 2]), [1, 2]);
  for (const id of [0, -1, 1.5, '1']) t.throws(() => storyIds([id]), { code: 'bad_answer' });
});
