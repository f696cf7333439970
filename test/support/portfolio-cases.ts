import { readFileSync } from 'node:fs';

/** Returns the cases in a file of `test/fixtures/portfolios`. */
export function casesOf<Case>(
  file: 'attribution' | 'currency' | 'holdings' | 'lots' | 'returns' | 'risk' | 'xirr',
): Array<Case & { name: string }> {
  const url = new URL(`../../../test/fixtures/portfolios/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { cases: Array<Case & { name: string }> }).cases;
}

/** Returns a plain date as days since 1970-01-01. */
export const dayOf = (date: string): number => Date.parse(date) / 86_400_000;
