import test from 'ava';
import { textQuery } from '../../src/events/text-query.js';

test('longer words match as prefixes, shorter ones only as a whole, and all words must match', (t) => {
  t.is(textQuery('storm  M5 Manila'), "'storm':* & 'M5' & 'Manila':*");
});

test('a quoted phrase matches as a whole, also without the closing quote', (t) => {
  t.is(textQuery('"red sea" tanker'), "'red sea' & 'tanker':*");
  t.is(textQuery('"red sea'), "'red sea'");
});

test('a minus before a word or a phrase excludes it; a hyphen within a word does not', (t) => {
  t.is(textQuery('storm -drill -"red sea"'), "'storm':* & !'drill':* & !'red sea'");
  t.is(textQuery('ever-given'), "'ever-given':*");
});

test('accents are removed', (t) => {
  t.is(textQuery('Cádiz'), "'Cadiz':*");
});

test('operators and quotes of the query language are plain text', (t) => {
  t.is(textQuery("a'b & !c:* (d|e) f\\g"), "'a''b':* & '!c:*':* & '(d|e)':* & 'f g':*");
});

test('a text without letters or digits, and a text of more than 16 words, give no query', (t) => {
  for (const text of ['', ' ', '"', '-', '"" & | !', '***']) t.is(textQuery(text), undefined, text);
  t.is(textQuery(Array(17).fill('a').join(' ')), undefined);
  t.is(typeof textQuery(Array(16).fill('a').join(' ')), 'string');
});
