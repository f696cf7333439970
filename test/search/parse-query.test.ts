import test from 'ava';
import { parseQuery } from '../../src/search/parse-query.js';
import { QueryError } from '../../src/search/query-tokens.js';
import { MAX_CLAUSES, type SearchQuery } from '../../src/search/search-query.js';

const options = { timeZone: 'UTC', types: ['vessel', 'article'] };

/** Returns a query in a compact form for comparison, such as `all(ever* flag=nl)`. */
function written(query: SearchQuery): string {
  if (query.kind === 'text') return `${query.isQuoted ? `"${query.text}"` : query.text}${query.isPrefix ? '*' : ''}`;
  if (query.kind === 'not') return `not(${written(query.of)})`;
  if ('values' in query) return `${query.field}=${query.values.join('|')}`;
  if ('range' in query) {
    const { min = '', max = '', isMinExclusive, isMaxExclusive } = query.range;
    return `${query.field}${isMinExclusive ? '(' : '['}${min},${max}${isMaxExclusive ? ')' : ']'}`;
  }
  if ('areas' in query) return `in=${query.areas.map(({ name }) => name).join('|')}`;
  if ('at' in query) return `${query.field}=${query.at.toISOString()}`;
  return 'circle' in query
    ? `near=${Object.values(query.circle).join(',')}`
    : `${query.kind}(${query.of.map(written).join(' ')})`;
}

const parsed = (text: string, more = {}) => written(parseQuery(text, { ...options, ...more }));

/** Returns the position of the error, counted from 1, and its text. */
function refused(text: string): string {
  try {
    return parsed(text);
  } catch (error) {
    if (error instanceof QueryError) return `${error.at + 1}: ${error.detail}`;
    throw error;
  }
}

test('words, phrases, exclusions, alternatives and parentheses form a tree, and only the last word is a prefix', (t) => {
  t.is(parsed('ever given'), 'all(ever given*)');
  t.is(parsed('"ever given"'), '"ever given"');
  t.is(parsed('tanker -"red sea" -lng'), 'all(tanker not("red sea") not(lng))');
  t.is(parsed('a b OR c (d OR e)'), 'any(all(a b) all(c any(d e)))');
  t.is(parsed('-(a OR b) well-known'), 'all(not(any(a b)) well-known*)');
  t.is(parsed('or OR and'), 'any(or and*)');
});

test('fields have values, ranges, days and circles', (t) => {
  t.is(parsed('type:vessel FLAG:PA,lr'), 'all(type=vessel flag=pa|lr)');
  t.is(parsed('source:"Reuters News" x'), 'all(source=reuters news x*)');
  t.is(
    parsed('speed:>10 speed:<=20.5 speed:10..20 severity:3 severity:*..4'),
    'all(speed(10,] speed[,20.5] speed[10,20] severity[3,3] severity[,4])',
  );
  t.is(parsed('near:51.95,-4.05,20km'), 'near=51.95,-4.05,20000');
  t.is(parsed('near:51.95,4.05'), 'near=51.95,4.05,50000');
  const areaOf = (name: string) =>
    name === 'hook of holland' ? { name, circle: { lat: 52, lon: 4, radiusMeters: 50_000 } } : { name, country: 'NL' };
  t.is(parsed('near:"Hook of Holland"', { areaOf }), 'near=52,4,150000');
  t.is(parsed('near:"Hook of Holland,20nm"', { areaOf }), 'near=52,4,37040');
  t.is(parsed('near:netherlands', { areaOf }), 'in=netherlands');
  t.regex(refused('near:rotterdam'), /^6: this must be a latitude/, 'without known places');
  t.is(parsed('after:2026-08-01T12:00:00+02:00'), 'after=2026-08-01T10:00:00.000Z');
});

