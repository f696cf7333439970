import { readFileSync } from 'node:fs';
import { lazy } from '../async/lazy.js';
import { foldedWords } from '../text/words.js';

/** Countries by their names and adjectives of one word, folded. */
const codes = lazy(() => {
  const byWord = new Map<string, string>([
    ['uk', 'GB'],
    ['us', 'US'],
    ['usa', 'US'],
    ['uae', 'AE'],
    ['dprk', 'KP'],
    ['korea', 'KR'],
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

/** Returns the country (ISO 3166-1 alpha-2) of a name or adjective of one word, folded; undefined for other words. */
export const countryOfWord = (word: string): string | undefined => codes().get(word);
