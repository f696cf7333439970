import { readFileSync } from 'node:fs';
import { lazy } from '../../async/lazy.js';
import { parseSymbol } from './market-symbol.js';

/** First days by symbol, or by the code of a currency or crypto-asset. */
const known = lazy(() => {
  const lines = readFileSync(new URL('first-days.tsv', import.meta.url), 'utf8').split('\n');
  return new Map(
    lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t') as [string, string]),
  );
});

/**
 * Returns the first day on which an instrument could be held: for a security, its listing; for a pair, the introduction
 * of the newer of its two currencies or crypto-assets, as far as known.
 * @param symbol in upper case
 * @returns a day such as `1980-12-12`; null: unknown
 */
export function firstDayOf(symbol: string): string | null {
  const days = known();
  const own = days.get(symbol);
  if (own !== undefined || !/\.(?:FOREX|CC)$/.test(symbol)) return own ?? null;
  const pair = parseSymbol(symbol)?.pair;
  const introduced = [pair?.base, pair?.quote].flatMap((code) => days.get(code ?? '') ?? []);
  return introduced.sort().at(-1) ?? null;
}
