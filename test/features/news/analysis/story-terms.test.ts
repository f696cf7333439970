import test from 'ava';
import { saysLittle, storyTerms } from '../../../../src/features/news/analysis/story-terms.js';

/** Terms of one class, of the title and of the sentence. */
const termsOf = (termClass: string, title: string, sentence: string | null = null): string[] =>
  storyTerms(title, sentence)
    .filter((term) => term[1] === termClass)
    .map((term) => `${term[0]}:${term.slice(3)}`);
const quantities = (title: string) => termsOf('q', title).map((term) => term.slice(2));

test('words of one meaning are one term, in four languages', (t) => {
  for (const title of [
    'Quake hits Chile',
    'Tremor in Chile',
    'Erdbeben in Chile',
    'Séisme au Chili',
    'Terremoto en Chile',
  ])
    t.deepEqual(termsOf('e', title), ['t:event:quake'], title);
  t.deepEqual(termsOf('e', 'Die Regierung stellt den Haushalt vor'), [], 'a German article is no death');
  t.deepEqual(termsOf('e', 'Three die in avalanche'), ['t:event:death', 't:event:avalanche']);
  t.true(termsOf('e', 'Carmaker to cut 500 jobs').includes('t:event:layoffs'), 'two words make a meaning');
});

test('a number is a term together with its unit or with the things that it counts', (t) => {
  t.deepEqual(quantities('Deal worth $4.9 billion'), ['money:4900000000']);
  t.deepEqual(quantities('Geschäft für 4,9 Milliarden Euro'), ['money:4900000000']);
  t.deepEqual(quantities('Rates rise to 4.75%'), ['percent:4.75']);
  t.deepEqual(quantities('Storm kills 1,250'), ['death:1250']);
  t.deepEqual(quantities('At least 12 dead, 90 hurt in train crash'), ['death:12~', 'injury:90']);
  t.deepEqual(quantities('Magnitude 6 earthquake shakes coast'), ['magnitude:6']);
  t.deepEqual(quantities('Airline orders 60 jets'), ['plane:60']);
  t.deepEqual(quantities('Mayor elected in 2026 for four years'), [], 'years and lengths of time count nothing');
});

test('a place gives its country as a term, and a name of several words its initials', (t) => {
  t.deepEqual(termsOf('k', 'Fire in the port of Rotterdam'), ['t:country:NL']);
  t.deepEqual(termsOf('c', 'Dutch port of Rotterdam on fire'), ['t:country:NL']);
  t.deepEqual(termsOf('k', 'Dutch port of Rotterdam on fire'), [], 'a country that is named beats it');
  t.true(termsOf('a', 'Yen falls as Bank of Japan waits').includes('t:boj'));
});

test('terms of the title come first, and only the first sentence of a summary is read', (t) => {
  const terms = storyTerms(
    'Tanker Talara seized',
    'DUBAI, Nov 14 (Agency) - The Talara was taken to Bandar Abbas by armed men. Kuwait is worried.',
  );
  t.true(terms.some((term) => term.startsWith('s') && term.endsWith('bandar')));
  t.false(terms.some((term) => term.includes('dubai') || term.endsWith('country:KW')));
  const last = terms.findLastIndex((term) => term.startsWith('t'));
  t.true(terms.slice(last + 1).every((term) => term.startsWith('s')));
});

test('generic words of news say little, and words of a story do not', (t) => {
  for (const word of ['report', 'says', 'the']) t.true(saysLittle(word), word);
  for (const word of ['tanker', 'avalanche']) t.false(saysLittle(word), word);
});
