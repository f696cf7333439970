import test from 'ava';
import { PhraseMatcher } from '../../src/text/phrase-matcher.js';
import { fold, foldedWords, wordsOf } from '../../src/text/words.js';

const matcher = new PhraseMatcher<string>();
for (const phrase of ['US', 'U.S.', 'New York', 'New York City', 'york', 'São Paulo', 'Łódź', 'Bab el-Mandeb'])
  matcher.add(phrase, phrase);
const found = (text: string) => matcher.find(wordsOf(text)).flatMap(({ values }) => values);

test('the longest phrase is found, regardless of accents and punctuation of the text', (t) => {
  t.deepEqual(found('From New York City to Sao Paulo, by Bab-el-Mandeb and Lodz'), [
    'New York City',
    'São Paulo',
    'Bab el-Mandeb',
    'Łódź',
  ]);
  t.deepEqual(found('New York and New Yorkers'), ['New York']);
});

test('capitals of a phrase are required in the text', (t) => {
  t.deepEqual(found('It gives us hope; the US and the U.S. agree with york'), ['US', 'U.S.', 'york']);
  t.deepEqual(found('new york'), ['york']);
});

test('words have the positions of the original text', (t) => {
  const text = 'Ünïted “Nations” – 東京';
  t.deepEqual(
    wordsOf(text).map(({ start, end }) => text.slice(start, end)),
    ['Ünïted', 'Nations', '東京'],
  );
});

test('folding keeps letters of other scripts and writes Latin ones in ASCII', (t) => {
  t.is(fold('Łódź Ærø Straße İzmir'), 'lodz aero strasse izmir');
  t.is(foldedWords('Київ – 서울, が'), 'киів 서울 が');
});

test('the time to find phrases grows with the text, not with its square', (t) => {
  const words = wordsOf('New York '.repeat(20_000));
  t.is(matcher.find(words).length, 20_000);
});
