import { type FieldProblem, Problem } from '../../../api/problem.js';
import type { Owned } from '../../../resources/owned-table.js';
import { parseSymbol } from '../market-symbol.js';

export const MAX_SYMBOLS = 200;

/** A list of symbols of an account. */
export interface Watchlist extends Owned {
  name: string;
  /** Symbols in upper case, distinct, in the order chosen by the account. */
  symbols: string[];
}

/**
 * Normalizes symbols: upper case, without duplicates. Unknown symbols are accepted.
 * @throws Problem `invalid_request` that names invalid symbols
 */
export function symbolsOf(given: readonly string[]): string[] {
  const errors = given.flatMap((text, index): FieldProblem[] =>
    parseSymbol(text) === undefined ? [{ pointer: `/symbols/${index}`, detail: INVALID_SYMBOL_DETAIL }] : [],
  );
  if (errors.length > 0)
    throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
  return [...new Set(given.map((text) => text.toUpperCase()))];
}

/** Returns the symbol of a path parameter. @throws Problem `invalid_request` */
export function symbolInPath(text: string): string {
  const symbol = parseSymbol(text);
  if (symbol !== undefined) return symbol.text;
  throw new Problem('invalid_request', {
    detail: 'The address is not valid; see errors.',
    errors: [{ pointer: 'path/symbol', detail: INVALID_SYMBOL_DETAIL }],
  });
}

const INVALID_SYMBOL_DETAIL = 'must be a symbol such as AAPL.US, EURUSD.FOREX or BTC-USD.CC';