test('a day begins at midnight in the time zone of the account, also when clocks change', (t) => {
  t.is(parsed('after:2026-08-01', { timeZone: 'Europe/Berlin' }), 'after=2026-07-31T22:00:00.000Z');
  t.is(parsed('before:2026-03-29', { timeZone: 'Europe/Berlin' }), 'before=2026-03-28T23:00:00.000Z');
  t.is(parsed('before:2026-03-30', { timeZone: 'Europe/Berlin' }), 'before=2026-03-29T22:00:00.000Z');
  t.is(parsed('after:2026-01-01', { timeZone: 'Asia/Kathmandu' }), 'after=2025-12-31T18:15:00.000Z');
  // On this day, clocks in Beirut change from 0:00 to 1:00.
  t.is(parsed('after:2026-03-29', { timeZone: 'Asia/Beirut' }), 'after=2026-03-28T22:00:00.000Z');
});

test('a colon in times, in URLs, in phrases and at the end of a word is text', (t) => {
  t.is(parsed('http://example.com/a:b'), 'http://example.com/a:b*');
  t.is(parsed('12:30 utc'), 'all(12:30 utc*)');
  t.is(parsed('"flag:PA"'), '"flag:PA"');
  t.is(parsed('warning: ships'), 'all(warning: ships*)');
});

test('an error names the position of the invalid part, and the most similar field', (t) => {
  t.is(
    refused('ships flg:PA'),
    '7: this is not a field. Did you mean flag? Put text that contains a colon in quotation marks.',
  );
  t.regex(refused('colour:red'), /^1: this is not a field\. The fields are type, symbol, .*near\./);
  t.is(refused('type:vesel'), '6: this is not a type of result. Did you mean vessel?');
  t.is(refused('ever "given'), '6: this quotation mark needs a second one');
  t.is(refused('(ever given'), '1: this parenthesis is not closed');
  t.is(refused('ever) given'), '5: this parenthesis was not opened');
  t.is(refused('ever () given'), '6: there is nothing in these parentheses');
  t.is(refused('OR ever'), '1: OR needs a condition on each side');
  t.is(refused('ever OR'), '6: OR needs a condition on each side');
  t.regex(refused('x speed:fast'), /^9: this must be a number or a range/);
  t.regex(refused('speed:20..10'), /^7: this must be a number or a range/);
  t.regex(refused('after:2026-02-30'), /^7: this must be a day/);
  t.regex(refused('near:95,4'), /^6: this must be a latitude/);
  t.is(refused('flag: PA'), '6: flag: needs a value');
});

test('a query has at most 20 clauses and at most 5 levels of parentheses', (t) => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  t.notThrows(() => parsed(words(MAX_CLAUSES)));
  t.is(refused(words(MAX_CLAUSES + 1)), '71: a query has at most 20 words, phrases and fields');
  t.is(parsed('(((((a)))))'), 'a');
  t.is(refused('((((((a))))))'), '6: parentheses are at most 5 deep');
});

test('an unfinished query is parsed: open quotes are closed, and incomplete clauses are left out', (t) => {
  const typed = (text: string) => parsed(text, { isUnfinished: true });
  t.is(typed('"red se'), '"red se"');
  t.is(typed('(ever OR'), 'ever');
  t.is(typed('ever flag:'), 'ever');
  t.is(typed('ever -'), 'ever');
  t.is(typed('foo:bar'), 'foo:bar*');
});

test('any text is parsed or rejected with a position inside it', (t) => {
  const signs = [
    '"',
    '(',
    ')',
    '-',
    ' ',
    'OR',
    ' OR ',
    'a',
    'flag:',
    'speed:>',
    'near:1,2',
    ':',
    '..',
    'é',
    '\u{1f6a2}',
    '\\',
    "'",
  ];
  let seed = 7;
  for (let round = 0; round < 5_000; round += 1) {
    let text = '';
    for (let part = 0; part < 8; part += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      text += signs[seed % signs.length];
    }
    for (const isUnfinished of [false, true]) {
      try {
        parsed(text, { isUnfinished });
      } catch (error) {
        t.true(error instanceof QueryError && error.at >= 0 && error.at <= text.length, text);
        t.false(isUnfinished && !/parentheses are|at most/.test((error as QueryError).detail), text);
      }
    }
  }
});
