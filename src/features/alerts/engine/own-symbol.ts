import { actingForAccount } from '../../../async/account-context.js';
import { isOwnSymbol, isPrivateSymbol } from '../../markets/own/own-instrument.js';
import { isExpression, isFact, type Leaf } from '../condition.js';

/** Types of leaves that follow the prices or candles of a symbol. */
const followed: ReadonlySet<Leaf['type']> = new Set(['price', 'price_change', 'indicator', 'volume_spike']);

/** Character between a private symbol and its account; symbols and ids do not contain it. */
const SEPARATOR = '@';

/**
 * Returns a leaf as the engine keeps it: a private symbol is followed by its account, because other accounts may have
 * an instrument with the same symbol, or may not see it.
 */
export function leafOfAccount(leaf: Leaf, accountId: string): Leaf {
  if (!('symbol' in leaf) || leaf.symbol === undefined || !followed.has(leaf.type)) return leaf;
  if (isExpression(leaf) || isFact(leaf) || !isPrivateSymbol(leaf.symbol)) return leaf;
  return { ...leaf, symbol: `${leaf.symbol}${SEPARATOR}${accountId}` };
}

/** Returns the symbol, without the account, that a private symbol has in the engine. */
export const symbolOf = (key: string): string => key.split(SEPARATOR)[0] as string;

export const isOwnKey = (key: string): boolean => key.includes(SEPARATOR);

/** Returns true for a symbol of the engine that is an own instrument, which has prices of days. */
export const isDailyKey = (key: string): boolean => isOwnKey(key) && isOwnSymbol(symbolOf(key));

/** Runs work about a symbol of the engine on behalf of the account of a private symbol. */
export function withSymbol<Result>(key: string, work: (symbol: string) => Result): Result {
  const [symbol = '', accountId] = key.split(SEPARATOR);
  return accountId === undefined ? work(symbol) : actingForAccount(accountId, () => work(symbol));
}
