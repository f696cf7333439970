import test from 'ava';
import { analyzeArticle } from '../../../../src/features/news/analysis/analyze-article.js';
import type { ParsedArticle } from '../../../../src/features/news/article.js';

const article = (values: Partial<ParsedArticle>): ParsedArticle => ({
  externalId: '1',
  url: null,
  title: 'Title',
  summary: null,
  text: null,
  author: null,
  publishedAt: new Date(0),
  declaredLanguage: null,
  sourceName: 'Example',
  owner: 'example.com',
  tier: 3,
  sourceCountry: null,
  sourceSymbols: [],
  position: null,
  providerSentiment: null,
  ...values,
});
const analyze = (values: Partial<ParsedArticle>) => analyzeArticle(article(values));

test('an article gets language, tone, symbols, places and countries', (t) => {
  const found = analyze({
    url: 'http://www.example.com/a?utm_source=rss',
    title: 'UPDATE 1-Oil tanker seized in Strait of Hormuz, Iran says - Example',
    summary: 'Shell shares fell in London after Iranian forces attacked a ship near Bandar Abbas.',
  });
  t.is(found.canonicalUrl, 'https://example.com/a');
  t.is(found.language, 'en');
  t.true(found.tone !== null && found.tone < -0.5);
  t.deepEqual(found.symbols, ['SHEL.LSE']);
  t.deepEqual(found.entities, ['symbol:SHEL.LSE']);
  t.deepEqual(found.places.map(({ name }) => name).sort(), ['Bandar Abbas', 'London', 'Strait of Hormuz']);
  t.deepEqual(found.countries, ['IR', 'GB']);
  t.is(found.titleKey, 'oil tanker seized in strait of hormuz iran says');
});

test('the position given by the source comes first', (t) => {
  const [first] = analyze({ title: 'Flooding reported in Rotterdam', position: { lat: 51.9, lon: 4.1 } }).places;
  t.deepEqual([first?.lat, first?.lon, first?.confidence], [51.9, 4.1, 1]);
});

test('a named place is at the position of the source within about 110 km, also across the antimeridian', (t) => {
  const placesAt = (lon: number) =>
    analyze({ title: 'Funafuti flooded by high tides', position: { lat: -8.5, lon } }).places.map(({ name }) => name);
  t.deepEqual(placesAt(179.3), ['Funafuti']);
  t.deepEqual(placesAt(-179.9), ['Funafuti']);
  t.deepEqual(placesAt(-179.7), ['8.50° S 179.70° W', 'Funafuti']);
});

test('symbols of the source and of the text are merged without duplicates', (t) => {
  t.deepEqual(analyze({ title: 'Tesla and Boeing rise', sourceSymbols: ['TSLA.US'] }).symbols, ['TSLA.US', 'BA.US']);
});

test('the language is that of the text; a short title has the declared language', (t) => {
  t.is(analyze({ title: 'Der Bundestag stimmt heute über den Haushalt ab', declaredLanguage: 'en' }).language, 'de');
  t.is(analyze({ title: 'Brexit', declaredLanguage: 'fr' }).language, 'fr');
});

test('Indonesian and Malay are distinguished', (t) => {
  for (const [language, title] of [
    ['id', 'Gubernur Jakarta mengatakan bahwa pemerintah akan membangun jalan tol baru karena kemacetan'],
    ['id', 'Presiden Indonesia mengumumkan kenaikan harga bahan bakar minyak mulai minggu depan'],
    ['id', 'Harga beras naik di sejumlah daerah di Jawa Timur, kata menteri pertanian kepada wartawan'],
    ['ms', 'Kerajaan Malaysia mengumumkan bahawa harga minyak akan dinaikkan mulai minggu hadapan'],
    ['ms', 'Seramai lima orang cedera dalam kemalangan di lebuh raya, kata polis kepada pemberita'],
  ] as const)
    t.is(analyze({ title, declaredLanguage: null }).language, language, title);
});

test('the tone follows the words, their negation and the title, and is null for languages without a lexicon', (t) => {
  const tone = (title: string) => analyze({ title, declaredLanguage: 'en' }).tone ?? Number.NaN;
  t.true(tone('Shares surge to record high on strong growth') > 0.6);
  t.true(tone('Dozens killed as ferry capsizes in the storm') < -0.6);
  t.true(
    tone('Officials say the attack was not fatal for anyone there') >
      tone('Officials say the attack was fatal for anyone there'),
  );
  t.is(tone('Council meets on Thursday about parking in the town'), 0);
  t.is(analyze({ title: 'Viele Tote nach schwerem Unwetter in der Region am Montag' }).tone, null);
});

test('titles that differ in case, punctuation, tags and publisher have one key', (t) => {
  const keys = [
    'BREAKING: Iran’s oil exports fall 5% in May - Example News',
    'Iran’s Oil Exports Fall 5% in May',
    'IRANS OIL EXPORTS FALL 5% IN MAY | Example',
  ].map((title) => analyze({ title }).titleKey);
  t.is(keys[0], keys[1]);
  t.is(
    analyze({ title: 'Exports rise 1,200.5 points' }).titleKey,
    analyze({ title: 'Exports rise 1200.5 points' }).titleKey,
  );
});

test('texts without names are analyzed, too', (t) => {
  for (const title of ['…', '日本銀行、金利を引き上げ', '👍', 'a'.repeat(500)]) {
    const { titleKey, minhash } = analyze({ title, summary: '' });
    t.true(titleKey.length > 0);
    t.is(minhash.length, 64);
  }
});

test('the area behind a town is no company, also where a company has its name', (t) => {
  t.deepEqual(analyze({ title: 'Police closed a road in Reading, Berkshire' }).symbols, []);
  t.deepEqual(analyze({ title: 'In Omaha, Berkshire buys shares' }).symbols, ['BRK-B.US']);
  t.deepEqual(analyze({ title: 'Berkshire buys shares in Reading, Berkshire' }).symbols, ['BRK-B.US']);
});
