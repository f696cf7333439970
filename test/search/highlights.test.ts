import test from 'ava';
import { highlightsIn, snippetOf } from '../../src/search/highlights.js';
import type { TextClause } from '../../src/search/search-query.js';

const term = (text: string, more: Partial<TextClause> = {}): TextClause => ({
  kind: 'text',
  text,
  isPrefix: false,
  isQuoted: false,
  ...more,
});
const marked = (text: string, ...terms: TextClause[]) =>
  highlightsIn(text, terms).map(({ start, end }) => text.slice(start, end));

test('whole words are marked where they match, regardless of case and accents', (t) => {
  t.deepEqual(marked('Cádiz, CADIZ and Cadizian', term('cadiz')), ['Cádiz', 'CADIZ']);
  t.deepEqual(marked('Cádiz, CADIZ and Cadizian', term('cadiz', { isPrefix: true })), ['Cádiz', 'CADIZ', 'Cadizian']);
  t.deepEqual(marked('🚢 Łódź 🚢', term('lodz')), ['Łódź']);
});

test('only complete occurrences of a phrase are marked', (t) => {
  t.deepEqual(marked('The red sea, a sea of red', term('red sea', { isQuoted: true })), ['red', 'sea']);
  t.deepEqual(marked('Re-entry and re entry', term('re-entry')), ['Re', 'entry', 're', 'entry']);
});

test('similar words are marked only where no word matches exactly, and never for a phrase', (t) => {
  t.deepEqual(marked('Roterdam harbor', term('rotterdam')), ['Roterdam']);
  t.deepEqual(marked('Roterdam and Rotterdam', term('rotterdam')), ['Rotterdam']);
  t.deepEqual(marked('Roterdam', term('rotterdam', { isQuoted: true })), []);
});

test('a snippet is the part around the first match, cut at words', (t) => {
  const long = `${'before '.repeat(60)}target ${'after '.repeat(60)}`;
  const snippet = snippetOf(long, [term('target')]);
  t.regex(snippet, /^… (?:before )+target (?:after )+…$/);
  t.true(snippet.length <= 210);
  t.is(snippetOf('short  text\n', [term('text')]), 'short text');
  t.regex(snippetOf('word '.repeat(100), [term('absent')]), /^word .* …$/);
});

test('a snippet of a text without spaces is cut without breaking a character', (t) => {
  const snippet = snippetOf('🚢'.repeat(500), [term('ship')]);
  t.true(snippet.isWellFormed());
  t.true(snippet.length <= 210);
});
