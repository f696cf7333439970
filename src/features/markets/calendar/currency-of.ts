import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import { exchangeOf } from './exchanges.js';

/** ISO 4217 for "no currency": nobody said which. */
const NO_CURRENCY = 'XXX';

/** What prices of a symbol are in where their provider does not say: that of its pair, its instrument or its exchange. */
export const currencyOf = ({ pair, venue }: MarketSymbol, instrument: Instrument | undefined): string =>
  pair?.quote ?? instrument?.currency ?? exchangeOf(venue)?.currency ?? NO_CURRENCY;
