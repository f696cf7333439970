import { readFileSync } from 'node:fs';
import { lazy } from '../async/lazy.js';
import { foldedWords } from '../text/words.js';

/** Country codes by names and adjectives of one word, normalized. */
const codes = lazy(() => {
  const byWord = new Map<string, string>([
    ['uk', 'GB'],
    ['us', 'US'],
    ['usa', 'US'],
    ['uae', 'AE'],
    ['dprk', 'KP'],
    ['korea', 'KR'],
    ['korean', 'KR'],
    ['american', 'US'],
  ]);
  for (const line of readFileSync(new URL('countries.tsv', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [code, name = '', others = '', adjectives = ''] = line.split('\t');
    for (const one of [name, ...others.split('|'), ...adjectives.split('|')]) {
      const word = foldedWords(one);
      if (word !== '' && !word.includes(' ') && !byWord.has(word)) byWord.set(word, code as string);
    }
  }
  return byWord;
});

/**
 * Returns the country code (ISO 3166-1 alpha-2) for a normalized name or adjective of one word; undefined for other
 * words.
 */
export const countryOfWord = (word: string): string | undefined => codes().get(word);

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Country codes (ISO 3166-1 alpha-2) by all names of the countries, normalized. */
export const countryCodes = lazy((): ReadonlyMap<string, string> => {
  const byName = new Map(codes());
  for (const line of readFileSync(new URL('countries.tsv', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [code = '', name = '', others = '', adjectives = ''] = line.split('\t');
    for (const one of [name, ...others.split('|'), ...adjectives.split('|')]) {
      const text = foldedWords(one);
      if (text !== '' && !byName.has(text)) byName.set(text, code);
    }
  }
  return byName;
});

/** Returns the country code (ISO 3166-1 alpha-2) for a code or a name; undefined for other texts. */
export function countryNamed(text: string): string | undefined {
  const code = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined) return code;
  return countryCodes().get(foldedWords(text));
}
