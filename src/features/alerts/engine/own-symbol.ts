import { actingForAccount } from '../../../async/account-context.js';
import { isOwnSymbol } from '../../markets/own/own-instrument.js';
import { isExpression, isFact, type Leaf } from '../condition.js';

/** Character between an own symbol and its account; symbols and ids do not contain it. */
const SEPARATOR = '@';

/**
 * Returns a leaf as the engine keeps it: the symbol of an own instrument is followed by its account, because other
 * accounts may have an instrument with the same symbol.
 */
export function leafOfAccount(leaf: Leaf, accountId: string): Leaf {
  if (leaf.type !== 'price' && leaf.type !== 'price_change' && leaf.type !== 'indicator') return leaf;
  if (isExpression(leaf) || isFact(leaf) || !isOwnSymbol(leaf.symbol)) return leaf;
  return { ...leaf, symbol: `${leaf.symbol}${SEPARATOR}${accountId}` };
}

/** Returns the symbol, without the account, that an own symbol has in the engine. */
export const symbolOf = (key: string): string => key.split(SEPARATOR)[0] as string;

export const isOwnKey = (key: string): boolean => key.includes(SEPARATOR);

/** Runs work about a symbol of the engine on behalf of the account of an own symbol. */
export function withSymbol<Result>(key: string, work: (symbol: string) => Result): Result {
  const [symbol = '', accountId] = key.split(SEPARATOR);
  return accountId === undefined ? work(symbol) : actingForAccount(accountId, () => work(symbol));
}
