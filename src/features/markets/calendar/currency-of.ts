import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import { exchangeOf } from './exchanges.js';

/** Code of ISO 4217 for "no currency", used when the currency is unknown. */
export const NO_CURRENCY = 'XXX';

/**
 * Returns the currency of a symbol's prices if its provider does not send one: the currency of its pair, its instrument
 * or its exchange.
 */
export const currencyOf = ({ pair, venue }: MarketSymbol, instrument: Instrument | undefined): string =>
  pair?.quote ?? instrument?.currency ?? exchangeOf(venue)?.currency ?? NO_CURRENCY;
