import { type MarketSymbol, parseSymbol } from '../market-symbol.js';

/**
 * Matches share classes: `BRK.B` at Finnhub, `BRK-B` in this service. Other suffixes are exchanges (`VOD.L`, `2788.T`).
 */
const shareClass = /^([A-Z]+)[.-]([ABC])$/;

/** Returns Finnhub's name of a symbol of venue `US`. */
export const finnhubName = ({ ticker }: MarketSymbol): string => ticker.replace(shareClass, '$1.$2');

/**
 * Returns the symbol of an instrument of Finnhub.
 * @returns undefined for instruments listed outside the United States
 */
export function symbolOfFinnhub(name: string): MarketSymbol | undefined {
  const ticker = name.replace(shareClass, '$1-$2');
  return ticker.includes('.') ? undefined : parseSymbol(`${ticker}.US`);
}
